import type { ProfileKey } from '../../protocol.ts'
import { hashPii, isHashed } from './hash-pii.ts'
import { normalizeCountry } from './normalize-country.ts'
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

/** Accepts names and codes, for example `California`, `CA`, `US-CA` or `New South Wales`. */
function normalizeState(value: string): string {
  const letters = value
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\s*us-/, '')
    .replace(/[^\p{L}\p{M}]/gu, '')
  return STATES.get(letters) ?? letters
}

const STATES = /* @__PURE__ */ readStates(
  'alabama:al alaska:ak arizona:az arkansas:ar california:ca colorado:co connecticut:ct ' +
    'delaware:de florida:fl georgia:ga hawaii:hi idaho:id illinois:il indiana:in iowa:ia ' +
    'kansas:ks kentucky:ky louisiana:la maine:me maryland:md massachusetts:ma michigan:mi ' +
    'minnesota:mn mississippi:ms missouri:mo montana:mt nebraska:ne nevada:nv newhampshire:nh ' +
    'newjersey:nj newmexico:nm newyork:ny northcarolina:nc northdakota:nd ohio:oh oklahoma:ok ' +
    'oregon:or pennsylvania:pa rhodeisland:ri southcarolina:sc southdakota:sd tennessee:tn ' +
    'texas:tx utah:ut vermont:vt virginia:va washington:wa westvirginia:wv wisconsin:wi ' +
    'wyoming:wy districtofcolumbia:dc washingtondc:dc americansamoa:as guam:gu ' +
    'northernmarianaislands:mp puertorico:pr usvirginislands:vi virginislands:vi',
)

function readStates(states: string): Map<string, string> {
  return new Map(states.split(' ').map((state) => state.split(':') as [string, string]))
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

/**
 * Accepts `19970216`, `1997-02-16` (also with `T00:00:00Z`), `1997/02/16`, `16.02.1997`, and `2/16/1997` or `16/2/1997`.
 * With slashes or hyphens and the year at the end, a date such as `3/4/1997` can be in March or in April: it is not
 * usable, and neither is a year that is not from 1900 to 2099.
 */
function normalizeBirthDate(value: string): string | undefined {
  const text = value.trim().replace(/[T ]00:00[0:.Z+]*$/, '')
  const parts = readParts(text)
  if (!parts) return undefined
  const [year, month, day] = parts
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // A day that does not exist is a day of another month.
  const exists = date.getUTCMonth() === Number(month) - 1
  return exists && year >= '1900' && year <= '2099'
    ? year + month.padStart(2, '0') + day.padStart(2, '0')
    : undefined
}

/** Returns year, month and day, or `undefined` for an ambiguous date and for another format. */
function readParts(text: string): [year: string, month: string, day: string] | undefined {
  const yearFirst = /^(\d{4})([-/.]?)(\d\d?)\2(\d\d?)$/.exec(text)
  if (yearFirst && (yearFirst[2] || text.length === 8)) {
    return [yearFirst[1]!, yearFirst[3]!, yearFirst[4]!]
  }
  const yearLast = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/.exec(text)
  if (!yearLast) return undefined
  const [, first, separator, second, year] = yearLast as unknown as string[]
  const isDayFirst = separator === '.' || Number(first) > 12 || first === second
  if (isDayFirst) return [year!, second!, first!]
  return Number(second) > 12 ? [year!, first!, second!] : undefined
}

function normalizeGender(value: string): string | undefined {
  const word = value.trim().toLowerCase().replace('.', '')
  if (/^(f|female|woman|girl|lady|ms|mrs|miss|madam|she|her)$/.test(word)) return 'f'
  return /^(m|male|man|boy|gentleman|mr|mister|sir|he|him)$/.test(word) ? 'm' : undefined
}
