import { labelsOf } from '../labels.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'

interface ReferenceFile {
  /** The file name, the same in every language. */
  title: string
  path: string
  url: string
  /** In the language of the labels. */
  description: string
}

/**
 * Returns the generated files for crawlers and agents, with their descriptions.
 *
 * @param labels The labels to describe them with. @default the school's labels
 */
export function referenceFiles(school: School, labels = labelsOf(school)): ReferenceFile[] {
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
 * Shortens a list of page links, because agents truncate long files. A shortened list ends with the sitemap, which
 * lists all pages.
 *
 * @param links Titles, URLs and descriptions, the most important ones first.
 * @param maxLength The length of the list in characters.
 */
export function shortenLinks<Link extends PageLink>(
  school: School,
  links: Link[],
  maxLength: number,
): (Link | PageLink)[] {
  let length = 0
  const count = links.findIndex(({ title, url, description = '' }) => {
    length += title.length + url.length + description.length
    return length > maxLength
  })
  if (count === -1) return links
  return [
    ...links.slice(0, count),
    ...referenceFiles(school).filter(({ path }) => path === PATHS.sitemap),
  ]
}

interface PageLink {
  title: string
  url: string
  description?: string | undefined
}
