import { walkJson } from './walk-json.ts'

/**
 * Finds personal data in `custom_data` that is not hashed. The proxy does not forward it.
 *
 * @param customData Can be nested; circular references are skipped.
 * @param isPersonal Decides which values are listed. The items of an array have the array's key.
 * @default isUnhashedPii
 * @returns At most 20 dotted paths, for example `user.email` or `contents.0.buyer_phone`. They
 *   never contain values: a key that does not look like a field name is listed as `(other)`.
 */
export function findUnhashedPii(
  customData: Record<string, unknown>,
  isPersonal: (key: string, value: unknown) => boolean = isUnhashedPii,
): string[] {
  const paths = new Set<string>()
  walkJson(customData, isPersonal, (_parent, _key, path) => paths.add(path))
  return [...paths].slice(0, MAX_PATHS)
}

const MAX_PATHS = 20

/**
 * Returns whether a field of `custom_data` is personal data by its form, or by its key and its form:
 *
 * - an email address by Meta's grammar whose top-level domain consists of letters, also in a longer string or the query
 *   of a URL, but not in the path of a URL or in a file name such as `hero@2x.png`
 * - under a key such as `phone`, a string or number that has 7 to 15 digits of any script after leading zeros
 * - under `fn`, `ln`, `firstName`, `lastName`, `first_name` and `last_name`, a string of letters, spaces, hyphens and
 *   apostrophes
 *
 * @param key The key of the value, or of the array that contains it. It can be an email address too.
 * @param value Objects and arrays are not searched.
 */
export function isUnhashedPii(key: string, value: unknown): boolean {
  if (hasEmail(key)) return true
  const text = typeof value === 'number' ? String(value) : value
  return (
    typeof text === 'string' &&
    (hasEmail(text) ||
      (NAME_KEY.test(key) && NAME.test(text)) ||
      (PHONE.test(text) && PHONE_KEY.test(splitWords(key))))
  )
}

const NAME_KEY = /^([fl]n|(first|last)(N|_n)ame)$/
const NAME = /^[\p{L}\p{M}\p{Pd}\s'’]+$/u
const PHONE = /^\P{Nd}*([0٠۰]\P{Nd}*)*(?![0٠۰])(\p{Nd}\P{Nd}*){7,15}$/u
const PHONE_KEY = /(^|[^a-z])(ph|(tele)?phone|tel|mobile)[^a-z]?(number|no)?\d?$/i

function hasEmail(text: string): boolean {
  // The first pattern is fast. A full-width `＠` is normalized to `@`.
  return /[^ -?A-~]|40/.test(text) && EMAIL.test(text.normalize('NFKC'))
}

// Matches in linear time. The local part starts at the start of the string, or after a space, a character that
// separates parts of a query or a list, or an escaped character. If it contains a slash, it is a path.
const EMAIL =
  /(^|[\s?&=#,;"@]|%(25)*[2-7]\w)[^\s?&=#,;"@%/]*[^\s?&=#,;"@%/.:(](@|%(25)*40)(?!\dx\.)[\p{L}\d]+((\.|-+)[\p{L}\d]+)*\.(?!(png|jpe?g|gif|svg|webp|pdf|docx?|html|css|js|json)\b)\p{L}{2,}(?!(-*|\.)[\p{L}\d])/iu

/**
 * Returns whether a key says that its value is personal data, such as `email` or `parentPhone`. For tools that do not
 * know the value, or that hide it.
 */
export function isPersonalKey(key: string): boolean {
  return PERSONAL_KEY.test(splitWords(key))
}

const PERSONAL_KEY =
  /(^|[^a-z])(e?[^a-z]?mail|(tele)?phone|tel|mobile|(first|last|full|given|family|sur|[fl])[^a-z]?name|em|ph|[fl]n)([^a-z]?(address|number|no))?$/i

function splitWords(key: string): string {
  return key.replace(/[A-Z]+/g, '_$&')
}
