import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Page, School } from '../school-schema.ts'
import { renderSitemap } from '../sitemap/render-sitemap.ts'
import { absoluteUrl } from '../url.ts'

/** Renders `/sitemap.xml`: the school's pages and the generated ones (specification 4.2). */
export function sitemap(school: School): Resource[] {
  const listed = new Set(school.pages.flatMap(pageUrls))
  const rendered = renderedPaths(school)
  const unlisted = generatedPages(school).filter(
    ({ path }) => rendered.has(path) && !listed.has(absoluteUrl(school, path)),
  )
  return [...renderSitemap(school, [...school.pages, ...unlisted])]

  function pageUrls({ path, variants }: Page): string[] {
    return [path, ...Object.values(variants ?? {})].map((path) => absoluteUrl(school, path))
  }
}

/** Returns the generated pages for people. The API documentation has no date, because its last change is unknown. */
function generatedPages({ verified }: School): Page[] {
  return [{ path: PATHS.forLlm, lastmod: verified }, { path: PATHS.apiHtml }]
}
