import type { Place } from '@conversion-capi/meta/terminal'
import type { TrackerOptions } from '@conversion-capi/tracker'
import type { Element } from 'hast'

import type { Project } from '../project/load-project.ts'
import { attribute, lineOf, resolveUrl as resolve, timingOf } from './elements.ts'
import { type Page, type PageScript } from './page.ts'

export interface PagesProject {
  school: Pick<Project['school'], 'tracker' | 'language' | 'url' | 'endpoint' | 'address'>
  site: Pick<Project['site'], 'builder' | 'pages' | 'tracker'> &
    Partial<Pick<Project['site'], 'pixelId' | 'framework'>>
}

export interface Site {
  origin: string
  /** The options of the tracker that `build` creates. */
  tracker: TrackerOptions
  pages: Page[]
  frames: ReadonlyMap<string, Page>
  endpoint: string
  /** The pixel ID of the configuration or of the pages, if they have one. */
  pixelId: string | undefined
  /** The calling codes of its phone numbers, the most likely one first. */
  callingCodes: string[]
  /** The scripts in files, by the path of their URL. The tracker is not among them. */
  scripts: Map<string, PageScript>
}

export type CheckedPage = ReturnType<typeof toCheckedPage>

export type PageCall = CheckedPage['calls'][number]

export function toCheckedPage(site: Site, page: Page) {
  const scripts = scriptsOfPage(site, page)
  const calls = scripts.flatMap((script) =>
    script.calls.map((call) => {
      const name = call.path.join('.')
      const place: Place = { file: script.file, line: call.line + script.lineOffset }
      return { ...call, script, place, name, isTrack: name === `${site.tracker.name}.track` }
    }),
  )
  const trackers = page.elements.filter((element) => isTracker(site, page, element))
  return { site, page, trackers, scripts, calls }
}

/** The site serves the tracker at the path that `build` writes, or as the ready script. */
function isTracker(site: Site, page: Page, element: Element): boolean {
  const src = attribute(element, 'src')
  if (element.tagName !== 'script' || src === undefined) return false
  const url = resolveUrl({ site, page }, src)
  if (!url) return false
  const { origin, pathname } = url
  return origin === site.origin && (pathname === trackerPath(site) || isReadyPath(pathname))
}

export function trackerPath({ tracker }: Site): string {
  return `/${tracker.name}.js`
}

export function isReadyPath(path: string): boolean {
  return /\/tracker(?:\.full|\.debug)?\.js$/.test(path)
}

export function resolveUrl(
  { site, page }: Pick<CheckedPage, 'site' | 'page'>,
  href: string,
): URL | undefined {
  return resolve(page.elements, site.origin + page.path, href)
}

/** Returns the inline scripts, the event handlers, and the scripts in files of the site that the page loads. */
export function scriptsOfPage(site: Site, page: Page): PageScript[] {
  const files = page.elements.flatMap((element, index) => {
    const timing = timingOf(element)
    const src = attribute(element, 'src')
    if (timing === undefined || src === undefined) return []
    const url = resolveUrl({ site, page }, src)
    const script = url?.origin === site.origin ? site.scripts.get(url.pathname) : undefined
    return script ? [{ ...script, timing, index }] : []
  })
  return [...page.scripts, ...files]
}

export function placeOf({ file }: Pick<Page, 'file'>, element: Element): Place {
  return { file, line: lineOf(element) }
}
