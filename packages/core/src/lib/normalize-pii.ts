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

// Meta's grammar, to the letter: an optional colon before a dot is its quirk, not ours.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const EMAIL = /* @__PURE__ */ new RegExp(`^${ATOM}(?::?\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`)

const NORMALIZERS: Record<PiiKey, (value: string) => string | undefined> = {
  em: normalizeEmail,
  ph: normalizePhone,
  fn: normalizeName,
  ln: normalizeName,
}

function normalizeEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase()
  return EMAIL.test(email) ? email : undefined
}

function normalizePhone(value: string): string {
  return value.replace(/[^0-9]/g, '').replace(/^0+/, '')
}

function normalizeName(value: string): string {
  return value.replace(/[\s!-/:-@[-`{-~]/g, '').toLowerCase()
}
