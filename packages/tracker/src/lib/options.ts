import type { NationalPhone } from '@conversion-capi/core/pii'
import { checkNames, CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { findNameProblem } from '@conversion-capi/core/tracker-name'

import type * as attributes from './browser/attributes.ts'
import type { PixelOptions } from './browser/pixel.ts'
import type { BrowserOptions } from './browser/browser-options.ts'
import {
  hasOnly,
  isDecodablePath,
  isDigits,
  isLimitedDataUse,
  isPathOrHttpUrl,
  LIMITED_DATA_USE,
} from './option-values.ts'
import { type Widget, WIDGETS } from './widgets.ts'

export interface Option<Value> {
  /** The field of `BrowserOptions` that the option sets. Several options can set `_addOns` and `_optedOut`. */
  field: keyof BrowserOptions
  /** Returns whether a value is valid. Called with values of any type. */
  isValid: (value: Value) => boolean
  /** Completes the error message "<name> must be …". */
  expected: string
  /**
   * The function of `browser/attributes.ts` that parses the `data-*` attribute of the ready script. If missing, the
   * ready script does not have the option.
   */
  attribute?: keyof typeof attributes
  /** What the attribute must match, or the ready script warns. Default: any value. */
  pattern?: RegExp
  /** What the attributes of the value's other fields must match. The parser of `attribute` reads them. */
  attributes?: Record<string, RegExp>
  /** Whether `tracker.js` does not have the attribute. It never has those in `attributes`. */
  isRare?: true
  default?: Value
  /** The value that has the same effect as no code in the script. */
  noop?: Value
}

/** The site builders whose forms the tracker can track. Each has a function in `browser/add-ons.ts`. */
const BUILDERS = ['tilda', 'wordpress', 'webflow'] as const

/** The site builders, and the widgets of other companies, that the tracker can track. */
export const PLATFORMS: readonly TrackedPlatform[] = [
  ...BUILDERS,
  ...(Object.keys(WIDGETS) as Widget[]),
]

/**
 * All options of the tracker. {@link TrackerOptions}, the checks, the code that `buildTracker` generates and the
 * attributes of the ready script (`queryParameters` is `data-query-parameters`) derive from this table.
 *
 * An option sets its `field` to the result of the function with its name in `browser/add-ons.ts`, or to its value
 * if there is no such function. To add an option, add an entry here and its function there.
 */
export const OPTIONS = {
  /**
   * Name of the global variable that holds the tracker, e.g. `polaris` for `window.polaris.track(…)`, and
   * prefix of the tracker's keys in local storage. Must be a JavaScript identifier of ASCII characters, and not a
   * name that JavaScript, browsers, the pixel or site builders use.
   */
  name: {
    field: '_name',
    isValid: (name) => findNameProblem(name) === undefined,
    expected: 'a JavaScript identifier, e.g. "polaris"',
    attribute: 'text',
    default: 'tracker',
  } as Option<string>,
  /** URL that events are posted to: a path or an http(s) URL. @default '/functions/v1/conversion-capi' */
  endpoint: {
    field: '_endpoint',
    isValid: isPathOrHttpUrl,
    expected: `a path, e.g. "${CONVERSION_PATH}", or an http(s) URL`,
    attribute: 'text',
    default: CONVERSION_PATH,
  } as Option<string>,
  /** Sends a PageView when the page is shown. @default true */
  pageView: flag('_pageView', true) as Option<boolean>,
  /**
   * `'wait'`: nothing is sent or stored, and no cookie is set, before `consent(true)` is called.
   *
   * @default undefined (consent is granted)
   */
  consent: {
    field: '_consent',
    isValid: (consent) => consent === 'wait',
    expected: '"wait"',
    attribute: 'consent',
    pattern: /^wait$/,
  } as Option<'wait'>,
  /**
   * `'honor'` does not track visitors whose browser sends Global Privacy Control. `'ignore'` tracks them.
   *
   * @default 'honor'
   * @see https://w3c.github.io/gpc/
   */
  globalPrivacyControl: {
    field: '_optedOut',
    isValid: (value) => value === 'honor' || value === 'ignore',
    expected: '"honor" or "ignore"',
    attribute: 'text',
    pattern: /^(honor|ignore)$/,
    default: 'honor',
    noop: 'ignore',
  } as Option<'honor' | 'ignore'>,
  /**
   * URL of the published site, e.g. `https://school.example`. On this machine, in private networks and on the preview
   * names of hosts, e.g. `school-git-menu.vercel.app`, the tracker then sends, stores and loads nothing, and says so in the
   * console, unless the site itself is there.
   *
   * @default undefined (events are sent from every URL)
   */
  siteUrl: {
    field: '_optedOut',
    isValid: (url) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url),
    expected: 'an http(s) URL, e.g. "https://school.example"',
  } as Option<string>,
  /** Query parameters that `event_source_url` keeps, e.g. `utm_source`. All others are removed. @default [] */
  queryParameters: {
    field: '_query',
    isValid: (names) =>
      Array.isArray(names) &&
      names.every((name) => typeof name === 'string' && /^[^&=#]+$/.test(name)),
    expected: 'an array of parameter names, e.g. ["utm_source"]',
    attribute: 'list',
    isRare: true,
  } as Option<string[]>,
  /**
   * Adds the source of the visit to `event_source_url` as `utm_source`, if it has none: the `utm_source` of the first page,
   * or the hostname that linked to it, or `direct`. With consent, it is kept in the session storage of the tab.
   *
   * @default false
   */
  trafficSource: toggle('_source', false) as Option<boolean>,
  /**
   * Writes the source of the visit, which `trafficSource` keeps with consent, into the form fields named `capi_source`, so
   * that the CRM stores it with the lead. The same with the ID of `program`, and the fields named `capi_program`.
   *
   * @default false
   */
  sourceField: toggle('_addOns', false) as Option<boolean>,
  /**
   * Sends a ViewContent from a page whose JSON-LD describes one program, and adds the program's name, ID and price to the
   * other events of that page, unless they have their own. A Purchase gets none. A page with
   * `<meta name="program" content="private">` has no program.
   *
   * @default false
   */
  program: toggle('_addOns', false) as Option<boolean>,
  /**
   * In the browsers of Facebook's and Instagram's apps, requests the click ID of the ad from the app if the URL has none. With
   * consent, it is sent as `fbc` from the visitor's first click on. It is not stored.
   *
   * @default false
   */
  inAppClickId: toggle('_addOns', false) as Option<boolean>,
  /**
   * Sends an event whose custom data has an `order_id` once per browser, and uses it as the event ID. The same applies to an
   * event ID that the page passes to `track`. With consent, the newest of these IDs are kept in local storage.
   *
   * @default false
   */
  oncePerOrder: { ...flag('_orders', false), isRare: true } as Option<boolean>,
  /**
   * Paths of pages that are not tracked, e.g. `/student` for `/student`, `/student/` and `/student/lessons/1`. On these
   * pages, the tracker sends, stores and loads nothing.
   *
   * @default []
   */
  exclude: {
    field: '_isExcluded',
    isValid: (paths) => Array.isArray(paths) && paths.every(isDecodablePath),
    expected: 'an array of paths without wildcards or parameters, e.g. ["/student", "/app"]',
  } as Option<string[]>,
  /**
   * How phone numbers are dialed inside the school's country. With country code `7` and trunk prefix `8`,
   * `8 (912) …` and `+7 912 …` have the same hash.
   *
   * @default undefined (phone numbers must contain a country code)
   */
  nationalPhone: {
    field: '_preparePii',
    isValid: (rule) =>
      hasOnly(rule, ['countryCode', 'trunkPrefix']) &&
      isDigits(rule.countryCode) &&
      /^[1-9]\d{0,2}$/.test(rule.countryCode) &&
      (rule.trunkPrefix === undefined || isDigits(rule.trunkPrefix)),
    expected:
      'strings of digits, e.g. { countryCode: "7", trunkPrefix: "8" } or { countryCode: "48" }',
    attribute: 'groups',
    isRare: true,
    pattern: /^(?<countryCode>[1-9]\d{0,2})(:(?<trunkPrefix>\d+))?$/,
  } as Option<NationalPhone>,
  /**
   * Logs the result of each attempt to send an event to the console, and warns about probable mistakes.
   *
   * @default false
   */
  debug: flag('_log', false) as Option<boolean>,
  /** Loads Meta's pixel if the page does not. @default undefined (the pixel is not loaded) */
  pixel: {
    field: '_loadPixel',
    isValid: (pixel) =>
      hasOnly(pixel, ['id', 'src', 'advancedMatching', 'limitedDataUse', 'autoConfig']) &&
      isDigits(pixel.id) &&
      (pixel.src === undefined || isPathOrHttpUrl(pixel.src)) &&
      [undefined, true, false].includes(pixel.advancedMatching) &&
      [undefined, false].includes(pixel.autoConfig) &&
      (pixel.limitedDataUse === undefined || isLimitedDataUse(pixel.limitedDataUse)),
    expected:
      'an object with a pixel ID, e.g. { id: "1234567890" }, and optionally src: "/fbevents.js", advancedMatching: true, limitedDataUse: { country: 1, state: 1000 } and autoConfig: false',
    attribute: 'pixel',
    pattern: /^(?<id>\d+)( (?<src>\S+))?$/,
    attributes: {
      advancedMatching: /^(true)?$/,
      limitedDataUse: LIMITED_DATA_USE,
      autoConfig: /^false$/,
    },
  } as Option<PixelOptions>,
  /** Sends a PageView when the URL changes without a page load. @default false */
  singlePage: { ...flag('_addOns', false), isRare: true } as Option<boolean>,
  /** Tracks clicks on elements, and submissions of forms, that have a `data-track` attribute. @default false */
  declarative: flag('_addOns', false) as Option<boolean>,
  /**
   * Site builders of the pages, and calendars and forms of other companies in them, e.g. `['webflow', 'calendly']`. Tracks
   * their forms and bookings after their server has accepted them, turns off the events that a builder's own scripts send
   * without an event ID, and writes Meta's cookies into the form fields named `capi_visitor`. A widget on a domain of the
   * school is named with it: `'cal.com@book.school.example'`.
   *
   * @default undefined (only elements with `data-track` are tracked, with `declarative`)
   */
  platform: {
    field: '_addOns',
    isValid: (platform) => [platform].flat().every(isPlatform),
    expected: `${PLATFORMS.map((platform) => `"${platform}"`).join(' or ')}, a widget with its own domain, e.g. "tally@forms.school.example", or an array of them`,
  } as Option<TrackedPlatform | TrackedPlatform[]>,
}

/** A site builder or widget that the tracker can track. */
export type TrackedPlatform = (typeof BUILDERS)[number] | Widget | `${Widget}@${string}`

export type OptionName = keyof typeof OPTIONS
// `OptionName` here would separate the options from their docstrings.
type Values = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends Option<infer Value> ? Value : never
}

/** Options of `buildTracker`. Only `name` is required. */
export interface TrackerOptions extends Pick<Values, 'name'>, Partial<Omit<Values, 'name'>> {}

/** Throws a TypeError for the first option that is unknown or has an invalid value. */
export function checkOptions(options: TrackerOptions): void {
  checkNames(options, Object.keys(OPTIONS))
  const problem = findNameProblem(options.name)
  if (problem) throw new TypeError(`name ${problem}`)
  for (const [name, { isValid, expected }] of rows()) {
    const value = options[name]
    if (value !== undefined && !isValid(value)) throw new TypeError(`${name} must be ${expected}.`)
  }
}

/** The attributes of the ready script, as `data-name`, and whether only `tracker.full.js` has them. */
export const READY_ATTRIBUTES: ReadonlyMap<string, boolean> = new Map(
  rows().flatMap(([name, { attribute, attributes = {}, isRare = false }]) =>
    attribute
      ? [
          [toAttribute(name), isRare],
          ...Object.keys(attributes).map((each) => [toAttribute(each), true] as const),
        ]
      : [],
  ),
)

function isPlatform(platform: TrackedPlatform): boolean {
  const [, widget] = /^(.+)@[\w-]+(\.[\w-]+)+$/.exec(platform) ?? []
  return widget === undefined ? PLATFORMS.includes(platform) : Object.hasOwn(WIDGETS, widget)
}

function toAttribute(name: string): string {
  return `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export function rows(): [OptionName, Option<unknown>][] {
  return Object.entries(OPTIONS) as [OptionName, Option<unknown>][]
}

function toggle(field: keyof BrowserOptions, noop: boolean): Option<boolean> {
  return { field, isValid: (value) => typeof value === 'boolean', expected: 'a boolean', noop }
}

/** A toggle that the ready script has too. */
function flag(field: keyof BrowserOptions, noop: boolean): Option<boolean> {
  return { ...toggle(field, noop), attribute: noop ? 'flagOn' : 'flag' }
}
