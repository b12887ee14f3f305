import { isHashed } from './hash-pii.ts'
import { walkJson } from './walk-json.ts'

/**
 * Finds personal data in `custom_data` that is not hashed.
 *
 * Finds emails, also inside longer texts and URLs, and texts and numbers under keys such as `email`, `phone` or
 * `firstName`. SHA-256 digests are not listed. The result is a hint: a phone number under an unrelated key, for
 * example, is not found.
 *
 * @param customData Can be nested; circular references are skipped.
 * @returns At most 20 dotted paths, for example `user.email` or `contents.0.buyer_phone`. They
 *   never contain values: a key that does not look like a field name is listed as `(other)`.
 */
export function findClearPii(customData: Record<string, unknown>): string[] {
  const paths = new Set<string>()
  walkJson(customData, (parent, key, getPath) => {
    if (isClearPii(key, parent[key])) paths.add(getPath())
  })
  return [...paths].slice(0, MAX_PATHS)
}

const MAX_PATHS = 20

/** Matches in linear time. `%40` is an escaped `@`. */
const EMAIL = /[^\s@](@|%40)[^\s@%]+\.[^\s@%.]{2}/i

/** The last words of a key in snake case. */
const PERSONAL_KEY =
  /(^|_)(e?_?mail|(tele)?phone|tel|mobile|(first|last|full|given|family|sur|[fl])_?name|em|ph|[fl]n)(_?(address|number|no))?$/

/** Returns whether a key of `custom_data` and its value appear to contain personal data that is not hashed. */
export function isClearPii(key: string, value: unknown): boolean {
  if (EMAIL.test(key)) return true
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !text.trim() || isHashed(text.trim())) return false
  return EMAIL.test(text) || PERSONAL_KEY.test(toSnakeCase(key))
}

function toSnakeCase(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toLowerCase()
}
