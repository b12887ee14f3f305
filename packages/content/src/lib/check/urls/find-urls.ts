/** A URL in a file. */
export interface FoundUrl {
  /** The URL as written. */
  href: string
  /** Where it was found, which decides what it may be. */
  kind: UrlKind
  /** Line of the URL, if known. */
  line?: number | undefined
  /** The URL that a relative URL resolves against, itself relative to the file. Default: the URL of the file. */
  base?: string | undefined
}

/**
 * - `metadata`: a place whose readers may not know the URL of the file, so that a relative URL is not allowed.
 * - `reference`: a relative URL is allowed. A fragment may be part of an identifier.
 * - `link`: a relative URL is allowed. A fragment must be the id of an element.
 * - `base`: other URLs resolve against it, so that nothing needs to exist there.
 * - `text`: the URL may end with the punctuation of a sentence. A fragment must be the id of an element.
 * - `script`: as in text, but a fragment may be part of an identifier, as in JSON-LD.
 */
type UrlKind = 'metadata' | 'reference' | 'link' | 'base' | 'text' | 'script'

/** @yields The URLs in text: everything from "http" to a character that a URL cannot contain. */
export function* findUrlsInText(text: string, kind: UrlKind = 'text'): Generator<FoundUrl> {
  // A URL ends at the first character outside ASCII, which may be punctuation of the sentence.
  for (const [href] of text.matchAll(/https?:\/\/[!#-;=?-~]+/gi)) yield { href, kind }
}

/** @yields The URLs in a style sheet or a `style` attribute, as written: in `url(…)` and in `@import "…"`. */
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
