import type { Finding } from '@conversion-capi/content'

import { type Page, parsePage } from '../../site/page.ts'
import type { SiteReader } from '../../http/site-reader.ts'
import { CommandError } from '../../output/errors.ts'
import { decodePublishedPage, MAX_PAGE_BYTES } from '../../site/decode-published-page.ts'
import { finding } from '../probe-rules.ts'
import { listPages } from './list-pages.ts'

const MAX_PAGES = 50
/** After this time, no further page is requested. */
const MAX_SECONDS = 120
/** A usual page has 2,000. All are in memory. */
const MAX_ELEMENTS = 300_000

/** A page as visitors get it. */
export interface SitePage extends Page {
  /** Its URL, after redirects. */
  url: string
  /** The header `Content-Security-Policy`. */
  policy: string | null
}

/** The pages of a site, and what was not read. */
export interface SitePages {
  pages: SitePage[]
  findings: Finding[]
}

/** A page, or why there is none: `robots.txt` disallows it, the URL is a file of another type, or it is broken. */
type ReadPage = SitePage | { url: string; reason: string; kind: 'disallowed' | 'file' | 'broken' }

/**
 * Reads the home page of a site and the pages that it lists, one after the other.
 *
 * @param now Returns the current time in milliseconds.
 * @throws {CommandError} If the home page cannot be read.
 */
export async function readSitePages(
  reader: SiteReader,
  origin: string,
  now: () => number,
): Promise<SitePages> {
  const deadline = now() + MAX_SECONDS * 1000
  const home = await readPage(reader, new URL('/', origin))
  if ('reason' in home) {
    throw new CommandError(
      `${home.url} cannot be read: ${home.reason}. Run probe with the origin that visitors open, and allow "conversion-capi" in its robots.txt.`,
    )
  }
  const { urls, foreign, hasSitemap } = await listPages(reader, home, home.url)
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
