import { findUnhashedPii, isHashed } from '@conversion-capi/core/pii'
import { isJsonObject, type JsonObject, PII_KEYS } from '@conversion-capi/core/protocol'

import type { ExplainedError } from '../http/graph-error.ts'

/**
 * Rejects unhashed personal data: an `em`, `ph`, `fn` or `ln` of `user_data` that is not a SHA-256 hash or an array of
 * SHA-256 hashes, and what the proxy drops from `custom_data`. The error names the field but not the value.
 */
export function rejectUnhashedPii({
  user_data,
  custom_data,
}: JsonObject): ExplainedError | undefined {
  const userData = isJsonObject(user_data) ? user_data : {}
  const key = PII_KEYS.find((key) => Object.hasOwn(userData, key) && !isAllHashed(userData[key]))
  if (key !== undefined) {
    return {
      problem: `user_data.${key} is not hashed.`,
      fix: `Hash ${key} with SHA-256 in the browser, before it is sent. The tracker does this: pass the value as the third argument of track. ${ACCEPTED}`,
    }
  }
  const [path] = isJsonObject(custom_data) ? findUnhashedPii(custom_data) : []
  if (path === undefined) return undefined
  return {
    problem: `custom_data.${path} is unhashed personal data.`,
    fix: `Pass the value as the third argument of track, which hashes it, or remove it. The proxy drops it. ${ACCEPTED}`,
  }
}

const ACCEPTED = 'Meta would accept this event; the emulator rejects it to expose the leak.'

export function isAllHashed(value: unknown): boolean {
  return [value].flat().every((each) => typeof each === 'string' && isHashed(each))
}
