import type { Finding } from '@conversion-capi/content'
import { findNearest, showName, suggest } from '@conversion-capi/meta/terminal'
import { READY_ATTRIBUTES } from '@conversion-capi/tracker'
import type { Element } from 'hast'

import { attribute, timingOf } from '../site/elements.ts'
import { isPart } from '../site/page-roles.ts'
import { type CheckedPage, isReadyPath, placeOf, resolveUrl, trackerPath } from '../site/site.ts'
import { finding } from './check-rules.ts'
import { findConsentPlatform } from './find-consent-platform.ts'

/** The attributes with which consent platforms are told to leave a script alone. */
const PLATFORM_ATTRIBUTES = new Set([
  'data-cookieconsent',
  'data-cookieyes',
  'data-ot-ignore',
  'data-uc-allowed',
])

export function* checkTrackerScript(checked: CheckedPage): Generator<Finding> {
  const { site, page, trackers } = checked
  const src = trackerPath(site)
  // The generated page for unknown paths has no tracker either.
  const isUntracked = page.path === '/404.html' || isPart(page, site.frames)
  const wrong = trackers.length === 0 ? findMisspelled(checked) : undefined
  if (wrong) {
    const values = { src: attribute(wrong, 'src')!, expected: src }
    yield finding('tracker-url', placeOf(page, wrong), values)
  } else if (trackers.length === 0 && !isUntracked) {
    yield finding('tracker-missing', { file: page.file }, { src })
  }
  for (const element of trackers) yield* checkPassage(checked, element)
  for (const element of trackers.slice(1)) {
    yield finding('tracker-twice', placeOf(page, element), {})
  }
  for (const element of trackers) yield* checkAttributes(checked, element)
  yield* checkTypes(checked)
}

/** Reports a tracker that no browser runs, unless a consent platform of the page can start it. */
function* checkTypes({ page, trackers, scripts }: CheckedPage): Generator<Finding> {
  for (const element of trackers) {
    const type = attribute(element, 'type')
    const found =
      attribute(element, 'noModule') !== undefined
        ? 'nomodule'
        : timingOf(element) === undefined && `type="${type}"`
    if (!found) continue
    // A script of the site can start it, too: it selects the elements with this type.
    const isNamed = (value: unknown) => typeof value === 'string' && value.includes(type!)
    const isStarted =
      found !== 'nomodule' &&
      (findConsentPlatform(page.elements, scripts) ||
        scripts.some(({ calls }) => calls.some(({ args }) => args.some(isNamed))))
    if (!isStarted) yield finding('tracker-type', placeOf(page, element), { attribute: found })
  }
}

/** Reports a tracker whose page view counts in addition to another page's. */
function* checkPassage({ site, page }: CheckedPage, element: Element): Generator<Finding> {
  if (attribute(element, 'dataPageView') === 'false' || site.tracker.pageView === false) return
  const frame = site.frames.get(page.path)
  if (frame) yield finding('tracker-framed', placeOf(page, element), { page: frame.path })
  else if (page.isRedirect) yield finding('tracker-redirect', placeOf(page, element), {})
}

function findMisspelled(checked: CheckedPage): Element | undefined {
  const { site, page } = checked
  const name = `${site.tracker.name}.js`
  return page.elements.find((element) => {
    const src = attribute(element, 'src')
    const url = src === undefined ? undefined : resolveUrl(checked, src)
    if (element.tagName !== 'script' || url?.origin !== site.origin) return false
    if (site.scripts.has(url.pathname)) return false
    const found = url.pathname.split('/').at(-1)!
    return found === name || findNearest(found, [name]) !== undefined
  })
}

function* checkAttributes(checked: CheckedPage, element: Element): Generator<Finding> {
  const { pathname } = resolveUrl(checked, attribute(element, 'src')!)!
  // The script that `build` creates reads no attributes.
  if (!isReadyPath(pathname) || pathname === trackerPath(checked.site)) return
  const place = placeOf(checked.page, element)
  if (attribute(element, 'type') === 'module') yield finding('tracker-module', place, {})
  for (const property of Object.keys(element.properties)) {
    if (!/^data[A-Z]/.test(property)) continue
    const name = property.replaceAll(/[A-Z]/g, '-$&').toLowerCase()
    if (READY_ATTRIBUTES.get(name) && pathname.endsWith('/tracker.js')) {
      yield finding('tracker-full', place, { attribute: name })
    }
    if (READY_ATTRIBUTES.has(name) || PLATFORM_ATTRIBUTES.has(name)) continue
    const suggestion = suggest(name, [...READY_ATTRIBUTES.keys()])
    const values = { attribute: showName(name), suggestion }
    yield finding('tracker-attribute', place, values)
  }
}
