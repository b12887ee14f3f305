import type { Finding } from '@conversion-capi/content'
import type { Element } from 'hast'

import type { Place } from '../output/rules.ts'
import { loadsScriptOf } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { findTrackers } from './check-tracker-script.ts'
import { attribute, lineOf, type Page, type PageScript, sourceOf, timingOf } from '../site/page.ts'
import { isStaticObject } from '../site/script/static-value.ts'
import { scriptsOfPage, type Site } from '../site/site.ts'

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
export function* checkConsent(site: Site, page: Page): Generator<Finding> {
  // A tracker with another type, such as `text/plain`, runs after the platform has released it.
  const trackers = findTrackers(site, page).filter((each) => timingOf(each) !== undefined)
  const scripts = scriptsOfPage(site, page)
  const platform = findPlatform(page, scripts)
  // The connection can be in a script that cannot be parsed, which another finding reports.
  const [tracker] = trackers
  if (!tracker || scripts.some((each) => each.syntaxError)) return
  const waits =
    site.tracker.consent === 'wait' ||
    trackers.every((each) => attribute(each, 'dataConsent') !== undefined)
  const hasTildaBlock =
    [site.tracker.platform].flat().includes('tilda') &&
    page.elements.some((each) => attribute(each, 'dataRecordType') === '972')
  const isConnected =
    hasTildaBlock ||
    scripts.some(({ calls }) =>
      calls.some(({ path }) => path.length > 1 && path.at(-1) === 'consent'),
    )
  const hasTagManager = page.elements.some((each) => loadsScriptOf(each, 'googletagmanager.com'))
  if (waits && !isConnected && !hasTagManager) {
    const place = platform?.place ?? { file: page.file, line: lineOf(tracker) }
    const asked = platform ? ` of ${platform.name}` : ''
    yield finding('consent-not-connected', place, { asked })
  }
  // A script in a file can pass the decision.
  if (waits || !platform || !site.source) return
  const code = isConnected ? 'consent-not-awaited' : 'consent-ignored'
  yield finding(code, platform.place, { platform: platform.name })
}

/** Finds the consent platform that a page loads with a script of its own. */
export function findConsentScript(elements: Element[]): ConsentScript | undefined {
  for (const [name, pattern] of PLATFORMS) {
    const element = elements.find((each) => pattern.test(sourceOf(each)))
    if (element) return { name, element, line: lineOf(element) }
  }
}

interface ConsentScript {
  name: string
  element: Element
  line: number
}

interface Platform {
  name: string
  place: Place
}

/** Returns the first platform of a page. APIs that several platforms have come last. */
function findPlatform(page: Page, scripts: PageScript[]): Platform | undefined {
  const loaded = findConsentScript(page.elements)
  if (loaded) return { name: loaded.name, place: { file: page.file, line: loaded.line } }
  for (const { assigned, properties, file, lineOffset } of scripts) {
    if (!assigned.has('__tcfapi') && !properties.has('__tcfapi')) continue
    return { name: 'a platform of the IAB TCF', place: { file, line: lineOffset + 1 } }
  }
  for (const { calls, file, lineOffset } of scripts) {
    const denial = calls.find(isDenied)
    const place = { file, line: lineOffset + (denial?.line ?? 0) }
    if (denial) return { name: 'Google Consent Mode', place }
  }
}

/** Returns whether a call denies Google consent until the visitor decides. Other defaults need no banner. */
function isDenied({ path, args: [command, action, types] }: PageScript['calls'][number]): boolean {
  const isDefault = path.join('.') === 'gtag' && command === 'consent' && action === 'default'
  return isDefault && isStaticObject(types) && types.entries.get('ad_storage') === 'denied'
}
