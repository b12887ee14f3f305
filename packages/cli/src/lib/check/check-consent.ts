import type { Finding } from '@conversion-capi/content'

import { attribute, timingOf } from '../site/elements.ts'
import { type CheckedPage, placeOf } from '../site/site.ts'
import { loadsScriptOf } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { findConsentPlatform } from './find-consent-platform.ts'

/** A page is connected if one of its scripts calls a function named `consent` of an object. */
export function* checkConsent(checked: CheckedPage): Generator<Finding> {
  const { site, page, scripts, calls } = checked
  // A tracker with another type, such as `text/plain`, runs after the platform has released it.
  const trackers = checked.trackers.filter((each) => timingOf(each) !== undefined)
  const [tracker] = trackers
  if (!tracker) return
  const platform = findConsentPlatform(page.elements, scripts)
  const place = platform && { file: platform.file ?? page.file, line: platform.line }
  const waits =
    site.tracker.consent === 'wait' ||
    trackers.every((each) => attribute(each, 'dataConsent') !== undefined)
  const hasTildaBlock =
    [site.tracker.platform].flat().includes('tilda') &&
    page.elements.some((each) => attribute(each, 'dataRecordType') === '972')
  const isConnected =
    hasTildaBlock || calls.some(({ path }) => path.length > 1 && path.at(-1) === 'consent')
  // The connection can be in a script that cannot be parsed.
  const isUnparsed = scripts.some((each) => each.syntaxError)
  if (waits && !isConnected) {
    const hasTagManager = page.elements.some((each) => loadsScriptOf(each, 'googletagmanager.com'))
    const isUnknown = isUnparsed || hasTagManager
    const code = isUnknown ? 'consent-unconnected' : 'consent-not-connected'
    const asked = platform ? ` of ${platform.name}` : ''
    yield finding(code, place ?? placeOf(page, tracker), { asked })
  }
  // A script that is not read can pass the decision.
  if (waits || !place || isUnparsed) return
  const code = isConnected ? 'consent-not-awaited' : 'consent-ignored'
  yield finding(code, place, { platform: platform.name })
}
