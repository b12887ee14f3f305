import type { Finding } from '@conversion-capi/content'

import { checkPage, sortByLine } from '../../check/check-pages.ts'
import { loadsScriptOf } from '../../check/check-pixel.ts'
import { findTrackers as findElements } from '../../check/check-tracker-script.ts'
import type { HostSettings } from '../../check/csp/read-host-settings.ts'
import { attribute, lineOf, timingOf } from '../../site/page.ts'
import type { Site } from '../../site/site.ts'
import { showValue } from '../../http/request.ts'
import { findConsentScript } from '../../check/check-consent.ts'
import { finding } from '../probe-rules.ts'
import { PUBLISHED_FIXES } from './published-rules.ts'
import { isReadyScript, type LoadedTracker, scriptUrl } from './find-line.ts'
import type { SitePage } from './read-site-pages.ts'

/**
 * Checks a page with the rules of `check`, and that its line is for this deployment and respects the consent banner.
 *
 * @param trackers The trackers of the site, by URL. The first is the right one.
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
  for (const each of sortByLine([...checkPage(site, page, policies(page))])) {
    const { code = '', file = page.url, line } = each
    if (code === 'tracker-missing' && damaged.length > 0) continue
    // A script in another file can pass the decision.
    if (code === 'consent-not-connected') yield finding('consent-unconnected', { file, line }, {})
    else yield { ...each, ...(PUBLISHED_FIXES[code] && { fix: PUBLISHED_FIXES[code] }) }
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

function policies({ url, policy }: SitePage): HostSettings[] {
  const headers = new Map(policy === null ? [] : [['content-security-policy', policy]])
  return [{ file: url, rules: [{ matches: () => true, headers }] }]
}

/** Finds a line that the site builder shows as text, that has typographic quotes, or that has a misspelled host. */
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

/** Finds a pixel that sends its PageView in code that is not in the page. */
function* checkHiddenPixel(page: SitePage): Generator<Finding> {
  const tracks = page.scripts.some(({ calls }) =>
    calls.some(({ path, args }) => path.join('.') === 'fbq' && args[0] === 'track'),
  )
  if (tracks) return
  const element = page.elements.find((each) => loadsScriptOf(each, 'connect.facebook.net'))
  if (element) yield finding('pixel-hidden', { file: page.url, line: lineOf(element) }, {})
}

/** Checks that the banner is above the line, and that the tracker waits for the decision. */
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
