import { isHashed } from '@conversion-capi/core/pii'
import { type JsonObject, PII_KEYS } from '@conversion-capi/core/protocol'

import type { ExplainedError } from './graph-error.ts'

/**
 * Rejects unhashed personal data: an `em`, `ph`, `fn` or `ln` that is not a SHA-256 hash or an array
 * of SHA-256 hashes.
 *
 * @returns An error that names the key but not the value, or `undefined` if all values are hashed.
 */
export function rejectUnhashedPii(userData: JsonObject): ExplainedError | undefined {
  const key = PII_KEYS.find((key) => Object.hasOwn(userData, key) && !isAllHashed(userData[key]))
  if (key === undefined) return undefined

  return {
    message:
      `Unhashed personal data: user_data.${key} is not a SHA-256 hash. ` +
      'Hash the value in the browser before sending it. ' +
      'Meta would accept this event; the emulator rejects it to expose the leak.',
    code: 100,
    error_user_title: 'Personal Data Not Hashed',
    problem: `user_data.${key} is not hashed.`,
    fix:
      `Hash ${key} with SHA-256 in the browser, before it is sent. The tracker does this: pass the value as the ` +
      'third argument of track. Meta would accept this event; the emulator rejects it to expose the leak.',
  }
}

/** Returns whether a value is a SHA-256 hash or an array of SHA-256 hashes. */
export function isAllHashed(value: unknown): boolean {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.every((each) => typeof each === 'string' && isHashed(each))
}
