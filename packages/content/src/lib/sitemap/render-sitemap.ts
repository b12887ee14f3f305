import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { Resource } from '../resource.ts'
import type { Page } from '../school/school-schema.ts'
import { createUrlElements, type SitemapSite } from './url-elements.ts'

/**
 * Renders the sitemap of a site of any size (https://www.sitemaps.org/protocol.html).
 *
 * Of each page it reads `path`, `lastmod`, `language` and `variants`, under the rules of `defineSchool`. It does
 * not detect pages that are listed twice. It keeps one file in memory at a time and no pages.
 *
 * @param site A school, or just its URL and language.
 * @param pages Any iterable: an array, or a generator that reads the pages from a database.
 * @yields `/sitemap.xml` alone if everything fits into one file. Otherwise `/sitemap-1.xml`, `/sitemap-2.xml` and
 *   so on, each as soon as it is full (50,000 URLs or 52,428,800 bytes), and at the end `/sitemap.xml`, their
 *   index. A file has a `lastmod` in the index, the latest of its pages, if all its pages have one.
 * @throws {Error} If a page cannot be listed (the message names the page), or if there are no pages.
 */
export function* renderSitemap(site: SitemapSite, pages: Iterable<Page>): Generator<Resource> {
  const urlElements = createUrlElements(site)
  const index: string[] = []
  let part = createPart()

  for (const page of pages) {
    for (const element of urlElements(page)) {
      if (!hasRoom(part, element)) {
        yield finishPart()
        part = createPart()
      }
      addElement(part, element, page.lastmod)
    }
  }

  if (part.elements.length === 0) {
    throw new Error('The sitemap has no pages. List at least one.')
  }
  if (index.length === 0) return yield xmlFile(PATHS.sitemap, urlsetXml(part))
  yield finishPart()
  yield xmlFile(
    PATHS.sitemap,
    `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${index.join('')}</sitemapindex>\n`,
  )

  function finishPart(): Resource {
    const path = PATHS.sitemap.replace('.', `-${index.length + 1}.`)
    const lastmod = part.lastmod === undefined ? '' : `<lastmod>${part.lastmod}</lastmod>`
    index.push(`<sitemap><loc>${absoluteUrl(site, path)}</loc>${lastmod}</sitemap>\n`)
    return xmlFile(path, urlsetXml(part))
  }
}

/** One file of a sitemap. Everything in it is ASCII, so its length is its size in bytes. */
interface Part {
  elements: string[]
  length: number
  hasVariants: boolean
  /** The latest `lastmod` of the pages, or `undefined` if one of them has none. */
  lastmod: string | undefined
}

function createPart(): Part {
  return { elements: [], length: 0, hasVariants: false, lastmod: '' }
}

function hasRoom({ elements, length }: Part, element: string): boolean {
  const total = HEAD_WITH_VARIANTS.length + length + element.length + END.length
  return elements.length < MAX_URLS && total <= MAX_BYTES
}

function addElement(part: Part, element: string, lastmod: string | undefined): void {
  part.length += element.length
  part.hasVariants ||= element.includes('<xhtml:link')
  if (lastmod === undefined) part.lastmod = undefined
  else if (part.lastmod !== undefined && lastmod > part.lastmod) part.lastmod = lastmod
  part.elements.push(element)
}

function urlsetXml({ elements, hasVariants }: Part): string {
  return [hasVariants ? HEAD_WITH_VARIANTS : HEAD, ...elements, END].join('')
}

function xmlFile(path: string, body: string): Resource {
  return { path, contentType: 'application/xml; charset=utf-8', body }
}

const MAX_URLS = 50_000
const MAX_BYTES = 52_428_800

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = `${DECLARATION}<urlset ${NAMESPACE}>\n`
const HEAD_WITH_VARIANTS = `${DECLARATION}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
const END = '</urlset>\n'
