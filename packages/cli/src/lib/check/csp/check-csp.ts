import type { Finding } from '@conversion-capi/content'

import type { Place } from '../../output/rules.ts'
import { loadsScriptOf } from '../check-pixel.ts'
import { finding } from '../check-rules.ts'
import { findTrackers, lineOf } from '../check-tracker-script.ts'
import { attribute, type Page } from '../page.ts'
import { resolveUrl, type Site } from '../site.ts'
import { findBlockingDirective, type Load, parseCsp, type Policy } from './parse-csp.ts'
import type { HeaderRule } from './read-host-headers.ts'

/** The rules of a settings file of the host. */
export interface HostSettings {
  file: string
  rules: HeaderRule[]
}

/**
 * Checks that the policies of a page, in its `<meta>` elements and in the host's settings, allow the tracker.
 *
 * @yields The findings.
 */
export function* checkCsp(site: Site, page: Page, settings: HostSettings[]): Generator<Finding> {
  const loads = findLoads(site, page)
  for (const { policy, place } of findPolicies(page, settings)) {
    for (const { what, ...load } of loads) {
      const directive = findBlockingDirective(policy, load, site.origin)
      if (directive === undefined) continue
      const source = load.url.origin === site.origin ? "'self'" : load.url.origin
      const values = { page: page.path, source, directive }
      if (load.kind === 'script') yield finding('csp-script', place, { what, ...values })
      else yield finding(load.code ?? 'csp-connect', place, values)
    }
  }
}

interface PageLoad extends Load {
  what: string
  code?: 'csp-pixel'
}

function findLoads(site: Site, page: Page): PageLoad[] {
  const scripts = findTrackers(site, page).map((element) => ({
    what: 'the tracker',
    kind: 'script' as const,
    url: resolveUrl(site, page, attribute(element, 'src')!)!,
    nonce: attribute(element, 'nonce'),
  }))
  const endpoint = { what: 'the endpoint', kind: 'connect' as const, url: new URL(site.endpoint) }
  const usesPixel =
    site.tracker.pixel !== undefined ||
    page.elements.some((each) => loadsScriptOf(each, 'connect.facebook.net'))
  const what = "Meta's pixel"
  const events = { what, code: 'csp-pixel' as const, url: new URL('https://www.facebook.com/tr/') }
  const pixel: PageLoad[] = [
    {
      what,
      kind: 'script',
      url: new URL('https://connect.facebook.net/en_US/fbevents.js'),
    },
    { ...events, kind: 'image' },
    { ...events, kind: 'connect' },
  ]
  return [
    ...scripts.slice(0, 1),
    ...(scripts.length > 0 ? [endpoint] : []),
    ...(usesPixel ? pixel : []),
  ]
}

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
