import type { Element } from 'hast'

import { lineOf, sourceOf } from '../site/elements.ts'
import type { PageScript } from '../site/page.ts'
import { isStaticObject } from '../site/script/static-value.ts'

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
  ['tarteaucitron', /\btarteaucitron(?:\.min)?\.js\b|\btarteaucitron\.(?:io\/|init\b)/],
  ['Borlabs Cookie', /\/borlabs-cookie\//],
  ['CookieScript', /\bcdn\.cookie-script\.com\//],
  ['CookieFirst', /\bconsent\.cookiefirst\.com\//],
  ['Axeptio', /\bstatic\.axept\.io\//],
  ['Termly', /\bapp\.termly\.io\//],
]

export interface ConsentPlatform {
  name: string
  /** The script of the platform. Not set if only an API that several platforms have was found. */
  element?: Element
  /** Set if it is not the page. */
  file?: string
  line: number
}

export function findConsentPlatform(
  elements: Element[],
  scripts: PageScript[] = [],
): ConsentPlatform | undefined {
  for (const [name, pattern] of PLATFORMS) {
    const element = elements.find((each) => pattern.test(sourceOf(each)))
    if (element) return { name, element, line: lineOf(element) }
  }
  // A tag manager only calls the API.
  const api = scripts.find(({ written }) => written.has('__tcfapi'))
  if (api) return { name: 'a platform of the IAB TCF', file: api.file, line: api.lineOffset + 1 }
  for (const { calls, file, lineOffset } of scripts) {
    const denial = calls.find(isDenied)
    if (denial) return { name: 'Google Consent Mode', file, line: lineOffset + denial.line }
  }
  return undefined
}

/** Returns whether a call denies Google consent until the visitor decides. Other defaults need no banner. */
function isDenied({ path, args: [command, action, types] }: PageScript['calls'][number]): boolean {
  const isDefault = path.join('.') === 'gtag' && command === 'consent' && action === 'default'
  return isDefault && isStaticObject(types) && types.entries.get('ad_storage') === 'denied'
}
