export const ORIGIN = 'https://polaris.example'

/** A page of the site that both writers list. */
export interface SitePage {
  path: string
  lastmod: string
  /** Path of the Russian version. */
  russian?: string
}

/**
 * Generates the pages of a large school one at a time, as if read from a database.
 *
 * @param urls Number of URLs of all pages: one each, or two with a variant.
 * @param hasVariants Whether each page has a Russian version.
 * @yields The pages, last changed on one of 1,000 days.
 */
export function* sitePages(urls: number, hasVariants: boolean): Generator<SitePage> {
  const days = Array.from({ length: 1000 }, (_, day) => dayAfter(day))
  const pages = hasVariants ? urls / 2 : urls
  for (let page = 0; page < pages; page++) {
    const path = `/courses/grade-${5 + (page % 7)}/lesson-${page}.html`
    const lastmod = days[page % days.length]!
    yield hasVariants ? { path, lastmod, russian: `/ru${path}` } : { path, lastmod }
  }
}

function dayAfter(days: number): string {
  return new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10)
}
