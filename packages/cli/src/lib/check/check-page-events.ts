import type { Finding } from '@conversion-capi/content'
import { tryCall } from '@conversion-capi/meta/terminal'
import { parseExpressionAt } from 'acorn'

import { attribute, timingOf } from '../site/elements.ts'
import {
  DYNAMIC,
  evaluate,
  NO_VARIABLES,
  isStaticObject,
  type StaticValue,
} from '../site/script/static-value.ts'
import { type CheckedPage, placeOf, trackerPath } from '../site/site.ts'
import { nationalPhoneOption } from './calling-code.ts'
import { checkCalls, checkEvent } from './check-calls.ts'
import { finding } from './check-rules.ts'

export function* checkPageScripts(checked: CheckedPage): Generator<Finding> {
  for (const script of checked.page.scripts) yield* checkCalls(checked.site, script)
  yield* checkOrder(checked)
  yield* checkPhoneFields(checked)
}

/** Finds calls that run while the page loads, before the tracker does. */
function* checkOrder({ site, page, trackers, calls }: CheckedPage): Generator<Finding> {
  const { name } = site.tracker
  const [tracker] = trackers
  if (!tracker) return
  const trackerIndex = page.elements.indexOf(tracker)
  const trackerOrder = ORDER[timingOf(tracker) ?? 'later']
  for (const { path, isTopLevel, place, script } of calls) {
    const [object, method = ''] = path
    const order = ORDER[script.timing]
    const isEarlier =
      order < trackerOrder || (order === trackerOrder && script.index < trackerIndex)
    if (object !== name || !isTopLevel || script.timing === 'later' || !isEarlier) continue
    // An array can take the place of the tracker, for `push`.
    if (method !== 'push') yield finding('track-too-early', place, { name, method })
  }
}

const ORDER = { parsing: 0, deferred: 1, later: 2 }

function* checkPhoneFields(checked: CheckedPage): Generator<Finding> {
  const { site, page, trackers } = checked
  const isConverted =
    site.tracker.nationalPhone ||
    trackers.some((element) => attribute(element, 'dataNationalPhone') !== undefined)
  if (isConverted || !sendsPhones(checked)) return
  const field = page.elements.find((element) => {
    const isPhone =
      attribute(element, 'type') === 'tel' ||
      /(?:^|\s)tel$/.test(attribute(element, 'autoComplete') ?? '')
    const hints = ['placeholder', 'pattern', 'value'].map((name) => attribute(element, name) ?? '')
    return element.tagName === 'input' && isPhone && !hints.some((hint) => HAS_PLUS.test(hint))
  })
  const option = nationalPhoneOption(site)
  if (field) yield finding('phone-national', placeOf(page, field), { option })
}

/** A hint such as `+48 601…`, or a pattern such as `\s*\+\d{7,}`. */
const HAS_PLUS = /^(?:\W|\\s)*\+/

/** Returns whether the page passes a phone number to the tracker, or data that can contain one. */
function sendsPhones({ page, calls }: CheckedPage): boolean {
  if (page.elements.some((element) => attribute(element, 'dataTrack') !== undefined)) return true
  return calls.some(({ isTrack, args: [, , data] }) => {
    if (!isTrack) return false
    return isStaticObject(data)
      ? data.isOpen || data.entries.has('phone') || data.entries.has('ph')
      : data === DYNAMIC
  })
}

export function* checkDeclarative({ site, page, trackers }: CheckedPage): Generator<Finding> {
  // The tracker that `build` creates supports `data-track` if a page uses it.
  const isOn = trackers.some(
    (element) =>
      attribute(element, 'src')!.endsWith(trackerPath(site)) ||
      attribute(element, 'dataDeclarative') !== undefined,
  )
  for (const element of page.elements) {
    const eventName = attribute(element, 'dataTrack')
    if (eventName === undefined) continue
    const place = placeOf(page, element)
    if (trackers.length > 0 && !isOn) yield finding('data-track-off', place, {})
    const on = attribute(element, 'dataTrackOn')
    if (on !== undefined && !/^(accepted|submit)$/.test(on)) {
      yield finding('data-track-on', place, { on })
    }
    const text = attribute(element, 'dataTrackData')
    const data = text === undefined ? undefined : parseData(text)
    if (text !== undefined && !isStaticObject(data)) yield finding('data-track-data', place, {})
    yield* checkEvent(eventName, data, place)
  }
}

function parseData(text: string): StaticValue {
  return tryCall(() => {
    JSON.parse(text)
    return evaluate(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }), NO_VARIABLES)
  })
}
