import type { Finding } from '@conversion-capi/content'
import {
  findCustomDataWarnings,
  type OTHER_STANDARD_EVENTS,
} from '@conversion-capi/core/event-rules'
import { findUnhashedPii, isPersonalKey, isUnhashedPii } from '@conversion-capi/core/pii'
import { EVENT_NAMES, type EventName, type JsonObject } from '@conversion-capi/core/protocol'
import { findNearest, type Place, showName, suggest } from '@conversion-capi/meta/terminal'
import type { Pii } from '@conversion-capi/tracker/client'

import { finding } from './check-rules.ts'
import type { PageScript } from '../site/page.ts'
import {
  DYNAMIC,
  isStaticObject,
  type StaticObject,
  type StaticValue,
  toJson,
} from '../site/script/static-value.ts'
import { nationalPhoneOption } from './calling-code.ts'
import type { Site } from '../site/site.ts'

const METHODS = ['track', 'consent']

const PERSONAL_KEYS = Object.keys({
  email: true,
  phone: true,
  firstName: true,
  lastName: true,
  externalId: true,
  em: true,
  ph: true,
  fn: true,
  ln: true,
  external_id: true,
} satisfies Record<keyof Pii, true>)

/** Checks the calls of the tracker in a script. Values that are known only in the browser are not checked. */
export function* checkCalls(site: Site, script: PageScript): Generator<Finding> {
  const { name } = site.tracker
  const placeAt = (line: number): Place => ({ file: script.file, line: line + script.lineOffset })
  if (script.syntaxError) yield finding('script-syntax', placeAt(script.syntaxError.line), {})
  for (const { path, args, line } of script.calls) {
    const [object = '', method = ''] = path
    if (path.length !== 2 || (object !== name && !METHODS.includes(method))) continue
    const place = placeAt(line)
    if (object !== name) {
      // Other analytics libraries have a `track()` too. The default name is `tracker`.
      const isMisspelled = object === 'tracker' || findNearest(object, [name]) !== undefined
      const values = { found: showName(object), method, name }
      if (isMisspelled) yield finding('tracker-name', place, values)
    } else if (method === 'consent') {
      const isValid = [DYNAMIC, true, false, 'wait'].some((each) => each === args[0])
      if (!isValid) yield finding('consent-value', place, {})
    } else if (method === 'track') yield* checkTrack(site, args, place)
    else if (method !== 'push') {
      const values = { method: showName(method), suggestion: suggest(method, METHODS) }
      yield finding('tracker-method', place, values)
    }
  }
}

function* checkTrack(site: Site, args: StaticValue[], place: Place): Generator<Finding> {
  const [eventName, customData, personalData] = args
  yield* checkEventName(eventName, place)
  const event = typeof eventName === 'string' ? showName(eventName) : 'the event'
  yield* checkCustomData(eventName, event, customData, place)
  yield* checkPersonalData(site, event, personalData, place)
}

export function* checkEventName(eventName: StaticValue, place: Place): Generator<Finding> {
  if (eventName === DYNAMIC || EVENT_NAMES.some((name) => name === eventName)) return
  if (typeof eventName !== 'string' || eventName === '') {
    yield finding('event-name-missing', place, { names: EVENT_NAMES.join(', ') })
    return
  }
  const replacement = new Map<string, string>(Object.entries(UNSUPPORTED)).get(eventName)
  const suggestion = replacement ? `"${replacement}"` : suggest(eventName, EVENT_NAMES)
  const code = replacement ? 'event-name-unsupported' : 'event-name'
  yield finding(code, place, { event: showName(eventName), suggestion })
}

/** @see https://developers.facebook.com/docs/meta-pixel/reference#standard-events */
const UNSUPPORTED: Record<Exclude<(typeof OTHER_STANDARD_EVENTS)[number], EventName>, EventName> = {
  AddPaymentInfo: 'InitiateCheckout',
  AddToCart: 'InitiateCheckout',
  AddToWishlist: 'ViewContent',
  Contact: 'Lead',
  CustomizeProduct: 'ViewContent',
  Donate: 'Purchase',
  FindLocation: 'ViewContent',
  Search: 'ViewContent',
  StartTrial: 'Subscribe',
  SubmitApplication: 'Lead',
}

export function* checkCustomData(
  eventName: StaticValue,
  event: string,
  data: StaticValue,
  place: Place,
): Generator<Finding> {
  if (data === DYNAMIC) return
  const isMissing = data === undefined || data === null
  if (!isMissing && !isStaticObject(data)) {
    yield finding('custom-data-type', place, { event })
    return
  }
  const object: StaticObject = isMissing ? { entries: new Map(), isOpen: false } : data
  if (typeof eventName === 'string') yield* checkValue(eventName, object, place)
  for (const path of findUnhashedPii(toJson(object) as JsonObject, isPersonal)) {
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

function* checkPersonalData(
  site: Site,
  event: string,
  data: StaticValue,
  place: Place,
): Generator<Finding> {
  if (data === DYNAMIC || data === undefined || data === null) return
  if (!isStaticObject(data)) {
    yield finding('personal-data-type', place, { event })
    return
  }
  for (const [key, value] of data.entries) {
    if (!PERSONAL_KEYS.includes(key)) {
      const values = { key: showName(key), suggestion: suggest(key, PERSONAL_KEYS) }
      yield finding('personal-data-key', place, values)
    }
    const isPhone = key === 'phone' || key === 'ph'
    const isUnconverted = isPhone && !site.tracker.nationalPhone
    if (isUnconverted && typeof value === 'string' && isNational(value)) {
      yield finding('phone-country-code', place, { option: nationalPhoneOption(site) })
    }
  }
}

/** Returns whether a phone number has no country code. Hashes and empty strings are not phone numbers. */
function isNational(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '')
  if (phone.length >= 32 || digits === '' || /^\D*(?:\+|00)/.test(phone)) return false
  return digits.length < 10 || digits.startsWith('0')
}
