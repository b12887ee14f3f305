import type { Finding } from '@conversion-capi/content'
import { findCustomDataWarnings } from '@conversion-capi/core/event-rules'
import { findUnhashedPii, isPersonalKey, isUnhashedPii } from '@conversion-capi/core/pii'
import { EVENT_NAMES, type JsonObject } from '@conversion-capi/core/protocol'
import { type Place, showName, suggest } from '@conversion-capi/meta/terminal'

import { finding } from './check-rules.ts'
import type { PageScript } from '../site/page.ts'
import {
  DYNAMIC,
  isStaticObject,
  type StaticObject,
  type StaticValue,
  toJson,
} from '../site/script/static-value.ts'
import type { Site } from '../site/site.ts'

/** Checks the events that a script tracks. Values that are known only in the browser are not checked. */
export function* checkCalls({ tracker }: Site, script: PageScript): Generator<Finding> {
  const placeAt = (line: number): Place => ({ file: script.file, line: line + script.lineOffset })
  if (script.syntaxError) yield finding('script-syntax', placeAt(script.syntaxError.line), {})
  for (const { path, args, line } of script.calls) {
    const [eventName, customData] = args
    if (path.join('.') === `${tracker.name}.track`) {
      yield* checkEvent(eventName, customData, placeAt(line))
    }
  }
}

/** Checks an event of a call, or of the attributes of an element. */
export function* checkEvent(
  eventName: StaticValue,
  customData: StaticValue,
  place: Place,
): Generator<Finding> {
  const event = typeof eventName === 'string' ? showName(eventName) : 'the event'
  if (eventName !== DYNAMIC && !EVENT_NAMES.some((name) => name === eventName)) {
    const suggestion = suggest(String(eventName), EVENT_NAMES)
    yield finding('event-name', place, { event, suggestion })
  }
  if (customData === DYNAMIC) return
  const empty: StaticObject = { entries: new Map(), isOpen: false }
  const data = isStaticObject(customData) ? customData : empty
  if (typeof eventName === 'string') yield* checkValue(eventName, data, place)
  for (const path of findUnhashedPii(toJson(data) as JsonObject, isPersonal)) {
    yield finding('personal-data-unhashed', place, { path, event })
  }
}

/** Values that are known only in the browser are judged by their key. */
function isPersonal(key: string, value: unknown): boolean {
  return isUnhashedPii(key, value) || (value === toJson(DYNAMIC) && isPersonalKey(key))
}

/** Applies the rules of the proxy's log. What is known only in the browser counts as usable. */
function* checkValue(
  eventName: string,
  { entries, isOpen }: StaticObject,
  place: Place,
): Generator<Finding> {
  const usable = { value: 1, currency: 'EUR' }
  const known = Object.entries(usable).map(([key, other]) => {
    const value = entries.get(key)
    return [key, value === DYNAMIC || (isOpen && value === undefined) ? other : value]
  })
  for (const { key, reason } of findCustomDataWarnings(eventName, Object.fromEntries(known))) {
    yield finding(WARNING_CODES[`${key} ${reason}`]!, place, {})
  }
}

const WARNING_CODES: Record<
  string,
  'purchase-value' | 'purchase-currency' | 'value-negative' | 'currency-code'
> = {
  'custom_data.value missing': 'purchase-value',
  'custom_data.value malformed': 'value-negative',
  'custom_data.currency missing': 'purchase-currency',
  'custom_data.currency unknown': 'currency-code',
}
