/** A URL in a file. */
export interface FoundUrl {
  /** The URL as written. */
  href: string
  /** Line of the URL, if known. */
  line?: number | undefined
  /** Whether a relative URL is allowed here, as in links between the pages of a site. */
  mayBeRelative?: boolean
  /** The URL that a relative URL resolves against, itself relative to the file. Default: the URL of the file. */
  base?: string | undefined
  /** Whether the URL was found in text, so that it may end with the punctuation of a sentence. */
  isInText?: boolean
  /** Whether a fragment must be the id of an element. Elsewhere it may be part of an identifier, as in JSON-LD. */
  isLink?: boolean
  /** Whether other URLs resolve against this one, so that nothing needs to exist there. */
  isBase?: boolean
}

/** @yields The URLs in text: everything from "http" to a character that a URL cannot contain. */
export function* findUrlsInText(text: string): Generator<FoundUrl> {
  // A URL ends at the first character outside ASCII, which may be punctuation of the sentence.
  for (const [href] of text.matchAll(/https?:\/\/[!#-;=?-~]+/gi)) yield { href, isInText: true }
}
