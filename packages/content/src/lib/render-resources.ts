import { renderedPaths } from './rendered-paths.ts'
import { PATHS, type Resource } from './resource.ts'
import { apiCatalog } from './resources/api-catalog.ts'
import { apiHtml, openapiJson } from './resources/api-documentation.ts'
import { authMd } from './resources/auth-md.ts'
import { forLlm, llmsFullTxt } from './resources/full-reference.ts'
import { llmsTxt } from './resources/llms-txt.ts'
import { pageShell } from './resources/page-shell.ts'
import { createIsDisallowed, robotsTxt } from './resources/robots-txt.ts'
import { sitemap } from './resources/sitemap.ts'
import type { School } from './school/school-schema.ts'

/**
 * Renders every file for crawlers and agents (specification 4.2), except the tracker script, which
 * `@conversion-capi/tracker` builds. Adds the files these depend on: the Markdown version of `/for-llm/`,
 * `/openapi.json` and `/404.html`.
 *
 * While a label is not translated, the files with facts are left out: `/llms.txt`, `/llms-full.txt`, `/for-llm/` and
 * its Markdown version. `checkResources` reports it.
 *
 * Pages that `crawlers.disallow` keeps crawlers from are not listed.
 *
 * Pure and deterministic: the same description always produces the same bytes.
 *
 * @param description A description returned by `defineSchool`. Other descriptions may produce broken files.
 * @param options The paths of the school's own files, of which the API catalog names those that it knows.
 * @returns The files, each path once.
 */
export function renderResources(
  description: School,
  { files = [] }: { files?: Iterable<string> } = {},
): Resource[] {
  const school = omitPages(description)
  const hasFacts = renderedPaths(school).has(PATHS.llmsTxt)
  return [
    ...(hasFacts ? [llmsTxt(school), llmsFullTxt(school), ...forLlm(school)] : []),
    sitemap(school),
    apiCatalog(school, files),
    robotsTxt(school),
    authMd(school),
    apiHtml(school),
    openapiJson(school),
    pageShell(school),
  ]
}

/**
 * Returns a school without the pages that crawlers must not list: those that `crawlers.disallow` keeps crawlers from,
 * and those that `isHidden` returns `true` for. If no page remains, all stay.
 */
export function omitPages(
  school: School,
  isHidden: (path: string) => boolean = () => false,
): School {
  const isDisallowed = createIsDisallowed(school)
  const isOmitted = (path: string): boolean => isHidden(path) || isDisallowed(path)
  const pages = school.pages.flatMap(({ variants = {}, ...page }) => {
    if (isOmitted(page.path)) return []
    const listed = Object.entries(variants).filter(([, path]) => !isOmitted(path))
    return [{ ...page, ...(listed.length > 0 && { variants: Object.fromEntries(listed) }) }]
  })
  return pages.length > 0 ? { ...school, pages } : school
}
