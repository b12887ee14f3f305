import type { Finding } from '@conversion-capi/content'
import { parseExpressionAt } from 'acorn'

import { showName } from '../output/rules.ts'
import { attribute } from '../site/page.ts'
import { evaluate, isStaticObject, type StaticValue } from '../site/script/static-value.ts'
import { type CheckedPage, placeOf, trackerPath } from '../site/site.ts'
import { checkCustomData, checkEventName } from './check-calls.ts'
import { finding } from './check-rules.ts'

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
    yield* checkEventName(eventName, place)
    const text = attribute(element, 'dataTrackData')
    const data = text === undefined ? undefined : parseData(text)
    if (text !== undefined && !isStaticObject(data)) yield finding('data-track-data', place, {})
    else yield* checkCustomData(eventName, showName(eventName), data, place)
  }
}

function parseData(text: string): StaticValue {
  try {
    JSON.parse(text)
    return evaluate(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }), new Map())
  } catch {
    return undefined
  }
}
