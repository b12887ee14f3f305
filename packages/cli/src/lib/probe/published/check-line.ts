import type { Finding } from '@conversion-capi/content'

import { checkDeclarative } from '../../check/check-declarative.ts'
import { checkPageScripts } from '../../check/check-page-scripts.ts'
import { checkPixel, loadsScriptOf } from '../../check/check-pixel.ts'
import {
  checkTrackerScript,
  findTrackers as findElements,
  lineOf,
} from '../../check/check-tracker-script.ts'
import { attribute, timingOf } from '../../site/page.ts'
import type { Site } from '../../site/site.ts'
import { showValue } from '../../http/request.ts'
import { checkConsent, findConsentScript } from '../../check/check-consent.ts'
import { finding } from '../probe-rules.ts'
import { isReadyScript, type LoadedTracker, scriptUrl } from './find-line.ts'
import type { SitePage } from './read-site-pages.ts'

/** What `probe` calls a finding of `check` on a page whose HTML the site builder writes. */
const RENAMED = {
  'consent-not-connected': 'consent-unconnected',
  'tracker-missing': 'line-missing',
  'tracker-url': 'line-missing',
  'tracker-twice': 'line-twice',
  'page-view-twice': 'second-page-view',
} as const

/** The findings of `check` that hold on any page. The others are about files of the school. */
const KEPT: ReadonlySet<string> = new Set([
  'consent-value',
  'data-track-data',
  'data-track-off',
  'event-name',
  'event-name-missing',
  'event-name-unsupported',
  'form-code-twice',
  'lead-elsewhere',
  'personal-data-unhashed',
  'pixel-event-twice',
  'pixel-init-twice',
  'pixel-plugin',
  'purchase-data',
  'tag-manager',
  'track-too-early',
  'tracker-attribute',
  'tracker-framed',
  'tracker-module',
  'tracker-redirect',
])

/**
 * Checks the line in a page: that it is there once, for this deployment, that no other code sends a page view, and that
 * it respects the consent banner.
 *
 * @param site What the checks compare the page with.
 * @param page The page.
 * @param trackers The trackers of the site, by URL. The first is the right one.
 * @yields The findings.
 */
export function* checkLine(
  site: Site,
  page: SitePage,
  trackers: Map<string, LoadedTracker>,
): Generator<Finding> {
  if (page.isTooDeep) {
    yield finding('page-unreadable', { file: page.url }, { reason: 'it is nested too deep' })
    return
  }
  const [expected] = trackers.keys()
  const damaged = [...checkDamagedLine(site, page, expected)]
  yield* damaged
  for (const each of [
    ...checkTrackerScript(site, page),
    ...checkPageScripts(site, page),
    ...checkDeclarative(site, page),
    ...checkPixel(site, page),
    // Its other findings are those of `checkBanner`.
    ...checkConsent(site, page),
  ]) {
    const { code = '', file, line } = each
    if (Object.hasOwn(RENAMED, code)) {
      const name = RENAMED[code as keyof typeof RENAMED]
      if (name === 'line-missing' && damaged.length > 0) continue
      yield finding(name, { ...(file && { file }), ...(line && { line }) }, {})
    } else if (KEPT.has(code)) yield each
  }
  yield* checkHiddenPixel(page)
  for (const element of findElements(site, page)) {
    const { origin, pathname } = scriptUrl(page, element)!
    if (origin + pathname === expected) continue
    const place = { file: page.url, line: lineOf(element) }
    const values = { found: showValue(origin + pathname), expected: showValue(expected) }
    yield finding('line-differs', place, values)
  }
  yield* checkBanner(site, page, trackers)
}

/**
 * Finds a line that the site builder shows as text, that has typographic quotes, or that has a misspelled host.
 *
 * @yields The findings.
 */
function* checkDamagedLine(site: Site, page: SitePage, expected = ''): Generator<Finding> {
  if (findElements(site, page).length > 0) return
  const [name] = /\/[\w$]+\.js$/.exec(expected) ?? ['/tracker.js']
  for (const element of page.elements) {
    const [text] = element.children
    const shown = text?.type === 'text' && /^\s*<script/.test(text.value) ? text.value.trim() : ''
    const found = element.tagName === 'script' ? attribute(element, 'src') : shown
    if (!found?.includes(name)) continue
    yield finding(
      'line-damaged',
      { file: page.url, line: lineOf(element) },
      { found: showValue(found) },
    )
  }
}

/**
 * Finds a pixel that sends its PageView in code that is not in the page.
 *
 * @yields The finding.
 */
function* checkHiddenPixel(page: SitePage): Generator<Finding> {
  const tracks = page.scripts.some(({ calls }) =>
    calls.some(({ path, args }) => path.join('.') === 'fbq' && args[0] === 'track'),
  )
  if (tracks) return
  const element = page.elements.find((each) => loadsScriptOf(each, 'connect.facebook.net'))
  if (element) yield finding('pixel-hidden', { file: page.url, line: lineOf(element) }, {})
}

/**
 * Checks that the banner is above the line, and that the tracker waits for the decision.
 *
 * @yields The findings.
 */
function* checkBanner(
  site: Site,
  page: SitePage,
  trackers: Map<string, LoadedTracker>,
): Generator<Finding> {
  const banner = findConsentScript(page.elements)
  const [element] = findElements(site, page)
  if (!banner || !element) return
  const { name } = banner
  const place = { file: page.url, line: lineOf(element) }
  if (page.elements.indexOf(element) < page.elements.indexOf(banner.element)) {
    yield finding('consent-below', place, { name })
  }
  const { origin, pathname } = scriptUrl(page, element)!
  const tracker = trackers.get(origin + pathname)!
  const waits = isReadyScript(tracker)
    ? attribute(element, 'dataConsent') !== undefined
    : tracker.texts.includes('wait')
  // The banner itself holds back a script with another type.
  if (!waits && timingOf(element) !== undefined) yield finding('consent-ignored', place, { name })
}
