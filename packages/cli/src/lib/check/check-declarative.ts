import type { Finding } from '@conversion-capi/content'
import type * as hast from 'hast'

import { showName } from '../output/rules.ts'
import { checkCustomData, checkEventName } from './check-calls.ts'
import { finding } from './check-rules.ts'
import { findTrackers } from './check-tracker-script.ts'
import { attribute, lineOf, type Page } from '../site/page.ts'
import { evaluate, isStaticObject, type StaticValue } from '../site/script/static-value.ts'
import { type Site, trackerPath } from '../site/site.ts'
import { parseExpressionAt } from 'acorn'

/** Checks the elements with `data-track`. */
export function* checkDeclarative(site: Site, page: Page): Generator<Finding> {
  const trackers = findTrackers(site, page)
  const isOn = trackers.some(
    (element) =>
      !isReadyScript(site, element) || attribute(element, 'dataDeclarative') !== undefined,
  )
  for (const element of page.elements) {
    const eventName = attribute(element, 'dataTrack')
    if (eventName === undefined) continue
    const place = { file: page.file, line: lineOf(element) }
    if (trackers.length > 0 && !isOn) yield finding('data-track-off', place, {})
    yield* checkEventName(eventName, place)
    yield* checkData(element, eventName, place)
  }
}

/** The tracker that `build` creates supports `data-track` if a page uses it. */
function isReadyScript(site: Site, element: hast.Element): boolean {
  return !attribute(element, 'src')!.endsWith(trackerPath(site))
}

function* checkData(
  element: hast.Element,
  eventName: string,
  place: { file: string; line: number },
): Generator<Finding> {
  const text = attribute(element, 'dataTrackData')
  const data = text === undefined ? undefined : parseData(text)
  if (text !== undefined && !isStaticObject(data)) {
    yield finding('data-track-data', place, {})
    return
  }
  yield* checkCustomData(eventName, showName(eventName), data, place)
}

function parseData(text: string): StaticValue {
  try {
    JSON.parse(text)
    return evaluate(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }), new Map())
  } catch {
    return undefined
  }
}
