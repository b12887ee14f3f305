import * as z from 'zod'

import { absoluteUrl } from '../url.ts'
import { describeIssue } from '../school/describe-issue.ts'
import { isoDate, httpsOrigin, sitePath } from '../school/fields.ts'
import { languageTag } from '../school/registered-codes.ts'
import type { Page } from '../school/school-schema.ts'

/** The site a sitemap belongs to. A `School` is one. */
export interface SitemapSite {
  /** Scheme and hostname, without a trailing slash: `https://school.example`. */
  url: string
  /** Language tag of the pages that set no `language`: `en`. */
  language: string
}

/**
 * Creates a function that returns the `<url>` elements of a page, in ASCII: one for the page and one for each
 * variant.
 *
 * Each element lists all variants, itself included, and the page as `x-default`. They all have the page's
 * `lastmod`, because they have the same content.
 *
 * The returned function throws an `Error` that names the page if the page breaks a rule of `defineSchool`.
 *
 * @throws {Error} If the URL or the language of the site breaks a rule of `defineSchool`.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function createUrlElements(site: SitemapSite): (page: Page) => string[] {
  const { error } = sitemapSite.safeParse(site)
  if (error) throw new Error(`The site of the sitemap: ${describeIssue(error.issues[0]!, site)}`)

  return function urlElements(page) {
    checkPage(page)
    const url = escapedUrl(site, page.path)
    const lastmod = page.lastmod === undefined ? '' : `<lastmod>${page.lastmod}</lastmod>`
    const variants = Object.entries(page.variants ?? {})
    if (variants.length === 0) return [urlElement(url, lastmod)]

    const alternates = new Map([[page.language ?? site.language, url]])
    // A variant in the page's own language replaces the page, which then lets visitors choose a language.
    for (const [language, path] of variants) alternates.set(language, escapedUrl(site, path))
    alternates.set('x-default', url)
    const rest = [lastmod, ...Array.from(alternates, alternateLink)].join('')
    return Array.from(new Set(alternates.values()), (url) => urlElement(url, rest))
  }
}

function checkPage(page: Page): void {
  const { error } = listedPage.safeParse(page)
  if (!error) return
  const name = JSON.stringify(page.path)?.slice(0, 100)
  throw new Error(
    `The sitemap cannot list the page ${name}: ${describeIssue(error.issues[0]!, page)}`,
  )
}

const sitemapSite = z.object({
  url: httpsOrigin(
    'write the https URL of this site without a path, such as "https://school.example"',
  ),
  language: languageTag(),
})

const listedPage = z.object({
  path: sitePath(),
  lastmod: isoDate().optional(),
  language: languageTag().optional(),
  variants: z.record(languageTag(), sitePath()).optional(),
})

function urlElement(url: string, rest: string): string {
  return `<url><loc>${url}</loc>${rest}</url>\n`
}

function alternateLink([language, url]: [string, string]): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`
}

function escapedUrl(site: SitemapSite, path: string): string {
  const url = absoluteUrl(site, path)
  if (url.length > MAX_URL_LENGTH) {
    throw new Error(
      `The sitemap cannot list the page "${path.slice(0, 100)}…": its URL has ${url.length} characters, and search engines read at most ${MAX_URL_LENGTH}. Shorten its path.`,
    )
  }
  // URLs have no other characters that XML escapes.
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}

/** "Less than 2,048 characters" (https://www.sitemaps.org/protocol.html). */
const MAX_URL_LENGTH = 2047
