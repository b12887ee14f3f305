import type { TrackerOptions } from '@conversion-capi/tracker'

import type { Project } from '../project/load-project.ts'
import { resolveUrl as resolve } from './elements.ts'
import { attribute, type Page, type PageScript, timingOf } from './page.ts'

/** What the checks need to know about a project, or about the folder of a site. */
export interface PagesProject {
  school: Pick<Project['school'], 'tracker' | 'language'> &
    Partial<Pick<Project['school'], 'url' | 'endpoint' | 'address'>>
  site: Pick<Project['site'], 'builder' | 'pages' | 'tracker'> &
    Partial<Pick<Project['site'], 'pixelId'>>
  /** Whether a framework loads the tracker with other scripts. @default false */
  isBundled?: boolean
}

/** What the checks compare the pages with. */
export interface Site {
  /** The origin of the site: `https://school.example`. */
  origin: string
  /** The options of the tracker that `build` creates. Of a published one, only the name is known. */
  tracker: TrackerOptions
  pages: Page[]
  /**
   * The URLs of the tracker, without query, if another origin serves it. By default, the site serves it, at the path
   * that `build` writes or as the ready script.
   */
  trackerUrls?: ReadonlySet<string>
  /** The first page that shows each framed page, by the path of the framed page. */
  frames: ReadonlyMap<string, Page>
  /** The paths of the pages whose page view another page sends. They need no tracker. */
  parts: ReadonlySet<string>
  /** What only the files of the site show. A published site shows its pages. */
  source?: SiteSource
}

/** The files of a site, and what its project says about them. */
export interface SiteSource {
  /** The URL that the tracker posts events to. */
  endpoint: string
  /** The pixel ID of the configuration or of the pages, if they have one. */
  pixelId: string | undefined
  /** Whether a framework loads the tracker with other scripts, so that no page needs its `<script>`. */
  isBundled: boolean
  /** The calling code of the school's country, as an example. */
  countryCode: string
  /** The scripts in files, by the path of their URL. The tracker is not among them. */
  scripts: Map<string, PageScript>
}

export function trackerPath({ tracker }: Site): string {
  return `/${tracker.name}.js`
}

/** Returns the URL that a reference in a page leads to, or `undefined` if it is malformed. */
export function resolveUrl(site: Pick<Site, 'origin'>, page: Page, href: string): URL | undefined {
  return resolve(page.elements, site.origin + page.path, href)
}

/** Returns the inline scripts of a page, its event handlers, and the scripts in files of the site that it loads. */
export function scriptsOfPage(site: Site, page: Page): PageScript[] {
  const files = page.elements.flatMap((element, index) => {
    const timing = timingOf(element)
    const src = attribute(element, 'src')
    if (timing === undefined || src === undefined) return []
    const url = resolveUrl(site, page, src)
    const script = url?.origin === site.origin ? site.source?.scripts.get(url.pathname) : undefined
    return script ? [{ ...script, timing, index }] : []
  })
  return [...page.scripts, ...files]
}
