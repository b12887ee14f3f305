import { parseSitemap } from '@conversion-capi/content'

import { isSameSite, type SiteReader } from '../../http/site-reader.ts'
import { attribute, type Page } from '../../site/page.ts'
import { resolveUrl } from '../../site/elements.ts'

/** More of a sitemap is not read. The protocol allows 50 MB. */
const MAX_SITEMAP_BYTES = 2_000_000
/** How many files of a sitemap are read. */
const MAX_SITEMAPS = 10
/** The protocol of sitemaps allows no longer URLs, and rules of `robots.txt` take time for each character. */
const MAX_URL = 2048

/** The other pages of a site. */
export interface ListedPages {
  urls: URL[]
  /** How many URLs of the sitemap belong to other sites. */
  foreign: number
  /** Whether a sitemap lists the pages. Otherwise, the home page links to them. */
  hasSitemap: boolean
}

/**
 * Lists the pages of a site: those in the sitemaps that `robots.txt` names, or in `/sitemap.xml`. Without a sitemap,
 * those that the home page links to.
 */
export async function listPages(
  reader: SiteReader,
  home: Pick<Page, 'elements'>,
  homeUrl: string,
): Promise<ListedPages> {
  const { origin, href } = new URL(homeUrl)
  const inSitemap = await readSitemaps(reader, origin)
  const links = home.elements
    .filter(({ tagName }) => tagName === 'a')
    .map((element) => resolveUrl(home.elements, href, attribute(element, 'href') ?? '')?.href ?? '')
  const hasSitemap = inSitemap.length > 0
  const paths = new Set<string>()
  let foreign = 0
  for (const each of hasSitemap ? inSitemap : links) {
    const url = each.length <= MAX_URL && URL.canParse(each) ? new URL(each) : undefined
    if (url && isSameSite(new URL(origin), url)) paths.add(url.pathname + url.search)
    else foreign += 1
  }
  const urls = [...paths].map((path) => new URL(origin + path)).filter((url) => url.href !== href)
  return { urls, foreign: hasSitemap ? foreign : 0, hasSitemap }
}

async function readSitemaps(reader: SiteReader, origin: string): Promise<string[]> {
  const named = await reader.sitemaps(origin)
  const queue = named.length > 0 ? named : [`${origin}/sitemap.xml`]
  const pages: string[] = []
  const seen = new Set<string>()
  // The loop reads what is added to the queue.
  for (const each of queue) {
    const url = URL.canParse(each, origin) ? new URL(each, origin) : undefined
    if (!url || seen.has(url.href) || !isSameSite(new URL(origin), url)) continue
    if (seen.size >= MAX_SITEMAPS) break
    seen.add(url.href)
    const response = await reader.read(url, MAX_SITEMAP_BYTES)
    if (response.reason !== undefined || response.status !== 200) continue
    const found = parseSitemap(new TextDecoder().decode(response.bytes))
    pages.push(...found.pages.map((each) => each.url))
    queue.push(...found.sitemaps.map((each) => each.url))
  }
  return pages
}
