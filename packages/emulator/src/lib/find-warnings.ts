import { findClearPii } from '@conversion-capi/core/pii'

import type { NewEvent } from './received-event.ts'
import { isAllHashed } from './unhashed-pii.ts'

/** Keys that Meta requires as hashes too. The proxy never sends them. */
const OTHER_HASHED_KEYS = ['ge', 'db', 'ct', 'st', 'zp', 'country']

/** Finds unhashed personal data that causes no rejection. Warnings contain no values. */
export function findWarnings(event: NewEvent): string[] {
  const { user_data } = event
  const unhashedKeys = OTHER_HASHED_KEYS.filter(
    (key) => Object.hasOwn(user_data, key) && !isAllHashed(user_data[key]),
  )
  return [
    ...findClearPii({ ...event }).map((path) => `${path} contains unhashed personal data.`),
    ...unhashedKeys.map((key) => `user_data.${key} is not a SHA-256 hash.`),
  ]
}
