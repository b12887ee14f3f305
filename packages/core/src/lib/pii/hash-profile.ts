import type { ProfileKey } from '../../protocol.ts'
import { hashPii, isHashed } from './hash-pii.ts'
import { normalizeBirthDate } from './normalize-birth-date.ts'
import { normalizeCountry } from './normalize-country.ts'
import { normalizeState } from './normalize-state.ts'
import { sha256Hex } from './sha256-hex.ts'

/**
 * Normalizes and hashes a personal data value that only a school's own server sends.
 *
 * @param key Selects the rule of {@link normalizeProfile}.
 * @param value An unhashed value or a digest. A SHA-256 digest passes through as in {@link hashPii}.
 * @returns 64 lowercase hex digits, or `undefined` if nothing usable remains or the value is an MD5 digest.
 */
export function hashProfile(key: ProfileKey, value: string): string | undefined {
  const digest = value.trim()
  if (isHashed(digest)) return hashPii('em', digest)
  const normalized = MD5.test(digest) ? undefined : normalizeProfile(key, value)
  return normalized && sha256Hex(normalized)
}

/** Meta cannot match an MD5 digest, with or without the appendix of its libraries. */
const MD5 = /^[\da-f]{32}(\.[\w-]{2,8})?$/i

/**
 * Normalizes personal data by Meta's documentation.
 *
 * - `ct`: city, letters and digits of every alphabet in lowercase
 * - `st`: state, the ANSI code of a state of the United States, otherwise the letters of its name in lowercase
 * - `zp`: zip code in lowercase without spaces and punctuation, of the United States only its first five digits
 * - `country`: ISO 3166-1 alpha-2 code in lowercase
 * - `db`: date of birth, `YYYYMMDD`
 * - `ge`: gender, `f` or `m`
 *
 * @returns `undefined` if nothing usable remains.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export function normalizeProfile(key: ProfileKey, value: string): string | undefined {
  return NORMALIZERS[key](value) || undefined
}

const NORMALIZERS: Record<ProfileKey, (value: string) => string | undefined> = {
  ct: normalizeCity,
  st: normalizeState,
  zp: normalizeZip,
  country: normalizeCountry,
  db: normalizeBirthDate,
  ge: normalizeGender,
}

/** Like Meta's library, drops a city that starts with a digit. */
function normalizeCity(value: string): string | undefined {
  return /^\p{L}.*/su.exec(toLettersAndDigits(value))?.[0]
}

/** Like Meta's library, drops a zip code of one character. */
function normalizeZip(value: string): string | undefined {
  const zip = toLettersAndDigits(value)
  // Only the United States have zip codes of nine digits.
  if (/^\d{5}[-\s]?\d{4}$/.test(value.trim())) return zip.slice(0, 5)
  return zip.length > 1 ? zip : undefined
}

function toLettersAndDigits(value: string): string {
  return value
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]/gu, '')
}

function normalizeGender(value: string): string | undefined {
  const word = value.trim().toLowerCase().replace('.', '')
  if (FEMALE.has(word)) return 'f'
  return MALE.has(word) ? 'm' : undefined
}

const FEMALE = /* @__PURE__ */ new Set([
  'f',
  'female',
  'woman',
  'girl',
  'lady',
  'ms',
  'mrs',
  'miss',
  'madam',
  'she',
  'her',
])
const MALE = /* @__PURE__ */ new Set([
  'm',
  'male',
  'man',
  'boy',
  'gentleman',
  'mr',
  'mister',
  'sir',
  'he',
  'him',
])
