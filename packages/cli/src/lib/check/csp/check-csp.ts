import type { Finding } from '@conversion-capi/content'
import type { Element } from 'hast'

import type { Place } from '../../output/rules.ts'
import { loadsScriptOf } from '../check-pixel.ts'
import { finding } from '../check-rules.ts'
import { findTrackers } from '../check-tracker-script.ts'
import { attribute, lineOf, type Page } from '../../site/page.ts'
import { resolveUrl, type Site } from '../../site/site.ts'
import { findBlockingDirective, type Load, parseCsp, type Policy } from './parse-csp.ts'
import type { HostSettings } from './read-host-settings.ts'

/** Checks that the policies of a page, in its `<meta>` elements and in the host's settings, allow the tracker. */
export function* checkCsp(site: Site, page: Page, settings: HostSettings[]): Generator<Finding> {
  const loads = findLoads(site, page)
  for (const { policy, place } of findPolicies(page, settings)) {
    for (const { code, what = '', ...load } of loads) {
      const directive = findBlockingDirective(policy, load, site.origin)
      if (directive === undefined) continue
      const source = load.url.origin === site.origin ? "'self'" : load.url.origin
      yield finding(code, place, { what, page: page.path, source, directive })
    }
  }
}

interface PageLoad extends Load {
  /** The finding if it is blocked. */
  code: 'csp-script' | 'csp-connect' | 'csp-pixel'
  /** What the pixel loads. */
  what?: string
}

function findLoads(site: Site, page: Page): PageLoad[] {
  const { source } = site
  const [tracker] = findTrackers(site, page)
  const usesPixel =
    site.tracker.pixel !== undefined ||
    page.elements.some((each) => loadsScriptOf(each, 'connect.facebook.net'))
  return [
    ...(tracker ? [scriptLoad(site, page, tracker)] : []),
    ...(tracker && source
      ? [{ code: 'csp-connect', kind: 'connect', url: new URL(source.endpoint) } as const]
      : []),
    ...(usesPixel ? PIXEL_LOADS : []),
  ]
}

function scriptLoad(site: Site, page: Page, tracker: Element): PageLoad {
  const url = resolveUrl(site, page, attribute(tracker, 'src')!)!
  return { code: 'csp-script', kind: 'script', url, nonce: attribute(tracker, 'nonce') }
}

const PIXEL_SCRIPT = new URL('https://connect.facebook.net/en_US/fbevents.js')
const PIXEL_EVENTS = new URL('https://www.facebook.com/tr/')
const PIXEL_LOADS: PageLoad[] = [
  { code: 'csp-pixel', what: "Meta's pixel", kind: 'script', url: PIXEL_SCRIPT },
  { code: 'csp-pixel', what: "the events of Meta's pixel", kind: 'image', url: PIXEL_EVENTS },
  { code: 'csp-pixel', what: "the events of Meta's pixel", kind: 'connect', url: PIXEL_EVENTS },
]

function* findPolicies(
  page: Page,
  settings: HostSettings[],
): Generator<{ policy: Policy; place: Place }> {
  for (const element of page.elements) {
    const isPolicy = /^content-security-policy$/i.test(attribute(element, 'httpEquiv') ?? '')
    if (element.tagName !== 'meta' || !isPolicy) continue
    const place = { file: page.file, line: lineOf(element) }
    for (const policy of parseCsp(attribute(element, 'content') ?? '')) yield { policy, place }
  }
  for (const { file, rules } of settings) {
    for (const { matches, headers, line } of rules) {
      const value = headers.get('content-security-policy')
      if (value === undefined || !matches(page.path)) continue
      const place = { file, ...(line !== undefined && { line }) }
      for (const policy of parseCsp(value)) yield { policy, place }
    }
  }
}
