import type { PiiKey } from '../protocol.ts'
import { type NationalPhone, normalizePii } from './normalize-pii.ts'
import { sha256Hex } from './sha256-hex.ts'

/**
 * Normalises and hashes personal data, so that only the hash has to travel.
 *
 * A value that is a SHA-256 digest already passes through: its hex is lowered, the appendix that Meta's
 * own libraries add (`<64 hex>.AQYCAQMB`) is kept as it is, because it is case-sensitive.
 *
 * @param key Which rule of {@link normalizePii} applies.
 * @param value Text in clear, or a digest.
 * @param nationalPhone As for {@link normalizePii}.
 * @returns 64 lowercase hex digits, with the appendix if the value had one; `undefined` when nothing
 *   usable remains (an empty value is never hashed, for its digest would match everybody's nothing).
 */
export function hashPii(
  key: PiiKey,
  value: string,
  nationalPhone?: NationalPhone,
): string | undefined {
  const trimmed = value.trim()
  const digest = HASHED.exec(trimmed)
  if (digest) return digest[1]!.toLowerCase() + (digest[2] ?? '')
  if (MD5.test(trimmed)) return undefined

  const normalized = normalizePii(key, value, nationalPhone)
  return normalized && sha256Hex(normalized)
}

const HASHED = /^([\da-fA-F]{64})(\.(?:A[Qgw]|B[AQg]|[\w-]{8}))?$/

// Meta matches SHA-256 only, and hashing a hash as if it were a name would match nobody.
const MD5 = /^[\da-f]{32}$/i
