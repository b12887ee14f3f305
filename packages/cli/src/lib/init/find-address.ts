import type { School } from '@conversion-capi/content'

/**
 * Finds street, postal code, city and country in a postal address: `Oudegracht 1`, `3511 AA Utrecht`. Omits parts that
 * cannot be distinguished.
 */
export function findAddress(lines: string[], language: string): School['address'] {
  const parts = lines.flatMap((line) => line.split(/[,;]/)).map((part) => part.trim())
  const country = countries(language, parts)
  for (const [index, part] of parts.entries()) {
    const [, postalCode, rest] = POSTAL_CODE.exec(part) ?? []
    // "12345 Sunset Boulevard" begins with a number, too. Letters make a postal code unmistakable.
    if (postalCode === undefined || (index === 0 && /^\d+$/.test(postalCode))) continue
    const city = cityOf(rest!) ?? cityOf(parts[index + 1] ?? '') ?? cityOf(parts[index - 1] ?? '')
    const street = parts.slice(0, index).findLast((each) => /\d/.test(each) && /\p{L}/u.test(each))
    if (city === undefined) continue
    return { ...(street && { street }), city, postalCode, ...(country && { country }) }
  }
  return undefined
}

/** Dutch, Polish, Czech and British codes, and codes of four to six digits, before or without a city. */
const POSTAL_CODE =
  /^(\d{4} ?[A-Z]{2}(?= )|\d{2}-\d{3}|\d{3} \d{2}(?= )|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{4,6})(?: +(.*))?$/u

/** Returns a string if it looks like the name of a city: letters, the first of them a capital. */
function cityOf(text = ''): string | undefined {
  const name = text.replace(/^(?:г\.|қ\.)\s*|\s+қ\.$/u, '').trim()
  return /^\p{Lu}[\p{L}\p{M} .'’-]{1,60}$/u.test(name) ? name : undefined
}

/** Returns the code of the country that a part of the postal address names, in its language or in English. */
function countries(language: string, parts: string[]): string | undefined {
  for (const locale of [language, 'en']) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (let index = 0; index < 26 * 26; index += 1) {
      const code = String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26))
      const name = names.of(code)
      if (name !== undefined && parts.includes(name)) return code
    }
  }
  return undefined
}
