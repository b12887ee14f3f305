import sax from 'sax'

/** What a sitemap lists. */
export interface Sitemap {
  /** The name of the root element: `urlset`, or `sitemapindex` if it lists other sitemaps. */
  root: string | undefined
  /** The pages. */
  pages: ListedUrl[]
  /** The other sitemaps. */
  sitemaps: ListedUrl[]
  /** The first syntax error. */
  error?: { reason: string; line: number }
}

/** An entry of a sitemap. */
export interface ListedUrl {
  url: string
  lastmod?: string
  line: number
}

/** Sitemaps often contain an unescaped `&`. */
const MAX_ERRORS = 1000

/**
 * Parses a sitemap. It does not throw: of a sitemap that is cut off or malformed, it returns what comes before.
 *
 * @param xml The file, or its start.
 * @see https://www.sitemaps.org/protocol.html
 */
export function parseSitemap(xml: string): Sitemap {
  const sitemap: Sitemap = { root: undefined, pages: [], sitemaps: [] }
  const lists: Record<string, ListedUrl[]> = { url: sitemap.pages, sitemap: sitemap.sitemaps }
  const path: string[] = []
  let text = ''
  let entry: ListedUrl | undefined
  // The parser takes white space before the declaration for an error.
  const firstLine = /^\s*/.exec(xml)![0].split('\n').length
  let errors = 0
  const parser = Object.assign(sax.parser(true, { position: true }), {
    onopentag: ({ name }: { name: string }) => {
      sitemap.root ??= name
      path.push(name)
      text = ''
    },
    ontext: (part: string) => (text += part),
    oncdata: (part: string) => (text += part),
    onclosetag: () => {
      const [parent = '', name] = path.slice(-2)
      path.pop()
      const value = text.trim()
      text = ''
      const list = Object.hasOwn(lists, parent) ? lists[parent] : undefined
      if (name === 'loc' && list && value !== '') {
        entry = { url: value, line: parser.line + firstLine }
        list.push(entry)
      } else if (name === 'lastmod' && list && entry) entry.lastmod = value
      else if (Object.hasOwn(lists, name ?? '')) entry = undefined
    },
    onerror: (error: Error) => {
      const [reason = ''] = error.message.split('\n')
      sitemap.error ??= { reason, line: parser.line + firstLine }
      errors += 1
      if (errors > MAX_ERRORS) throw error
      parser.resume()
    },
  })
  try {
    parser.write(xml.trim()).close()
  } catch {
    // This is not a sitemap.
  }
  return sitemap
}
