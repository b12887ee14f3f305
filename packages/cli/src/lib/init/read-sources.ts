import { nameOtherSenders } from '../check/check-app.ts'
import { findOtherPixels } from '../check/check-pixel.ts'
import { type ConsentPlatform, findConsentPlatform } from '../check/find-consent-platform.ts'
import { readApp } from '../app/read-app.ts'
import type { FoundAnswers } from './answers.ts'
import { findAnswers, findPublishedAnswers } from './find-answers.ts'
import type { Start } from './find-start.ts'
import type { GivenAnswers } from './questions.ts'
import { parsePages, type PublishedPage, type ReadPages, readPages } from './read-pages.ts'
import { renderAppPage } from './render-app-page.ts'

export interface Sources {
  known: GivenAnswers
  sources: ReadPages
  /** The answers that the sources state. */
  found: FoundAnswers
  /** The consent platform of a published page. */
  platform?: ConsentPlatform | undefined
}

/**
 * Reads what states answers: the pages, the sources of an app, or one page of a site builder. An earlier configuration has
 * the answers: only what it leaves open is asked for.
 *
 * @param chooseFolder Returns the folder of the pages if nothing names it.
 * @param readSite Reads the page at a URL, unless the user wants it unread.
 */
export async function readSources(
  { root, folder, earlier }: Start,
  given: GivenAnswers,
  chooseFolder: () => Promise<string>,
  readSite: (url: string) => Promise<PublishedPage | undefined>,
): Promise<Sources> {
  const known: GivenAnswers = { ...earlier?.answers, ...given }
  if (known.framework) return { known, ...(await readAppSources(root, earlier?.tracker)) }
  if (known.builder) {
    if (earlier) return { known, sources: NO_PAGES, found: findAnswers(root, NO_PAGES) }
    // No file shows the name.
    const named = { name: new URL(known.builder).hostname, ...given }
    return readBuilderSite(root, named, await readSite(known.builder))
  }
  const pages = known.pages ?? (earlier ? folder.value : await chooseFolder())
  const sources = await readPages(root, pages)
  return {
    known: earlier ? known : { ...known, pages },
    sources,
    found: findAnswers(root, sources),
  }
}

const NO_PAGES: ReadPages = { pages: [], findings: [] }

/** The framework builds the pages: the sources state some of the answers. */
async function readAppSources(
  root: string,
  tracker: string | undefined,
): Promise<Pick<Sources, 'sources' | 'found'>> {
  const app = await readApp(root, tracker)
  const shell = renderAppPage(app)
  const { pages } = shell
    ? parsePages('.', [{ path: '/', name: shell.path, body: Buffer.from(shell.html) }])
    : NO_PAGES
  return {
    sources: { ...NO_PAGES, app, shell: pages, findings: nameOtherSenders(app) },
    found: findAnswers(root, { pages }),
  }
}

function readBuilderSite(
  root: string,
  known: GivenAnswers,
  page: PublishedPage | undefined,
): Sources {
  if (!page) return { known, sources: NO_PAGES, found: findAnswers(root, NO_PAGES) }
  const { elements, scripts } = page.page
  return {
    // Visitors end at the URL that responded.
    known: { ...known, builder: new URL(page.url).origin },
    sources: { ...NO_PAGES, findings: [...findOtherPixels(page.page)] },
    found: findPublishedAnswers(root, page),
    platform: findConsentPlatform(elements, scripts),
  }
}
