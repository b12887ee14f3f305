import { EVENT_NAMES } from '@conversion-capi/core/protocol'

import { formatCount } from '../terminal/format-count.ts'
import type { OwnEvents } from './count-own-events.ts'
import { type HourCount, type QualityReading, sumCounts } from './parse-readings.ts'

/** One event in the report. Absent values are those that Meta did not return. */
export interface EventReport extends Partial<QualityReading> {
  name: string
  /** How many events came from browsers in the period. */
  browser?: number
  /** How many events came from the server in the period. */
  server?: number
}

/** The answer to "Does it work?", for a person who pays for ads. */
export interface Verdict {
  /** One sentence that starts with "Yes", "Partly", "No" or "Not known". */
  answer: string
  /** At most three things to do. */
  advice: string[]
  /** The numbers behind the answer. */
  facts: string[]
}

/** What was read about a pixel. */
export interface PixelReadings {
  /** The last three digits of the pixel ID. */
  digits: string
  /** When the pixel last fired, in milliseconds. `null` if it has never fired. Absent if it was not read. */
  lastFired?: number | null
  /** The end of the period, and when the report was made, in milliseconds. */
  to: number
  /** The number of events with one name in one hour, by source. Absent if they were not read. */
  hours: { browser?: HourCount[]; server?: HourCount[] }
}

export interface VerdictInput extends PixelReadings {
  events: EventReport[]
  /** What the school's logs show. Absent without logs. */
  own?: OwnEvents | undefined
  /** The parts that were not read, in words. */
  unread: string[]
}

type Source = 'browser' | 'server'

const SOURCES: Source[] = ['browser', 'server']

const HOUR_MS = 3_600_000

/** Meta's goal for the event coverage in percent. */
const GOAL = 75

/** A source without an event for this long is silent. */
const SILENCE_MS = 24 * HOUR_MS

const VISITS = new Set(['PageView', 'ViewContent'])

/** Events that pages send. Meta's pixel also adds its own ones, which have no copy from the server. */
const PAGE_EVENTS = new Set<string>(EVENT_NAMES)

const CHECK_PIXEL = (digits: string): string =>
  `Compare the pixel ID with Events Manager: this report is about the pixel that ends with ${digits}, and events of your ads could belong to another one.`
const CHECK_SERVER =
  'Ask whoever manages your site to run "npx conversion-capi doctor" (access token and pixel ID) and "npx conversion-capi probe" with the URL of your site (script, allowed origins, consent).'
const CHECK_BROWSER =
  'Open your site in a browser without an ad blocker, accept the cookies and load another page. If the number from browsers does not grow within 20 minutes, ask whoever manages your site to run "npx conversion-capi probe" with its URL: the pixel is missing, or waits for a consent that never arrives.'
const CHECK_LOG =
  'Ask whoever manages your site to look for rejected and failed events in the log of the server.'
const LOG_EVENTS =
  'Ask whoever manages your site to log each event with logOutcome({ everyEvent: true }), and pass that log: a function that stops within a minute writes no summary.'
const ONE_CLICK =
  "Look in Events Manager, in the settings of the pixel, whether Meta's own Conversions API setup is on: then these can be Meta's copies of what the pixel sent."
const FILL_FORM =
  'Fill in your own form once, as a visitor would, and run this report again after 20 minutes.'

export function describeVerdict(input: VerdictInput): Verdict {
  const { events, hours, own, digits, to, lastFired } = input
  const facts = [...listArithmetic(events), ...listLatest(hours), ...describeOwn(input)]
  const verdict = (answer: string, ...advice: string[]): Verdict => ({
    answer,
    // The reader does a few things, not a list.
    advice: advice.slice(0, 3),
    facts,
  })
  if (!hours.browser || !hours.server) {
    return verdict(
      `Not known: Meta did not return ${input.unread.join(', nor ')}.`,
      'See the notes below: they name the permission or the reason.',
    )
  }
  const [browser, server] = [sumCounts(hours.browser), sumCounts(hours.server)]
  const latest = { browser: lastHour(hours.browser), server: lastHour(hours.server) }
  if (browser + server === 0 && (lastFired ?? 0) > to - 7 * 24 * HOUR_MS) {
    return verdict(
      'Not known: the pixel has fired in the last seven days, but Meta counts no event yet.',
      'Run this report again after 20 minutes.',
    )
  }
  if (browser + server === 0) {
    return verdict(
      'No: in the last seven days, Meta received no event, neither from browsers nor from your server.',
      CHECK_BROWSER,
      CHECK_SERVER,
      CHECK_PIXEL(digits),
    )
  }
  if (server === 0) {
    return verdict(
      `No: Meta received ${formatCount(browser, 'event')} from browsers, but none from your server.`,
      CHECK_SERVER,
    )
  }
  if (own && own.accepted === 0) {
    return verdict(
      own.failed > 0
        ? `No: Meta received ${formatCount(server, 'event')} from a server, but your logs show only failures of yours.`
        : `Not known: Meta received ${formatCount(server, 'event')} from a server, but your logs show none of yours.`,
      own.failed > 0 ? CHECK_SERVER : LOG_EVENTS,
      ONE_CLICK,
    )
  }
  if (browser === 0) {
    return verdict(
      `Partly: Meta received ${formatCount(server, 'event')} from a server, but none from browsers.`,
      CHECK_BROWSER,
      'If your site is meant to work without the pixel, or only sends payments and contracts, nothing needs to be done.',
    )
  }
  const silentMs = (source: Source): number => to - latest[source]!.start - HOUR_MS
  const silent = SOURCES.filter((source) => silentMs(source) >= SILENCE_MS)
  // The source with the later event decides if both are silent.
  const [source = 'server'] = silent.toSorted((a, b) => silentMs(a) - silentMs(b))
  const last = `; the last one was ${latest[source]!.name} on ${formatHour(latest[source]!.start)}`
  const hoursAgo = `${Math.floor(silentMs(source) / HOUR_MS)} hours`
  if (silent.length === 2) {
    return verdict(
      `Partly: events arrived from browsers and a server, but none for ${hoursAgo}${last}.`,
      `If you know of no visitor since then, nothing needs to be done. Otherwise: ${CHECK_BROWSER}`,
      CHECK_SERVER,
    )
  }
  if (silent.length === 1) {
    return verdict(
      `No: Meta has received no ${source} event for ${hoursAgo}${last}.`,
      source === 'server' ? CHECK_SERVER : CHECK_BROWSER,
      'Ask what was changed at that time: a new access token, a new version of the site, or another consent banner.',
    )
  }
  const counted = events.filter(({ browser: one = 0, server: other = 0 }) => one + other > 0)
  const conversions = counted.filter(
    ({ name, server: number = 0 }) => !VISITS.has(name) && (PAGE_EVENTS.has(name) || number > 0),
  )
  if (conversions.length === 0) {
    return verdict(
      `Partly: Meta received only ${join(counted.map(({ name }) => name))}, so ads cannot learn who converted.`,
      FILL_FORM,
      'If your own form is not counted either, ask whoever manages your site to connect the forms and payments to the tracker.',
    )
  }
  const lost = conversions.find((event) => event.server === 0)
  if (lost) {
    return verdict(
      `No: Meta received ${formatCount(lost.browser!, lost.name)} from browsers, but none from your server.`,
      CHECK_SERVER,
      CHECK_LOG,
    )
  }
  const late = conversions.find(({ name }) => lagOf(name, hours) >= SILENCE_MS)
  if (late) {
    const { start } = lastHour(hours.server, late.name)!
    return verdict(
      `No: browsers still send ${late.name}, but no server has sent one since ${formatHour(start)}.`,
      CHECK_SERVER,
      CHECK_LOG,
    )
  }
  const doubled = events.find((event) => isCountedTwice(event))
  if (doubled) {
    return verdict(
      `Partly: Meta may count each ${doubled.name} twice, because only ${formatPercent(doubled.identified!)} of those from browsers have an event ID.`,
      `Ask whoever manages your site to look for an old pixel code that sends ${doubled.name}, also in Google Tag Manager, and to remove it: "npx conversion-capi check" names the place in the files.`,
    )
  }
  const covered = weigh(events)
  const coverage =
    covered === undefined
      ? ''
      : ` For ${formatPercent(covered)} of the browser's events, the server's copy arrived, too.`
  const uncovered = conversions.find((event) => coverageOf(event) < GOAL)
  const worst = uncovered ? coverageOf(uncovered) : (covered ?? GOAL)
  if (worst < GOAL) {
    return verdict(
      `Partly: only ${formatPercent(worst)} of the browser's ${uncovered ? `${uncovered.name} ` : ''}events also came from a server, and Meta recommends ${GOAL}%.`,
      CHECK_LOG,
    )
  }
  const first = Math.min(...[...hours.browser, ...hours.server].map(({ start }) => start))
  const since = to - first < SILENCE_MS ? ` so far, since ${formatHour(first)}` : ''
  return verdict(
    `Yes${since}: Meta counted about ${join(conversions.slice(0, 3).map(describeCount))}.${coverage}`,
  )
}

function describeCount(event: EventReport): string {
  const { name, browser = 0, server = 0 } = event
  if (browser === 0) return `${formatCount(server, name)} (only from a server)`
  const least = knowsCopies(event) ? '' : `${formatCount(Math.max(browser, server))} to `
  return `${least}${formatCount(countOnce(event), name)}`
}

function* listArithmetic(events: EventReport[]): Generator<string> {
  for (const event of events) {
    const { name, browser, server } = event
    if (browser === undefined || server === undefined) continue
    const copies = browser + server - countOnce(event)
    if (!knowsCopies(event)) {
      yield `${name}: ${formatCount(browser)} from browsers, ${formatCount(server)} from the server. Meta did not return how many are in both.`
    } else
      yield `${name}: ${formatCount(browser)} from browsers + ${formatCount(server)} from the server − about ${formatCount(copies)} in both = about ${formatCount(countOnce(event))}.`
  }
}

/** Meta counts its own copies of the pixel's events as events of a server. */
function* describeOwn({ own, hours }: VerdictInput): Generator<string> {
  if (!own && sumCounts(hours.server) > 0) {
    yield "Meta does not say whose server sent its server events: yours, or Meta's own (one-click Conversions API). Pass --logs to count yours."
  }
  if (!own) return
  const others = own.failed > 0 ? `, and ${formatCount(own.failed, 'other outcome')}` : ''
  yield `Your logs show ${formatCount(own.accepted, 'event')} that Meta accepted from your server${others}.`
}

function* listLatest(hours: VerdictInput['hours']): Generator<string> {
  for (const source of SOURCES) {
    const latest = hours[source] && lastHour(hours[source])
    if (latest) yield `Latest ${source} event: ${latest.name} on ${formatHour(latest.start)}.`
    else if (hours[source]) yield `Latest ${source} event: none in the seven days.`
  }
}

/** Returns how many of the browser's events can also have come from the server, in percent. */
function coverageOf({ browser = 0, server = 0, coverage = 100 }: EventReport): number {
  return browser === 0 ? 100 : Math.min(coverage, (server / browser) * 100)
}

/** Returns for how long browsers have sent an event after the server's last one, in milliseconds. */
function lagOf(name: string, hours: VerdictInput['hours']): number {
  const [browser, server] = SOURCES.map((source) => lastHour(hours[source], name)?.start ?? NaN)
  return browser! - server!
}

/** Returns the number of events, where a browser's event and its copy from the server count once. */
function countOnce(event: EventReport): number {
  const { browser = 0, server = 0 } = event
  const copies = Math.round((browser * (event.deduplicated ?? 0)) / 100)
  return browser + server - Math.min(copies, browser, server)
}

function knowsCopies(event: EventReport): boolean {
  return !event.browser || !event.server || event.deduplicated !== undefined
}

function isCountedTwice({ browser = 0, server = 0, identified = 100 }: EventReport): boolean {
  return browser > 0 && server > 0 && identified < GOAL
}

/** Returns the coverage of all events of browsers in percent, or `undefined` if Meta returned it for none. */
function weigh(events: EventReport[]): number | undefined {
  const known = events.filter(({ coverage, browser = 0 }) => coverage !== undefined && browser > 0)
  const total = known.reduce((all, { browser = 0 }) => all + browser, 0)
  if (total === 0) return undefined
  return known.reduce((all, { browser = 0, coverage = 0 }) => all + browser * coverage, 0) / total
}

function lastHour(hours: HourCount[] = [], name?: string): HourCount | undefined {
  return hours
    .filter((each) => name === undefined || each.name === name)
    .toSorted((a, b) => b.start - a.start)[0]
}

function formatHour(ms: number): string {
  const end = new Date(ms + HOUR_MS).toISOString().slice(11, 16)
  const day = new Date(ms).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  return `${day} ${new Date(ms).toISOString().slice(0, 16).replace('T', ', ')} to ${end} UTC`
}

export function formatPercent(percentage: number): string {
  return `${formatDecimal(percentage)}%`
}

/** Rounds down, so that 74.96 is less than 75 in words too. */
export function formatDecimal(value: number): string {
  return (Math.floor(value * 10 + 1e-6) / 10).toLocaleString('en-US')
}

function join(parts: string[]): string {
  return new Intl.ListFormat('en-US').format(parts)
}
