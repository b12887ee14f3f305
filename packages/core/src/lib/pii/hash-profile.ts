import { hashPii, isHashed } from './hash-pii.ts'
import { sha256Hex } from './sha256-hex.ts'

/** Keys of `user_data` that only a school's own server sends, as hashes. */
export const PROFILE_KEYS = ['ct', 'st', 'zp', 'country', 'db', 'ge'] as const
type ProfileKey = (typeof PROFILE_KEYS)[number]

/**
 * Normalizes and hashes a personal data value that only a school's own server sends.
 *
 * @param key Selects the rule: `ct` city, `st` state, `zp` zip code, `country`, `db` date of birth, `ge` gender.
 * @param value An unhashed value or a digest, which passes through as in {@link hashPii}.
 * @returns 64 lowercase hex digits, or `undefined` if nothing usable remains.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export function hashProfile(key: ProfileKey, value: string): string | undefined {
  if (isHashed(value)) return hashPii('em', value)
  const normalized = NORMALIZERS[key](value)
  return normalized ? sha256Hex(normalized) : undefined
}

const NORMALIZERS: Record<ProfileKey, (value: string) => string | undefined> = {
  ct: toLetters,
  st: toLetters,
  zp: toLetters,
  country: toLetters,
  db: toLetters,
  ge: toLetters,
}

function toLetters(value: string): string {
  return value.toLowerCase().replace(/[^\p{L}\p{M}\d]/gu, '')
}
