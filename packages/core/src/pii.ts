/**
 * Meta's rules for personal data, the same bytes in the browser and in the proxy.
 * Synchronous, because a page that is going away cannot wait for `crypto.subtle`.
 *
 * @module
 */

export { hashPii, isHashed } from './lib/hash-pii.ts'
export { normalizePii } from './lib/normalize-pii.ts'
export { sha256Hex } from './lib/sha256-hex.ts'
export { type NationalPhone, toInternational } from './lib/to-international.ts'
