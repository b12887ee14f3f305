/**
 * Normalizes and hashes personal data by Meta's rules, with the same code in the browser and in the proxy.
 *
 * Every function is synchronous, because a page that is being unloaded cannot wait for `crypto.subtle`.
 *
 * @module
 */

export { findUnhashedPii, isPersonalKey, isUnhashedPii } from './lib/find-unhashed-pii.ts'
export { hashPii, isHashed } from './lib/hash-pii.ts'
export { normalizePii } from './lib/normalize-pii.ts'
export { sha256Hex } from './lib/sha256-hex.ts'
export { type NationalPhone, toInternational } from './lib/to-international.ts'
