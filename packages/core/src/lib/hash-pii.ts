import type { PiiKey } from '../protocol.ts'
import { normalizePii } from './normalize-pii.ts'
import { sha256Hex } from './sha256-hex.ts'

/**
 * Normalises and hashes personal data, so that only the hash has to travel.
 *
 * A value that is a SHA-256 digest already passes through: its hex is lowered, the appendix that Meta's
 * own libraries add (`<64 hex>.AQYCAQMB`) is kept as it is, because it is case-sensitive.
 *
 * @param key Which rule of {@link normalizePii} applies.
 * @param value Text in clear, or a digest.
 * @returns 64 lowercase hex digits, with the appendix if the value had one; `undefined` when nothing
 *   usable remains (an empty value is never hashed, for its digest would match everybody's nothing).
 */
export function hashPii(key: PiiKey, value: string): string | undefined {
  const trimmed = value.trim()
  if (!DIGEST.test(trimmed)) {
    const normalized = normalizePii(key, value)
    return normalized && sha256Hex(normalized)
  }
  // Meta cannot match MD5, and hashed once more, as if it were a name, it would match nobody.
  return trimmed.length < 64 ? undefined : trimmed.replace(/\w+/, (hex) => hex.toLowerCase())
}

/** SHA-256 or MD5, with or without the appendix of Meta's libraries. */
const DIGEST = /^([\da-fA-F]{32}){1,2}(\.(A[Qgw]|B[AQg]|[\w-]{8}))?$/
