import type { Finding } from '@conversion-capi/content'

import { nationalPhoneOption } from './calling-code.ts'
import { checkCalls } from './check-calls.ts'
import { finding } from './check-rules.ts'
import { findTrackers } from './check-tracker-script.ts'
import { attribute, lineOf, type Page, timingOf } from '../site/page.ts'
import { DYNAMIC, isStaticObject } from '../site/script/static-value.ts'
import { scriptsOfPage, type Site } from '../site/site.ts'

/** Checks the calls of the tracker in a page: in its scripts and event handlers. */
export function* checkPageScripts(site: Site, page: Page): Generator<Finding> {
  for (const script of page.scripts) yield* checkCalls(site, script)
  yield* checkOrder(site, page)
  yield* checkPhoneFields(site, page)
}

/** Finds calls that run while the page loads, before the tracker does. */
function* checkOrder(site: Site, page: Page): Generator<Finding> {
  const { name } = site.tracker
  const scripts = scriptsOfPage(site, page)
  const [tracker] = findTrackers(site, page)
  if (!tracker) return
  const trackerIndex = page.elements.indexOf(tracker)
  const trackerOrder = ORDER[timingOf(tracker) ?? 'later']
  for (const { calls, timing, index, file, lineOffset } of scripts) {
    const order = ORDER[timing]
    const isEarlier = order < trackerOrder || (order === trackerOrder && index < trackerIndex)
    if (timing === 'later' || !isEarlier) continue
    for (const { path, isTopLevel, line } of calls) {
      const [object, method = ''] = path
      // An array can take the place of the tracker, for `push`.
      if (object !== name || method === 'push' || !isTopLevel) continue
      yield finding('track-too-early', { file, line: line + lineOffset }, { name, method })
    }
  }
}

const ORDER = { parsing: 0, deferred: 1, later: 2 }

/** Reports the first field for a phone number whose hint does not show a country code. */
function* checkPhoneFields(site: Site, page: Page): Generator<Finding> {
  const { source } = site
  const ready = findTrackers(site, page)
  const isConverted = ready.some((element) => attribute(element, 'dataNationalPhone') !== undefined)
  if (!source || site.tracker.nationalPhone || isConverted || !sendsPhones(site, page)) return
  const field = page.elements.find((element) => {
    const isPhone =
      attribute(element, 'type') === 'tel' ||
      /(?:^|\s)tel$/.test(attribute(element, 'autoComplete') ?? '')
    const hints = ['placeholder', 'pattern', 'value'].map((name) => attribute(element, name) ?? '')
    return element.tagName === 'input' && isPhone && !hints.some((hint) => /^\W*\+/.test(hint))
  })
  if (!field) return
  const place = { file: page.file, line: lineOf(field) }
  yield finding('phone-national', place, { option: nationalPhoneOption(source) })
}

/** Returns whether the page passes a phone number to the tracker, or data that can contain one. */
function sendsPhones(site: Site, page: Page): boolean {
  if (page.elements.some((element) => attribute(element, 'dataTrack') !== undefined)) return true
  return scriptsOfPage(site, page).some(({ calls }) =>
    calls.some(({ path, args: [, , data] }) => {
      if (path.join('.') !== `${site.tracker.name}.track`) return false
      return isStaticObject(data)
        ? data.isOpen || data.entries.has('phone') || data.entries.has('ph')
        : data === DYNAMIC
    }),
  )
}
