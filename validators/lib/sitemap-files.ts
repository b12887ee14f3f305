import { renderResources, type School } from '@conversion-capi/content'

export interface SitemapFiles {
  /** Where there is more than one sitemap. */
  index: string | undefined
  sitemaps: string[]
}

/** The sitemaps of a school: the one at /sitemap.xml, or all that the index there lists. */
export function sitemapFiles(school: School): SitemapFiles {
  const files = renderResources(school).filter(({ contentType }) =>
    contentType.startsWith('application/xml'),
  )
  const bodyOf = new Map(files.map(({ path, body }) => [school.url + path, body]))
  const entry = bodyOf.get(`${school.url}/sitemap.xml`)!
  if (!entry.includes('<sitemapindex')) return { index: undefined, sitemaps: [entry] }
  const listed = [...entry.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => bodyOf.get(url!)!)
  return { index: entry, sitemaps: listed }
}
