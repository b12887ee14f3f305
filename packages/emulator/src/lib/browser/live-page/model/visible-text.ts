/** Controls, bidirectional and invisible characters, and surrogates without a partner; not line breaks. */
const HIDDEN = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Replaces characters that are invisible or change the order of others by JSON escapes such as `\u202e`, so
 * that a string is shown as it is. JSON stays valid.
 */
export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

export function shorten(text: string, maxLength = 200): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
