/** One `<url>` of a sitemap, unescaped. */
export interface ListedUrl {
  loc: string
  lastmod?: string
  /** `hreflang` and `href` of each alternate. */
  alternates?: [string, string][]
}

/**
 * Reads a sitemap back, and throws when it is not one: every byte must be where XML and sitemaps.org want it,
 * in the order loc, lastmod, xhtml:link. The namespace of the last is declared when it is used, and only then.
 */
export function readSitemap(xml: string): ListedUrl[] {
  const elements = matching(URLSET, xml)[2]!
    .split(/(?<=<\/url>)\n/)
    .slice(0, -1)
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
    throw new Error(`The namespace xhtml is ${isDeclared ? '' : 'not '}declared`)
  }
  return urls
}

const TEXT = `((?:[^<>&'"\\s]|&(?:amp|apos|quot|lt|gt);)+)`
const LINK = `<xhtml:link rel="alternate" hreflang="([A-Za-z\\d-]+)" href="${TEXT}"/>`
const URL_ELEMENT = new RegExp(
  `^<url><loc>${TEXT}</loc>(?:<lastmod>(\\d{4}-\\d\\d-\\d\\d)</lastmod>)?((?:${LINK})*)</url>$`,
)
const URLSET = new RegExp(
  '^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\n' +
    '<urlset xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9"' +
    '( xmlns:xhtml="http://www\\.w3\\.org/1999/xhtml")?>\\n' +
    '((?:<url>.+</url>\\n)+)</urlset>\\n$',
)

function matching(grammar: RegExp, text: string): RegExpExecArray {
  const match = grammar.exec(text)
  if (!match) throw new Error(`Not what a sitemap has here: ${text.slice(0, 200)}`)
  return match
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => CHARACTERS[name]!)
}

const CHARACTERS: Record<string, string> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' }
