import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Page, School } from '../school/school-schema.ts'
import { renderSitemap } from '../sitemap/render-sitemap.ts'
import { absoluteUrl, pagePaths } from '../url.ts'

export function sitemap(school: School): Resource[] {
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
  return [...renderSitemap(school, [...school.pages, ...unlisted])]
}
