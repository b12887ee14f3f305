import { absoluteUrl } from '../url.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Page, School } from '../school-schema.ts'
import { renderSitemap } from '../sitemap/render-sitemap.ts'

/** `/sitemap.xml`: the school's pages and those that are written from its description (specification 4.2). */
export function sitemap(school: School): Resource[] {
  const listed = new Set(school.pages.flatMap(toAddresses))
  const written = writtenPages(school).filter(({ path }) => !listed.has(absoluteUrl(school, path)))
  return [...renderSitemap(school, [...school.pages, ...written])]

  function toAddresses({ path, variants }: Page): string[] {
    return [path, ...Object.values(variants ?? {})].map((path) => absoluteUrl(school, path))
  }
}

/** What people read. When the API documentation changed, nobody knows. */
function writtenPages({ verified }: School): Page[] {
  return [{ path: PATHS.forLlm, lastmod: verified }, { path: PATHS.apiHtml }]
}
