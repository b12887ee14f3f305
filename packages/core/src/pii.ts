/**
 * Normalizes and hashes personal data by Meta's rules, with the same code in the browser and in the proxy.
 *
 * Every function is synchronous, because a page that is being unloaded cannot wait for `crypto.subtle`.
 *
 * @module
 */

export { type FormField, isContactValue, rateContactField } from './lib/pii/contact-field.ts'
export { findUnhashedPii, isPersonalKey, isUnhashedPii } from './lib/pii/find-unhashed-pii.ts'
export { hashPii, isHashed } from './lib/pii/hash-pii.ts'
export { hashProfile, normalizeProfile } from './lib/pii/hash-profile.ts'
export { normalizePii } from './lib/pii/normalize-pii.ts'
export { sha256Hex } from './lib/pii/sha256-hex.ts'
export { type NationalPhone, toInternational } from './lib/pii/to-international.ts'
