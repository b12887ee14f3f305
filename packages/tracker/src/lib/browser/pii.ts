import { hashPii } from '@conversion-capi/core/pii'
import type { UserData } from '@conversion-capi/core/protocol'

type Value = string | null | undefined

/**
 * Personal data of the visitor, unhashed or as SHA-256, with readable keys or Meta's short keys. If both
 * keys of a value are set and not empty, Meta's key takes precedence.
 */
export interface Pii {
  /** Email address. */
  email?: Value
  /** Same as `email`. */
  em?: Value
  /** Phone number, with country code unless `nationalPhone` is set. */
  phone?: Value | number
  /** Same as `phone`. */
  ph?: Value | number
  /** First name. */
  firstName?: Value
  /** Same as `firstName`. */
  fn?: Value
  /** Last name. */
  lastName?: Value
  /** Same as `lastName`. */
  ln?: Value
  /** Your own id of the visitor. Sent unchanged, not hashed. The proxy converts a number to a string. */
  externalId?: Value | number
  /** Same as `externalId`. */
  external_id?: Value | number
}

/** Meta's keys and the readable ones. A list, because for...in also reads what a page adds to Object.prototype. */
export const PII_KEYS = [
  ['em', 'email'],
  ['ph', 'phone'],
  ['fn', 'firstName'],
  ['ln', 'lastName'],
] as const

/** Converts `pii` to Meta's `user_data`. Hashes every value except the external id. */
export function hashUserData(pii: Pii): UserData {
  const userData: UserData = { external_id: (pii.external_id || pii.externalId) as string }
  for (const [key, name] of PII_KEYS) {
    userData[key] = hashPii(key, (pii[key] || pii[name] || '') + '')
  }
  return userData
}
