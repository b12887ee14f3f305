import { absoluteUrl } from '../url.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Page } from '../school-schema.ts'
import { checkPage } from './check-page.ts'
import { checkSite } from './check-site.ts'
import { createAsciiBuffer } from './create-ascii-buffer.ts'
import type { Site } from './site.ts'
import { toUrlElements } from './to-url-elements.ts'

/**
 * Writes the sitemap of a site of any size (sitemaps.org/protocol.html).
 *
 * Neither pages nor files are kept, so that one file is in memory at a time.
 *
 * Of a page it takes `path`, `lastmod`, `language` and `variants`, by the rules of `defineSchool`; that none
 * comes twice is for the caller to see to. In the index, a file has a `lastmod` when all of its pages have one:
 * the latest.
 *
 * Throws an `Error` that names the page when one cannot be listed, and when there are no pages at all.
 *
 * @param site A school, or just its address and language.
 * @param pages Any iterable: an array, or a generator that reads them from elsewhere.
 * @yields `/sitemap.xml` alone when everything fits into one file. Otherwise `/sitemap-1.xml`,
 *   `/sitemap-2.xml` and so on, each as soon as it is full (50,000 addresses or 52,428,800 bytes), and at the
 *   end `/sitemap.xml`, the index of them.
 */
export function* renderSitemap(site: Site, pages: Iterable<Page>): Generator<Resource> {
  checkSite(site)
  const buffer = createAsciiBuffer()
  const index: string[] = []
  let part = emptyPart()

  for (const page of pages) {
    checkPage(page)
    for (const element of toUrlElements(site, page)) {
      if (!hasRoom(part, element)) {
        yield finishPart()
        part = emptyPart()
      }
      add(element, page)
    }
  }

  if (part.count === 0) throw new Error('A sitemap lists at least one page, and there are none.')
  if (index.length === 0) return yield toResource(PATHS.sitemap, finishUrlset())
  yield finishPart()
  yield toResource(PATHS.sitemap, toIndex(index))

  function add(element: string, { lastmod }: Page): void {
    buffer.write(element, part.end)
    part.end += element.length
    part.count++
    part.hasVariants ||= element.includes('<xhtml:link')
    if (lastmod === undefined) part.lastmod = undefined
    else if (part.lastmod !== undefined && lastmod > part.lastmod) part.lastmod = lastmod
  }

  function finishPart(): Resource {
    const path = PATHS.sitemap.replace('.', `-${index.length + 1}.`)
    const lastmod = part.lastmod === undefined ? '' : `<lastmod>${part.lastmod}</lastmod>`
    index.push(`<sitemap><loc>${absoluteUrl(site, path)}</loc>${lastmod}</sitemap>\n`)
    return toResource(path, finishUrlset())
  }

  function finishUrlset(): string {
    const head = part.hasVariants ? HEAD_WITH_VARIANTS : HEAD
    const start = HEAD_WITH_VARIANTS.length - head.length
    buffer.write(head, start)
    buffer.write(END, part.end)
    return buffer.read(start, part.end + END.length)
  }
}

/** What is in the buffer. Everything is ASCII, so that a character is a byte. */
interface Part {
  /** Where its `<url>` elements end. Before them, there is room for the longer head. */
  end: number
  count: number
  hasVariants: boolean
  /** The latest of its pages; undefined when one of them has none. */
  lastmod: string | undefined
}

function emptyPart(): Part {
  return { end: HEAD_WITH_VARIANTS.length, count: 0, hasVariants: false, lastmod: '' }
}

function hasRoom({ end, count }: Part, element: string): boolean {
  return count < MOST_URLS && end + element.length + END.length <= MOST_BYTES
}

function toIndex(elements: string[]): string {
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${elements.join('')}</sitemapindex>\n`
}

function toResource(path: string, body: string): Resource {
  return { path, contentType: 'application/xml; charset=utf-8', body }
}

const MOST_URLS = 50_000
const MOST_BYTES = 52_428_800

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = `${DECLARATION}<urlset ${NAMESPACE}>\n`
const HEAD_WITH_VARIANTS = `${DECLARATION}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
const END = '</urlset>\n'
