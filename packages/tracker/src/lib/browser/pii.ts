import { hashPii } from '@conversion-capi/core/pii'
import type { PiiKey, UserData } from '@conversion-capi/core/protocol'

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
  phone?: Value
  /** Same as `phone`. */
  ph?: Value
  /** First name. */
  firstName?: Value
  /** Same as `firstName`. */
  fn?: Value
  /** Last name. */
  lastName?: Value
  /** Same as `lastName`. */
  ln?: Value
  /** Your own id of the visitor. Sent unchanged, not hashed. */
  externalId?: Value
  /** Same as `externalId`. */
  external_id?: Value
}

export const READABLE_NAMES = { em: 'email', ph: 'phone', fn: 'firstName', ln: 'lastName' } as const

/** Converts `pii` to Meta's `user_data`. Hashes every value except the external id. */
export function hashUserData(pii: Pii): UserData {
  const userData: UserData = { external_id: (pii.external_id || pii.externalId)! }
  // Not for...in, which also iterates over the properties that a page adds to Object.prototype.
  for (const [key, name] of Object.entries(READABLE_NAMES) as [PiiKey, keyof Pii][]) {
    userData[key] = hashPii(key, `${pii[key] || pii[name] || ''}`)
  }
  return userData
}
