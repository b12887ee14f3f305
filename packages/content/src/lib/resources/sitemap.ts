import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Page, School } from '../school/school-schema.ts'
import { absoluteUrl, pagePaths } from '../url.ts'

/**
 * Renders `/sitemap.xml`, in ASCII.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export function sitemap(school: School): Resource {
  const listed = new Set(pagePaths(school.pages).map((path) => absoluteUrl(school, path)))
  const rendered = renderedPaths(school)
  // The API documentation has no date, because its last change is unknown.
  const generated: Page[] = [
    { path: PATHS.forLlm, lastmod: school.verified },
    { path: PATHS.apiHtml },
  ]
  const unlisted = generated.filter(
    ({ path }) => rendered.has(path) && !listed.has(absoluteUrl(school, path)),
  )
  const urls = [...school.pages, ...unlisted].flatMap((page) => urlElements(school, page))
  const hasVariants = urls.some((url) => url.includes('<xhtml:link'))
  const namespaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${hasVariants ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}`
  return {
    path: PATHS.sitemap,
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${urls.join('')}</urlset>\n`,
  }
}

/**
 * Returns the elements of a page and of each variant. Each lists all variants, itself included, and the page as
 * `x-default`. They all have the page's `lastmod`, because they have the same content.
 *
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
function urlElements(school: School, page: Page): string[] {
  const url = escapedUrl(school, page.path)
  const lastmod = page.lastmod === undefined ? '' : `<lastmod>${page.lastmod}</lastmod>`
  const variants = Object.entries(page.variants ?? {})
  if (variants.length === 0) return [urlElement(url, lastmod)]

  const alternates = new Map([[page.language ?? school.language, url]])
  // A variant in the page's own language replaces the page, which then lets visitors choose a language.
  for (const [language, path] of variants) alternates.set(language, escapedUrl(school, path))
  alternates.set('x-default', url)
  const rest = [lastmod, ...Array.from(alternates, alternateLink)].join('')
  return Array.from(new Set(alternates.values()), (url) => urlElement(url, rest))
}

function urlElement(url: string, rest: string): string {
  return `<url><loc>${url}</loc>${rest}</url>\n`
}

function alternateLink([language, url]: [string, string]): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`
}

/** URLs have no other characters that XML escapes. */
function escapedUrl(school: School, path: string): string {
  return absoluteUrl(school, path).replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}
