/** One `<url>` of a sitemap, unescaped. */
export interface ListedUrl {
  loc: string
  lastmod?: string
  /** `hreflang` and `href` of each alternate. */
  alternates?: [string, string][]
}

/**
 * Parses a sitemap byte by byte: elements must be in the order loc, lastmod, xhtml:link, and the xhtml namespace
 * declared only if it is used.
 *
 * @throws {Error} If the string is not a valid sitemap.
 */
export function readSitemap(xml: string): ListedUrl[] {
  const [start] = matching(URLSET_START, xml)
  if (!xml.endsWith(URLSET_END)) throw new Error(`Invalid end: ${xml.slice(-200)}`)
  // A regular expression for the whole file would exceed V8's stack.
  const elements = xml.slice(start.length, -URLSET_END.length).split(/(?<=<\/url>)\n/)
  const urls = elements.map((element) => {
    const [, loc, lastmod, links] = matching(URL_ELEMENT, element)
    const alternates = [...links!.matchAll(new RegExp(LINK, 'g'))].map(
      ([, hreflang, href]) => [hreflang!, unescape(href!)] satisfies [string, string],
    )
    return {
      loc: unescape(loc!),
      ...(lastmod && { lastmod }),
      ...(alternates.length > 0 && { alternates }),
    }
  })
  const isDeclared = xml.includes('xmlns:xhtml')
  if (isDeclared !== urls.some(({ alternates }) => alternates)) {
    throw new Error(`The xhtml namespace is ${isDeclared ? '' : 'not '}declared.`)
  }
  return urls
}

const TEXT = `((?:[^<>&'"\\s]|&(?:amp|apos|quot|lt|gt);)+)`
const LINK = `<xhtml:link rel="alternate" hreflang="([A-Za-z\\d-]+)" href="${TEXT}"/>`
const URL_ELEMENT = new RegExp(
  `^<url><loc>${TEXT}</loc>(?:<lastmod>(\\d{4}-\\d\\d-\\d\\d)</lastmod>)?((?:${LINK})*)</url>$`,
)
const URLSET_START = new RegExp(
  '^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\n' +
    '<urlset xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9"' +
    '( xmlns:xhtml="http://www\\.w3\\.org/1999/xhtml")?>\\n',
)
const URLSET_END = '\n</urlset>\n'

function matching(grammar: RegExp, text: string): RegExpExecArray {
  const match = grammar.exec(text)
  if (!match) throw new Error(`Invalid sitemap at: ${text.slice(0, 200)}`)
  return match
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => CHARACTERS[name]!)
}

const CHARACTERS: Record<string, string> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' }
