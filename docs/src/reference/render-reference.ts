import { type FindLink, findHomes } from './homes.ts'
import { renderCommandLine } from './pages/command-line.ts'
import { renderEnvironmentVariables } from './pages/environment-variables.ts'
import { renderEvents } from './pages/events.ts'
import { renderFindings } from './pages/findings.ts'
import { OPTION_PAGES, renderOptionPage } from './pages/options.ts'
import { renderOutcomes } from './pages/outcomes.ts'
import { renderRejections } from './pages/rejections.ts'
import { type Api, readApi } from './read-api.ts'
import { renderPackage } from './render-package.ts'
import { API_PAGES, REFERENCE_PAGES, type ReferencePage } from './table-of-contents.ts'

/** Renders one page. */
type RenderPage = (api: Api, findLink: FindLink) => string | Promise<string>

const RENDERERS: Record<ReferencePage, RenderPage> = {
  'proxy-options': renderOptionPage('proxy-options'),
  'tracker-options': renderOptionPage('tracker-options'),
  'school-description': renderOptionPage('school-description'),
  'tool-options': renderOptionPage('tool-options'),
  'environment-variables': renderEnvironmentVariables,
  events: renderEvents,
  rejections: renderRejections,
  outcomes: renderOutcomes,
  'command-line': renderCommandLine,
  findings: renderFindings,
}

/**
 * Renders all generated pages.
 *
 * @returns The Markdown of each page, by its path in `docs/reference`.
 * @throws {Error} If a docstring is missing, or a package has no page. The message says what to write.
 */
export async function renderReference(): Promise<Record<string, string>> {
  const api = await readApi()
  const sections = Object.entries(OPTION_PAGES).map(([page, { sections }]) => [
    `${page}.md`,
    sections,
  ])
  const findLinkFrom = findHomes(api, Object.fromEntries(sections))
  const pages: Record<string, string> = {}
  for (const name of REFERENCE_PAGES) {
    const page = `${name}.md`
    pages[page] = `${await RENDERERS[name](api, findLinkFrom(page))}\n`
  }
  for (const each of api.packages) {
    if (!API_PAGES.some((name) => name === each.folder)) {
      throw new Error(`${each.name} has no page. Add "${each.folder}" to API_PAGES.`)
    }
    const page = `api/${each.folder}.md`
    pages[page] = `${renderPackage(each, findLinkFrom(page))}\n`
  }
  return pages
}
