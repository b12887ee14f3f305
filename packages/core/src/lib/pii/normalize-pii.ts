import type { PiiKey } from '../../protocol.ts'

/**
 * Normalizes personal data to the form that Meta hashes.
 *
 * Applies the rules of Meta's own parameter builder library, and two more for phone numbers: the zero of `+49 (0) 171 …` is
 * dropped, except in Italy, and a text of more than 15 digits is no phone number.
 * - email: trimmed and lowercased
 * - phone: reduced to digits without leading zeros; the country code must be included
 * - names: lowercased, without white space and ASCII punctuation; letters of every alphabet are kept
 *
 * @param key Selects the rule: `em` email, `ph` phone, `fn` first name, `ln` last name.
 * @returns The normalized value, or `undefined` if nothing remains or the email is malformed.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export function normalizePii(key: PiiKey, value: string): string | undefined {
  return NORMALIZERS[key](value.trim())?.toLowerCase() || undefined
}

// Meta's grammar. The local part may contain dots, each optionally after a colon, but not at its start or end.
// The domain has at least two labels, which may contain hyphens but not at their start or end.
const EMAIL = /^(?![:.])((:?\.)?[\w!#-'*+/=?^-`{-~-])+@(?=.+\.)[a-z\d]+((\.|-+)[a-z\d]+)*$/

/** The rules of {@link normalizePii}, for a trimmed value. Names are lowercased afterwards: `Σ` depends on its neighbors. */
export const NORMALIZERS: Record<PiiKey, (value: string) => string | undefined> = {
  em: (value) => value.toLowerCase().match(EMAIL)?.[0],
  ph: (value) => value.replace(/^[^1-9]+|(39)\D+(?=0)|\(0\)|\D/g, '$1').replace(/.{16,}/, ''),
  fn: (value) => value.replace(/[\s!-/:-@[-`{-~]/g, ''),
  ln: (value) => value.replace(/[\s!-/:-@[-`{-~]/g, ''),
}
