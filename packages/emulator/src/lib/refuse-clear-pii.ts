import { PII_KEYS } from '@conversion-capi/core/protocol'

import type { GraphError } from './graph-error.ts'
import { HASHED } from './hashed.ts'

/**
 * Refuses personal data in clear (specification 2.1). Names the key and never the value.
 *
 * @returns `undefined` when every em, ph, fn and ln that is there is a SHA-256 or a list of them
 */
export function refuseClearPii(userData: Record<string, unknown>): GraphError | undefined {
  const key = PII_KEYS.find((key) => Object.hasOwn(userData, key) && !isHashed(userData[key]))
  if (key === undefined) return undefined

  return {
    message:
      `Personal data in clear: user_data.${key} is not a SHA-256 hash. ` +
      'Meta would not refuse this event; this emulator does, so that a leak is seen. ' +
      'Hash the value in the browser before it is sent.',
    code: 100,
    error_user_title: 'Personal Data Not Hashed',
  }
}

function isHashed(value: unknown): boolean {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.every((each) => typeof each === 'string' && HASHED.test(each))
}
