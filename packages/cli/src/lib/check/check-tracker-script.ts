import type { Finding } from '@conversion-capi/content'
import type * as hast from 'hast'

import { findNearest, suggest } from '../output/did-you-mean.ts'
import { showName } from '../output/rules.ts'
import { finding } from './check-rules.ts'
import { attribute, lineOf, type Page } from '../site/page.ts'
import { resolveUrl, type Site, trackerPath } from '../site/site.ts'

/** The attributes of the ready script that only `tracker.full.js` and `tracker.debug.js` have. */
const FULL_ATTRIBUTES = [
  'data-national-phone',
  'data-advanced-matching',
  'data-limited-data-use',
  'data-auto-config',
]

/** The attributes of the ready script, by the names that the HTML parser returns. */
export const READY_ATTRIBUTES: readonly string[] = [
  'data-name',
  'data-endpoint',
  'data-page-view',
  'data-consent',
  'data-global-privacy-control',
  'data-query-parameters',
  'data-debug',
  'data-pixel',
  'data-single-page',
  'data-declarative',
  ...FULL_ATTRIBUTES,
]

/** The attributes with which consent platforms are told to leave a script alone. */
const PLATFORM_ATTRIBUTES = new Set([
  'data-cookieconsent',
  'data-cookieyes',
  'data-ot-ignore',
  'data-uc-allowed',
])

/**
 * Returns the `<script>` elements of a page that load a tracker: the one that `build` creates, or the ready script.
 */
export function findTrackers(site: Site, page: Page): hast.Element[] {
  return page.elements.filter((element) => {
    const src = attribute(element, 'src')
    if (element.tagName !== 'script' || src === undefined) return false
    const url = resolveUrl(site, page, src)
    if (site.trackerUrls)
      return url !== undefined && site.trackerUrls.has(url.origin + url.pathname)
    return (
      url?.origin === site.origin &&
      (url.pathname === trackerPath(site) || isReadyPath(url.pathname))
    )
  })
}

/** Returns whether a path leads to the ready script. */
export function isReadyPath(path: string): boolean {
  return /\/tracker(?:\.full|\.debug)?\.js$/.test(path)
}

/**
 * Checks that a page loads the tracker once, from the right URL, as a classic script. A page whose page view another
 * page sends needs none.
 */
export function* checkTrackerScript(site: Site, page: Page): Generator<Finding> {
  const { file } = page
  const src = trackerPath(site)
  const trackers = findTrackers(site, page)
  const wrong = trackers.length === 0 && !site.trackerUrls ? findMisspelled(site, page) : undefined
  if (wrong) {
    const found = attribute(wrong, 'src')!
    yield finding('tracker-url', { file, line: lineOf(wrong) }, { src: found, expected: src })
  } else if (trackers.length === 0 && !isUntracked(site, page)) {
    yield finding('tracker-missing', { file }, { src })
  }
  for (const element of trackers) yield* checkPassage(site, page, element)
  for (const element of trackers.slice(1)) {
    yield finding('tracker-twice', { file, line: lineOf(element) }, {})
  }
  for (const element of trackers) yield* checkAttributes(site, page, element)
}

/** The generated page for unknown paths has no tracker either. */
function isUntracked(site: Site, page: Page): boolean {
  return site.source?.isBundled || page.path === '/404.html' || site.parts.has(page.path)
}

/** Reports a tracker whose page view counts in addition to another page's. */
function* checkPassage(site: Site, page: Page, element: hast.Element): Generator<Finding> {
  if (attribute(element, 'dataPageView') === 'false' || site.tracker.pageView === false) return
  const place = { file: page.file, line: lineOf(element) }
  const frame = site.frames.get(page.path)
  if (frame) yield finding('tracker-framed', place, { page: frame.path })
  else if (page.isRedirect) yield finding('tracker-redirect', place, {})
}

/** Finds a relative URL that leads to another folder, and a misspelled name. */
function findMisspelled(site: Site, page: Page): hast.Element | undefined {
  const name = `${site.tracker.name}.js`
  return page.elements.find((element) => {
    const src = attribute(element, 'src')
    const url = src === undefined ? undefined : resolveUrl(site, page, src)
    if (element.tagName !== 'script' || url?.origin !== site.origin) return false
    if (site.source?.scripts.has(url.pathname)) return false
    const found = url.pathname.split('/').at(-1)!
    return found === name || findNearest(found, [name]) !== undefined
  })
}

function* checkAttributes(site: Site, page: Page, element: hast.Element): Generator<Finding> {
  const place = { file: page.file, line: lineOf(element) }
  const names = Object.keys(element.properties)
    .filter((name) => /^data[A-Z]/.test(name))
    .map((name) => name.replaceAll(/[A-Z]/g, '-$&').toLowerCase())
  const { pathname } = resolveUrl(site, page, attribute(element, 'src')!)!
  // The script that `build` creates reads no attributes.
  if (!isReadyPath(pathname) || pathname === trackerPath(site)) return
  if (attribute(element, 'type') === 'module') yield finding('tracker-module', place, {})
  for (const name of names) {
    if (FULL_ATTRIBUTES.includes(name) && pathname.endsWith('/tracker.js')) {
      yield finding('tracker-full', place, { attribute: name })
    }
    if (READY_ATTRIBUTES.includes(name) || PLATFORM_ATTRIBUTES.has(name)) continue
    yield finding('tracker-attribute', place, {
      attribute: showName(name),
      suggestion: suggest(name, READY_ATTRIBUTES),
    })
  }
}
