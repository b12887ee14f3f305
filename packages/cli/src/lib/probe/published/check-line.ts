import type { Finding } from '@conversion-capi/content'
import { showValue } from '@conversion-capi/meta/terminal'

import { checkPage } from '../../check/check-pages.ts'
import { loadsScriptOf } from '../../check/check-pixel.ts'
import type { HostSettings } from '../../check/csp/check-csp.ts'
import { findConsentPlatform } from '../../check/find-consent-platform.ts'
import { attribute, codeOf } from '../../site/elements.ts'
import { isPixelCall } from '../../site/script/parse-script.ts'
import { type CheckedPage, placeOf, type Site, toCheckedPage } from '../../site/site.ts'
import { finding, PUBLISHED } from '../probe-rules.ts'
import type { Line } from './find-line.ts'
import type { SitePage } from './read-site-pages.ts'

export function* checkLine(
  site: Site,
  page: SitePage,
  lines: Line[],
  expected: string | undefined,
): Generator<Finding> {
  if (page.isTooDeep) {
    yield finding('page-unreadable', { file: page.url }, { reason: 'it is nested too deep' })
    return
  }
  const checked = toCheckedPage(site, page)
  const damaged = lines.length === 0 ? findDamagedLines(page, expected) : []
  yield* damaged
  for (const each of checkPage(checked, policies(page))) {
    const { code = '' } = each
    if (code === 'tracker-missing' && damaged.length > 0) continue
    yield { ...each, ...PUBLISHED[code] }
  }
  yield* checkHiddenPixel(checked)
  for (const { element, tracker } of lines) {
    if (tracker.url === expected) continue
    const values = { found: showValue(tracker.url), expected: showValue(expected) }
    yield finding('line-differs', placeOf(page, element), values)
  }
  yield* checkBanner(page, lines)
}

function policies({ url, policy }: SitePage): HostSettings[] {
  const headers = new Map(policy === null ? [] : [['content-security-policy', policy]])
  return [{ file: url, rules: [{ matches: () => true, headers }] }]
}

/** Finds a line that the site builder shows as text, that has typographic quotes, or that has a misspelled host. */
function findDamagedLines(page: SitePage, expected = ''): Finding[] {
  const [name] = /\/[\w$]+\.js$/.exec(expected) ?? ['/tracker.js']
  return page.elements.flatMap((element) => {
    const text = codeOf(element).trim()
    const shown = text.startsWith('<script') ? text : ''
    const found = element.tagName === 'script' ? attribute(element, 'src') : shown
    return found?.includes(name)
      ? finding('line-damaged', placeOf(page, element), { found: showValue(found) })
      : []
  })
}

/** Finds a pixel that sends its PageView in code that is not in the page. */
function* checkHiddenPixel({ page, calls }: CheckedPage): Generator<Finding> {
  if (calls.some((call) => isPixelCall(call, 'track'))) return
  const element = page.elements.find((each) => loadsScriptOf(each, 'connect.facebook.net'))
  if (element) yield finding('pixel-hidden', placeOf(page, element), {})
}

/** A banner can only hold back what is below it. */
function* checkBanner({ elements, file }: SitePage, [line]: Line[]): Generator<Finding> {
  const { name = '', element: banner } = findConsentPlatform(elements) ?? {}
  if (!banner || !line || elements.indexOf(line.element) > elements.indexOf(banner)) return
  yield finding('consent-below', placeOf({ file }, line.element), { name })
}
