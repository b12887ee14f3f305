import sax from 'sax'

/** What a sitemap lists. */
export interface Sitemap {
  /** The URLs of pages. */
  pages: string[]
  /** The URLs of other sitemaps, if it is an index. */
  sitemaps: string[]
}

/** Sitemaps often contain an unescaped `&`. */
const MAX_ERRORS = 1000

/**
 * Parses a sitemap. It does not throw: of a sitemap that is cut off or malformed, it returns what comes before.
 *
 * @param xml The start of the file.
 * @see https://www.sitemaps.org/protocol.html
 */
export function parseSitemap(xml: string): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] }
  const path: string[] = []
  let text = ''
  let errors = 0
  const parser = Object.assign(sax.parser(true), {
    onopentag: ({ name }: { name: string }) => {
      path.push(name)
      text = ''
    },
    ontext: (part: string) => (text += part),
    oncdata: (part: string) => (text += part),
    onclosetag: () => {
      const [parent, name] = path.slice(-2)
      path.pop()
      const url = text.trim()
      text = ''
      if (name !== 'loc' || url === '') return
      if (parent === 'url') found.pages.push(url)
      if (parent === 'sitemap') found.sitemaps.push(url)
    },
    onerror: (error: Error) => {
      errors += 1
      if (errors > MAX_ERRORS) throw error
      parser.resume()
    },
  })
  try {
    parser.write(xml.trimStart())
  } catch {
    // This is not a sitemap.
  }
  return found
}
