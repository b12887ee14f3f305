import type { PiiKey } from '../../protocol.ts'
import { NORMALIZERS } from './normalize-pii.ts'
import { sha256Hex } from './sha256-hex.ts'

/**
 * Normalizes and hashes a personal data value.
 *
 * A SHA-256 hex digest passes through: its hex digits are lowercased, and the appendix that Meta's own
 * libraries add (`<64 hex>.AQYCAQMB`) is kept unchanged, because it is case-sensitive. An MD5 digest is
 * dropped, because Meta cannot match it.
 *
 * @param key Selects the rule of {@link normalizePii}.
 * @param value An unhashed value or a digest.
 * @returns 64 lowercase hex digits, with the appendix if the value had one, or `undefined` if normalization
 *   leaves nothing. Empty values are never hashed: every visitor without a value would share the same hash.
 */
export function hashPii(key: PiiKey, value: string): string | undefined {
  const digest = value.trim()
  if (DIGEST.test(digest)) return digest[63] && digest.replace(/.{64}/, (hex) => hex.toLowerCase())
  const normalized = NORMALIZERS[key](digest)
  return normalized ? sha256Hex(normalized.toLowerCase()) : undefined
}

/**
 * Returns whether a value is a SHA-256 hex digest, optionally followed by the appendix of Meta's libraries.
 *
 * Hex digits may be in either case. White space around the digest is not accepted.
 *
 * @param value For example the `em` of a received event.
 * @returns `false` for unhashed values, for MD5 digests and for unknown appendixes.
 */
export function isHashed(value: string): boolean {
  return value.length >= 64 && DIGEST.test(value)
}

/** SHA-256 or MD5 as hex, with or without the appendix of Meta's libraries. */
const DIGEST = /^([\dA-Fa-f]{32}){1,2}(\.(A[Qgw]|B[AQg]|[\w-]{8}))?$/
