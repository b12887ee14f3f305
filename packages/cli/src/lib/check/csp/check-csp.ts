import type { Finding } from '@conversion-capi/content'
import type { Place } from '@conversion-capi/meta/terminal'

import type { HeaderRule } from '../../hosts/header-rules.ts'
import { HOST_RECORDS } from '../../hosts/hosts.ts'
import { readHeaderRules } from '../../hosts/read-header-rules.ts'
import type { CompleteSiteOptions } from '../../project/site-options.ts'
import { attribute } from '../../site/elements.ts'
import type { Page } from '../../site/page.ts'
import { type CheckedPage, placeOf, resolveUrl } from '../../site/site.ts'
import { loadsScriptOf } from '../check-pixel.ts'
import { finding } from '../check-rules.ts'
import { findBlockingDirective, type Load, parseCsp } from './parse-csp.ts'

export interface HostSettings {
  file: string
  rules: HeaderRule[]
  /** Set if the file cannot be parsed, and has no rules then, or if a rule takes requests from the endpoint. */
  problem?: Finding
}

export interface SettingsFolders {
  root: string
  site: Pick<CompleteSiteOptions, 'hostFiles' | 'pages'> &
    Partial<Pick<CompleteSiteOptions, 'host' | 'framework'>>
}

export async function readHostSettings(folders: SettingsFolders): Promise<HostSettings[]> {
  const { host: name, framework } = folders.site
  // The endpoint of a framework is a route of the app.
  const host = name === undefined || framework ? undefined : HOST_RECORDS[name]
  return (await readHeaderRules(folders)).map(({ rules, ...settings }) => {
    const { file } = settings
    if (!rules) return { file, rules: [], problem: finding('host-settings', { file }, {}) }
    const isOfHost = settings.name === host?.settings
    const line = isOfHost ? host.findBlockingRule?.(settings.text) : undefined
    const problem = line === undefined ? {} : { problem: finding('host-rule', { file, line }, {}) }
    return { file, rules, ...problem }
  })
}

export function* checkCsp(checked: CheckedPage, settings: HostSettings[]): Generator<Finding> {
  for (const { value, place } of findPolicies(checked.page, settings)) {
    yield* checkPolicy(checked, value, place)
  }
}

/** Checks that the policies in one header or `<meta>` element allow the tracker. `name` is the page, for findings. */
export function* checkPolicy(
  checked: CheckedPage,
  value: string,
  place: Place,
  name = checked.page.path,
): Generator<Finding> {
  const { site } = checked
  for (const policy of parseCsp(value)) {
    for (const { code, what = '', ...load } of findLoads(checked)) {
      const directive = findBlockingDirective(policy, load, site.origin)
      if (directive === undefined) continue
      const source = load.url.origin === site.origin ? "'self'" : load.url.origin
      yield finding(code, place, { what, page: name, source, directive })
    }
  }
}

interface PageLoad extends Load {
  code: 'csp-script' | 'csp-connect' | 'csp-pixel'
  what?: string
}

function findLoads(checked: CheckedPage): PageLoad[] {
  const { site, page, trackers } = checked
  const [tracker] = trackers
  const loads: PageLoad[] = []
  if (tracker) {
    const url = resolveUrl(checked, attribute(tracker, 'src')!)!
    loads.push({ code: 'csp-script', kind: 'script', url, nonce: attribute(tracker, 'nonce') })
    loads.push({ code: 'csp-connect', kind: 'connect', url: new URL(site.endpoint) })
  }
  const usesPixel =
    site.tracker.pixel !== undefined ||
    page.elements.some((each) => loadsScriptOf(each, 'connect.facebook.net'))
  return usesPixel ? [...loads, ...PIXEL_LOADS] : loads
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
): Generator<{ value: string; place: Place }> {
  for (const element of page.elements) {
    const isPolicy = /^content-security-policy$/i.test(attribute(element, 'httpEquiv') ?? '')
    if (element.tagName !== 'meta' || !isPolicy) continue
    yield { value: attribute(element, 'content') ?? '', place: placeOf(page, element) }
  }
  for (const { file, rules } of settings) {
    for (const { matches, headers, line } of rules) {
      const value = headers.get('content-security-policy')
      if (value === undefined || !matches(page.path)) continue
      yield { value, place: { file, ...(line !== undefined && { line }) } }
    }
  }
}
