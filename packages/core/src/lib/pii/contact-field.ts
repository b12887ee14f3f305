import type { PiiKey } from '../../protocol.ts'
import { NORMALIZERS } from './normalize-pii.ts'

/** The field of a form, without its value. */
export interface FormField {
  /** As in the DOM: `text` for an input without a type. */
  type: string
  /** The attribute, in lower case. */
  autocomplete: string
  /** Its name, id, label and placeholder, separated by spaces. */
  words: string
}

/**
 * Returns how surely a field asks for the visitor's email address or phone number: by its `autocomplete`, then by its
 * type, then by whole words, so that `telegram` and `mailing_address` do not count.
 *
 * @returns 0 if the field asks for something else, or if it is hidden, and at least 4 if its `autocomplete` says it.
 */
export function rateContactField(
  key: 'em' | 'ph',
  { type, autocomplete, words }: FormField,
): number {
  const kind = key === 'em' ? 'email' : 'tel'
  if (!/^(text|email|tel|number)$/.test(type) || OTHER_DIGITS.test(autocomplete)) return 0
  return (
    +new RegExp(`(^|\\s)${kind}(\\s|$|-n)`).test(autocomplete) * 4 +
    +(type === kind) * 2 +
    +WORDS[key].test(words.replace(/[A-Z]+/g, ' $&'))
  )
}

/** Tokens of `autocomplete` for other digits, and for parts of a phone number. `tel-national` is a complete one. */
const OTHER_DIGITS = /cc-|-code|bday|tel-[el]/

/** Whole words, or their beginnings, in the languages of `content`. */
const WORDS = {
  em: /(^|[^\p{L}])(email|mail(?!\p{L})|courriel|correo|по[чш]т[^о])|بريد(?!ي)/iu,
  ph: /(^|[^\p{L}])((t[eé]l|тел|моб)(?!\p{L})|(t[eé]l[eé]|cell)?phone(?!t)|tel[eé]f[oó]|mobi[el](?!it)|m[oó]vil|celular|handy(?!m)|gsm|whats.?app|телефон|мобил)|هاتف|جوال/iu,
}

/** Returns whether a field can hold this value: an email address, or a phone number of 7 to 15 digits. */
export function isContactValue(key: PiiKey, value: string): boolean {
  const normalized = NORMALIZERS[key](value.trim())
  return key === 'ph' ? /\d{7}/.test(normalized!) && !/@/.test(value) : !!normalized
}
