import type { Finding } from '@conversion-capi/content'
import type { Element } from 'hast'

import type { Place } from '../output/rules.ts'
import { attribute, lineOf, sourceOf, timingOf } from '../site/page.ts'
import { isStaticObject } from '../site/script/static-value.ts'
import { type CheckedPage, type PageCall, placeOf } from '../site/site.ts'
import { loadsScriptOf } from './check-pixel.ts'
import { finding } from './check-rules.ts'

/** The scripts of consent platforms: URLs that a page loads, or that the code in a page contains. */
const PLATFORMS: [name: string, script: RegExp][] = [
  ['Cookiebot', /\bconsent\.cookiebot\.(?:com|eu)\//],
  ['OneTrust', /\bcdn\.cookielaw\.org\/|\/(?:otSDKStub|OtAutoBlock)\.js\b/],
  ['Usercentrics', /\b(?:app|privacy-proxy|web\.cmp)\.usercentrics\.eu\//],
  ['Klaro', /(?:^|[\s/"'])klaro(?:-no-[a-z-]+)?(?:\.min)?\.js\b/],
  ['vanilla-cookieconsent', /\bcookieconsent\.(?:umd|esm)\.js\b|\bvanilla-cookieconsent\b/],
  ['Complianz', /\/complianz-gdpr(?:-premium)?\//],
  ['consentmanager', /\bdelivery\.consentmanager\.net\//],
  ['CookieYes', /\bcdn-cookieyes\.com\//],
  ['Didomi', /\bsdk\.privacy-center\.org\//],
  ['iubenda', /\bcs?(?:dn)?\.iubenda\.com\//],
  ['tarteaucitron', /\btarteaucitron(?:\.min)?\.js\b/],
  ['Borlabs Cookie', /\/borlabs-cookie\//],
  ['CookieScript', /\bcdn\.cookie-script\.com\//],
  ['CookieFirst', /\bconsent\.cookiefirst\.com\//],
  ['Axeptio', /\bstatic\.axept\.io\//],
  ['Termly', /\bapp\.termly\.io\//],
]

/**
 * Finds a consent platform whose decision does not reach the tracker, and a tracker that waits although nothing can
 * grant consent. A page is connected if one of its scripts calls a function named `consent` of an object.
 */
export function* checkConsent(checked: CheckedPage): Generator<Finding> {
  const { site, page, scripts, calls } = checked
  // A tracker with another type, such as `text/plain`, runs after the platform has released it.
  const trackers = checked.trackers.filter((each) => timingOf(each) !== undefined)
  const [tracker] = trackers
  // The connection can be in a script that cannot be parsed, which another finding reports.
  if (!tracker || scripts.some((each) => each.syntaxError)) return
  const platform = findPlatform(checked)
  const waits =
    site.tracker.consent === 'wait' ||
    trackers.every((each) => attribute(each, 'dataConsent') !== undefined)
  const hasTildaBlock =
    [site.tracker.platform].flat().includes('tilda') &&
    page.elements.some((each) => attribute(each, 'dataRecordType') === '972')
  const isConnected =
    hasTildaBlock || calls.some(({ path }) => path.length > 1 && path.at(-1) === 'consent')
  const hasTagManager = page.elements.some((each) => loadsScriptOf(each, 'googletagmanager.com'))
  if (waits && !isConnected && !hasTagManager) {
    const asked = platform ? ` of ${platform.name}` : ''
    yield finding('consent-not-connected', platform?.place ?? placeOf(page, tracker), { asked })
  }
  // A script in a file can pass the decision.
  if (waits || !platform || !site.source) return
  const code = isConnected ? 'consent-not-awaited' : 'consent-ignored'
  yield finding(code, platform.place, { platform: platform.name })
}

/** Finds the consent platform that a page loads with a script of its own. */
export function findConsentScript(
  elements: Element[],
): { name: string; element: Element; line: number } | undefined {
  for (const [name, pattern] of PLATFORMS) {
    const element = elements.find((each) => pattern.test(sourceOf(each)))
    if (element) return { name, element, line: lineOf(element) }
  }
}

/** Returns the first platform of a page. APIs that several platforms have come last. */
function findPlatform(checked: CheckedPage): { name: string; place: Place } | undefined {
  const { page, scripts, calls } = checked
  const loaded = findConsentScript(page.elements)
  if (loaded) return { name: loaded.name, place: placeOf(page, loaded.element) }
  const api = scripts.find(
    ({ assigned, properties }) => assigned.has('__tcfapi') || properties.has('__tcfapi'),
  )
  if (api) {
    const place = { file: api.file, line: api.lineOffset + 1 }
    return { name: 'a platform of the IAB TCF', place }
  }
  const denial = calls.find(isDenied)
  return denial && { name: 'Google Consent Mode', place: denial.place }
}

/** Returns whether a call denies Google consent until the visitor decides. Other defaults need no banner. */
function isDenied({ name, args: [command, action, types] }: PageCall): boolean {
  const isDefault = name === 'gtag' && command === 'consent' && action === 'default'
  return isDefault && isStaticObject(types) && types.entries.get('ad_storage') === 'denied'
}
