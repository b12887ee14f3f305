import type { PiiKey } from '../protocol.ts'

/**
 * How numbers are dialled inside a country. In Russia, with country code 7 and trunk prefix 8,
 * `8 (912) 345-67-89` is the phone that everybody else calls `+7 912 345-67-89`.
 */
export interface NationalPhone {
  /** Digits, such as `7`. */
  countryCode: string
  /** Digits that stand for the country code when a number is written without a `+`, such as `8` or `0`. */
  trunkPrefix: string
}

/**
 * Brings personal data typed by a person into the one form that Meta hashes.
 *
 * The rules are those of Meta's customer information parameters as its own parameter builder applies
 * them: e-mail trimmed and lowercased; phone reduced to digits without leading zeros (the country code
 * must be there, nobody can guess it); names lowercased, without white space and ASCII punctuation,
 * letters of every alphabet kept.
 *
 * @param key Which rule: `em` e-mail, `ph` phone, `fn` first name, `ln` last name.
 * @param value The text in clear.
 * @param nationalPhone Read phones written for callers inside a country as international ones. Default:
 *   no; Meta's own libraries cannot, and give one person two hashes.
 * @returns The normalised text, or `undefined` when nothing usable remains.
 */
export function normalizePii(
  key: PiiKey,
  value: string,
  nationalPhone?: NationalPhone,
): string | undefined {
  return NORMALIZERS[key](value, nationalPhone) || undefined
}

// Meta's grammar, to the letter: an optional colon before a dot is its quirk, not ours.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const EMAIL = /* @__PURE__ */ new RegExp(`^${ATOM}(?::?\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`)

const NORMALIZERS: Record<
  PiiKey,
  (value: string, nationalPhone?: NationalPhone) => string | undefined
> = {
  em: normalizeEmail,
  ph: normalizePhone,
  fn: normalizeName,
  ln: normalizeName,
}

function normalizeEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase()
  return EMAIL.test(email) ? email : undefined
}

function normalizePhone(value: string, nationalPhone?: NationalPhone): string {
  const digits = value.replace(/[^0-9]/g, '')
  return toInternational(value, digits, nationalPhone).replace(/^0+/, '')
}

/** A `+` or `00` in front says that the country code is there already. */
function toInternational(value: string, digits: string, nationalPhone?: NationalPhone): string {
  const isInternational = /^\s*\+/.test(value) || digits.startsWith('00')
  if (!nationalPhone || isInternational || !digits.startsWith(nationalPhone.trunkPrefix))
    return digits
  return nationalPhone.countryCode + digits.slice(nationalPhone.trunkPrefix.length)
}

function normalizeName(value: string): string {
  return value.replace(/[\s!-/:-@[-`{-~]/g, '').toLowerCase()
}
