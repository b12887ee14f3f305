import { type Finding, parseSitemap } from '@conversion-capi/content'
import { CommandError } from '@conversion-capi/meta/terminal'

import { isSameSite, type SiteReader } from '../../http/site-reader.ts'
import { decodePublishedPage, MAX_PAGE_BYTES } from '../../site/decode-page.ts'
import { attribute, resolveUrl } from '../../site/elements.ts'
import { type Page, parsePage } from '../../site/page.ts'
import { finding } from '../probe-rules.ts'

const MAX_PAGES = 50
/** After this time, no further page is requested. */
const MAX_SECONDS = 120
/** A usual page has 2,000. All are in memory. */
const MAX_ELEMENTS = 300_000
/** More of a sitemap is not read. The protocol allows 50 MB. */
const MAX_SITEMAP_BYTES = 2_000_000
const MAX_SITEMAPS = 10
/** The maximum in the sitemap protocol. Matching `robots.txt` rules takes time for each character. */
const MAX_URL = 2048

export interface SitePage extends Page {
  url: string
  policy: string | null
}

/** A page, or why it was not read: `robots.txt` disallows it, the URL is a file of another type, or it is broken. */
type ReadPage = SitePage | { url: string; reason: string; kind: 'disallowed' | 'file' | 'broken' }

/**
 * Reads the home page of a site and the pages that it lists, one after the other. The findings name what was not read.
 *
 * @throws {CommandError} If the home page cannot be read.
 */
export async function readSitePages(
  reader: SiteReader,
  origin: string,
  now: () => number,
): Promise<{ pages: SitePage[]; findings: Finding[] }> {
  const deadline = now() + MAX_SECONDS * 1000
  const home = await readPage(reader, new URL('/', origin))
  if ('reason' in home) {
    throw new CommandError(
      `${home.url} cannot be read: ${home.reason}. Run probe with the origin that visitors open, and allow "conversion-capi" in its robots.txt.`,
    )
  }
  const { urls, foreign, hasSitemap } = await listPages(reader, home)
  const pages = new Map([[home.url, home]])
  const findings: Finding[] = hasSitemap ? [] : [finding('sitemap-missing', { file: origin }, {})]
  let disallowed = 0
  let count = home.elements.length
  function skip(count: number, reason: string): void {
    if (count === 0) return
    findings.push(finding('pages-unread', { file: origin }, { count: String(count), reason }))
  }

  function findLimit(pages: number): string | undefined {
    if (now() > deadline) return `probe reads at most for ${MAX_SECONDS} seconds`
    if (count > MAX_ELEMENTS)
      return 'the pages before them have more than 300,000 elements, where probe stops'
    return pages >= MAX_PAGES ? `probe reads at most ${MAX_PAGES} pages` : undefined
  }

  for (const [index, url] of urls.entries()) {
    const limit = findLimit(index + 1)
    if (limit !== undefined) {
      skip(urls.length - index, limit)
      break
    }
    const page = await readPage(reader, url)
    if (!('reason' in page)) {
      pages.set(page.url, page)
      count += page.elements.length
    } else if (page.kind === 'disallowed') disallowed += 1
    else if (page.kind === 'broken')
      findings.push(finding('page-unreadable', { file: page.url }, { reason: page.reason }))
  }
  skip(disallowed, 'robots.txt disallows it')
  skip(foreign, 'the sitemap lists URLs of other sites')
  return { pages: [...pages.values()], findings }
}

async function readPage(reader: SiteReader, start: URL): Promise<ReadPage> {
  const response = await reader.read(start, MAX_PAGE_BYTES)
  const { url } = response
  if (response.reason !== undefined) {
    const kind = response.isDisallowed ? 'disallowed' : 'broken'
    return { url, reason: response.reason, kind }
  }
  const text = decodePublishedPage(response)
  if (text.reason !== undefined) {
    return { url, reason: text.reason, kind: text.isOtherType ? 'file' : 'broken' }
  }
  const { pathname, search } = new URL(url)
  const policy = response.headers.get('Content-Security-Policy')
  return { ...parsePage(url, pathname + search, text.html), url, policy }
}

/** Lists the other pages in the sitemaps, or those that the home page links to. `foreign` counts other sites. */
async function listPages(
  reader: SiteReader,
  home: SitePage,
): Promise<{ urls: URL[]; foreign: number; hasSitemap: boolean }> {
  const { origin, href } = new URL(home.url)
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
