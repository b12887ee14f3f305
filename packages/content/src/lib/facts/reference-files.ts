import { labelsOf } from '../school/labels.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'

export interface PageLink {
  title: string
  url: string
  description: string | undefined
}

export function referenceFiles(school: School, labels = labelsOf(school)) {
  const descriptions: [path: string, description: string][] = [
    [PATHS.llmsTxt, labels.inShort],
    [PATHS.llmsFullTxt, labels.fullReference],
    [PATHS.forLlm, labels.asPage],
    [PATHS.forLlmMarkdown, labels.asMarkdown],
    [PATHS.sitemap, labels.allPages],
    [PATHS.robotsTxt, labels.crawlerPolicy],
    [PATHS.apiCatalog, labels.apiCatalog],
    [PATHS.openapi, labels.apiDescription],
    [PATHS.apiHtml, labels.apiDocumentation],
    [PATHS.authMd, labels.access],
  ]
  const rendered = renderedPaths(school)
  return descriptions
    .filter(([path]) => rendered.has(path))
    .map(([path, description]) => ({
      title: path.slice(1),
      path,
      url: absoluteUrl(school, path),
      description,
    }))
}

/**
 * Returns the pages that have a title, as far as there is room for `maxLength` characters: agents truncate long files. A
 * shortened list ends with the sitemap, which lists all pages.
 */
export function pageLinks(school: School, maxLength: number): PageLink[] {
  const links: PageLink[] = []
  let length = 0
  for (const { title, path, description } of school.pages) {
    if (title === undefined) continue
    const url = absoluteUrl(school, path)
    length += title.length + url.length + (description?.length ?? 0)
    if (length > maxLength) {
      return [...links, ...referenceFiles(school).filter(({ path }) => path === PATHS.sitemap)]
    }
    links.push({ title, url, description })
  }
  return links
}
