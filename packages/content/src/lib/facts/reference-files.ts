import { labelsOf } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'

interface ReferenceFile {
  /** The file name, the same in every language. */
  title: string
  path: string
  url: string
  /** In the school's language. */
  description: string
}

/** Returns the generated files for crawlers and agents, with their descriptions. */
export function referenceFiles(school: School): ReferenceFile[] {
  const labels = labelsOf(school)
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
  return descriptions.map(([path, description]) => ({
    title: path.slice(1),
    path,
    url: absoluteUrl(school, path),
    description,
  }))
}
