/**
 * Finds the URLs in CSS: in `url(…)` and in `@import "…"`.
 *
 * @param css A style sheet, or the value of a `style` attribute.
 * @yields The URLs as written.
 */
export function* findCssUrls(css: string): Generator<string> {
  for (const match of css.replace(COMMENT, ' ').matchAll(URLS)) {
    const href = match.slice(1).find((group) => group !== undefined) ?? ''
    // A backslash escapes the next character.
    if (href !== '') yield href.replace(/\\([^\da-f\n])/gi, '$1')
  }
}

// An unclosed comment ends at the end. If the pattern failed there, many unclosed ones would take quadratic time.
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g

const URLS =
  /(?:\burl\(|@import)\s*(?:"((?:\\[^]|[^"\\\n])*)"|'((?:\\[^]|[^'\\\n])*)')|\burl\(\s*((?:\\[^\n]|[^\s"'()\\])*)/gi
