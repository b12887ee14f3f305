import type { NationalPhone } from '@conversion-capi/core/pii'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import type * as attributes from './browser/attributes.ts'
import type { BrowserOptions } from './browser/tracker.ts'

/** One row of the option table. */
export interface Option<Value> {
  /** The field of `BrowserOptions` that the option sets. Several options can share `_addOns`. */
  field: keyof BrowserOptions
  /** Returns whether a value of the right type is usable, e.g. whether a string is a URL. */
  isValid: (value: Value) => boolean
  /** Completes the error message "<name> must be …". */
  expected: string
  /** The function of `browser/attributes.ts` that parses the `data-*` attribute of the ready script. */
  attribute: keyof typeof attributes
  default?: Value
  /** The value that adds no code to the script. */
  noop?: Value
}

/**
 * Every option of the tracker. {@link TrackerOptions}, the checks, the code that `buildTracker` writes and
 * the attributes of the ready script (`queryParameters` is `data-query-parameters`) derive from this table.
 *
 * An option sets its `field` to the result of the function in `browser/add-ons.ts` that has its name, or to
 * its value if there is no such function. To add an option, add a row here and its function there.
 */
export const OPTIONS = {
  /**
   * Name of the global variable that holds the tracker, e.g. `polaris` for `window.polaris.track(…)`, and
   * key of the tracker's entry in local storage. Must be a JavaScript identifier.
   */
  name: {
    field: '_name',
    isValid: (name) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name),
    expected: 'a JavaScript identifier, e.g. "polaris"',
    attribute: 'text',
    default: 'tracker',
  } as Option<string>,
  /**
   * URL that events are posted to: a path or an http(s) URL.
   *
   * @default '/functions/v1/conversion-capi'
   */
  endpoint: {
    field: '_endpoint',
    isValid: isPathOrHttpUrl,
    expected: `a path, e.g. "${CONVERSION_PATH}", or an http(s) URL`,
    attribute: 'text',
    default: CONVERSION_PATH,
  } as Option<string>,
  /**
   * Whether the tracker sends a PageView when the page is shown.
   *
   * @default true
   */
  pageView: {
    field: '_pageView',
    isValid: isBoolean,
    expected: 'a boolean',
    attribute: 'flagOn',
    noop: true,
  } as Option<boolean>,
  /**
   * `'wait'`: nothing is sent or stored, and no cookie is set, before `consent(true)` is called.
   *
   * @default undefined (consent is granted)
   */
  consent: {
    field: '_consent',
    isValid: (consent) => consent === 'wait',
    expected: '"wait"',
    attribute: 'text',
  } as Option<'wait'>,
  /**
   * Whether visitors whose browser sends Global Privacy Control are tracked.
   *
   * @default 'honor'
   * @see https://w3c.github.io/gpc/
   */
  globalPrivacyControl: {
    field: '_optedOut',
    isValid: (value) => value === 'honor' || value === 'ignore',
    expected: '"honor" or "ignore"',
    attribute: 'text',
    default: 'honor',
    noop: 'ignore',
  } as Option<'honor' | 'ignore'>,
  /**
   * Query parameters that `event_source_url` keeps, e.g. `utm_source`. All others are removed.
   *
   * @default []
   */
  queryParameters: {
    field: '_sourceUrl',
    isValid: (names) => Array.isArray(names) && names.every((name) => /^[^&=#]+$/.test(name)),
    expected: 'an array of parameter names, e.g. ["utm_source"]',
    attribute: 'list',
  } as Option<string[]>,
  /**
   * How phone numbers are dialed inside the school's country. With country code `7` and trunk prefix `8`,
   * `8 (912) …` and `+7 912 …` have the same hash.
   *
   * @default undefined (phone numbers are hashed as they are written)
   */
  nationalPhone: {
    field: '_preparePii',
    isValid: ({ countryCode, trunkPrefix }) => isDigits(countryCode) && isDigits(trunkPrefix),
    expected: 'two strings of digits, e.g. { countryCode: "7", trunkPrefix: "8" }',
    attribute: 'phoneRule',
  } as Option<NationalPhone>,
  /**
   * Whether the result of each attempt to send an event is logged to the console.
   *
   * @default false
   */
  debug: {
    field: '_log',
    isValid: isBoolean,
    expected: 'a boolean',
    attribute: 'flag',
    noop: false,
  } as Option<boolean>,
  /**
   * Loads Meta's pixel if the page does not. `id` is the pixel id, `src` the URL of the pixel's script.
   *
   * @default undefined (the pixel is not loaded)
   */
  pixel: {
    field: '_addOns',
    isValid: ({ id, src }) => isDigits(id) && (src === undefined || isPathOrHttpUrl(src)),
    expected:
      'an object with a pixel id and optionally a URL, e.g. { id: "1234567890", src: "/fbevents.js" }',
    attribute: 'pixelSource',
  } as Option<{ id: string; src?: string }>,
  /**
   * Whether a PageView is sent when the URL changes without a page load.
   *
   * @default false
   */
  singlePage: {
    field: '_addOns',
    isValid: isBoolean,
    expected: 'a boolean',
    attribute: 'flag',
    noop: false,
  } as Option<boolean>,
  /**
   * Whether elements with a `data-track` attribute are tracked.
   *
   * @default false
   */
  declarative: {
    field: '_addOns',
    isValid: isBoolean,
    expected: 'a boolean',
    attribute: 'flag',
    noop: false,
  } as Option<boolean>,
}

type OptionName = keyof typeof OPTIONS
type Values = {
  [Name in OptionName]: (typeof OPTIONS)[Name] extends Option<infer Value> ? Value : never
}

/** Options of `buildTracker` and `createTracker`. Only `name` is required. */
export interface TrackerOptions extends Pick<Values, 'name'>, Partial<Omit<Values, 'name'>> {}

/** Throws a TypeError for the first option with an invalid value. */
export function checkOptions(options: TrackerOptions): void {
  for (const [name, { isValid, expected }] of rows()) {
    const value = options[name]
    if ((name === 'name' || value !== undefined) && !isValid(value)) {
      throw new TypeError(`${name} must be ${expected}.`)
    }
  }
}

/**
 * Converts options to the fields of `BrowserOptions`.
 *
 * @param convert Returns what an option sets its field to, e.g. a value, or code that evaluates to it.
 * @returns The converted values by field. `_addOns`, which several options set, is an array.
 */
export function groupByField<T>(
  options: TrackerOptions,
  convert: (name: OptionName, value: unknown) => T,
): Fields<T> {
  const fields: Fields<T> = {}
  const addOns: T[] = []
  for (const [name, option] of rows()) {
    const value = options[name] ?? option.default
    if (value === undefined || value === option.noop) continue
    if (option.field === '_addOns') addOns.push(convert(name, value))
    else fields[option.field] = convert(name, value)
  }
  if (addOns.length > 0) fields._addOns = addOns
  return fields
}

/** What is set, by field. */
type Fields<T> = { [Field in keyof BrowserOptions]?: T | T[] }

function rows(): [OptionName, Option<unknown>][] {
  return Object.entries(OPTIONS) as [OptionName, Option<unknown>][]
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

function isPathOrHttpUrl(text: string): boolean {
  return /^\/(?!\/)/.test(text) || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}
