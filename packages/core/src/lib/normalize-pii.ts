import type { PiiKey } from '../protocol.ts'

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
 * @returns The normalised text, or `undefined` when nothing usable remains.
 */
export function normalizePii(key: PiiKey, value: string): string | undefined {
  return NORMALIZERS[key](value) || undefined
}

// Meta's grammar: an atom may hold a dot, or its quirk of a colon before one, but not begin or end with it;
// the domain's labels may hold hyphens, but not begin or end with them, and there are two at least.
const EMAIL = /^(?![:.])((:?\.)?[\w!#-'*+/=?^-`{-~-])+@(?=.+\.)[a-z\d]+((\.|-+)[a-z\d]+)*$/

const NORMALIZERS: Record<PiiKey, (value: string) => string | false> = {
  em: normalizeEmail,
  ph: normalizePhone,
  fn: normalizeName,
  ln: normalizeName,
}

function normalizeEmail(value: string): string | false {
  const email = value.trim().toLowerCase()
  return EMAIL.test(email) && email
}

function normalizePhone(value: string): string {
  return value.replace(/^[^1-9]+|\D/g, '')
}

function normalizeName(value: string): string {
  return value.replace(/[\s!-/:-@[-`{-~]/g, '').toLowerCase()
}
