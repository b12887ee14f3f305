import type { EventName } from '@conversion-capi/core/protocol'

import type { QualityReading } from './parse-readings.ts'

/** One event in the report. Absent values are those that Meta did not return. */
export interface EventReport extends Partial<QualityReading> {
  name: string
  /** How many events came from browsers in the period. */
  browser?: number
  /** How many events came from the server in the period. */
  server?: number
}

/** Meta's goal for the event coverage in percent, and where the report starts to suggest more keys. */
export const GOAL = 75

/** Whether an event follows a form, so that the visitor can be asked for more. */
const FOLLOWS_FORM: Record<EventName, boolean> = {
  PageView: false,
  ViewContent: false,
  InitiateCheckout: false,
  Lead: true,
  Schedule: true,
  Purchase: true,
  Subscribe: true,
  CompleteRegistration: true,
}

/** The keys that a form can ask for. Others depend on the visitor, such as `fbc` on a click on an ad. */
const ASKED_KEYS = ['email', 'phone']

const KEY_NAMES = new Map([
  ['ip_address', 'IP address'],
  ['external_id', 'External ID'],
  ['fbp', 'Browser ID (fbp)'],
  ['fbc', 'Click ID (fbc)'],
])

export function* describeEvent(event: EventReport): Generator<string> {
  const { name, keys = [], score, coverage, coverageGoal: goal = GOAL } = event
  const { freshness, additionalConversions, browser, server } = event
  if (score !== undefined) yield `${name}: ${formatScore(score)}.`
  else if (event.keys) yield `${name}: Meta returns no match quality.`

  const isAsked = FOLLOWS_FORM[name as EventName] && browser !== 0
  for (const key of isAsked ? ASKED_KEYS : []) {
    const percentage = keys.find((each) => each.key === key)?.percentage
    if (percentage !== undefined && percentage < GOAL) {
      const share = `${formatPercent(percentage)} of the events`
      yield `${nameKey(key)} is sent with ${share}: ask for it in the form.`
    } else if (percentage === undefined && keys.length > 0) {
      yield `Meta lists no ${nameKey(key).toLowerCase()}: ask for it in the form.`
    }
  }

  if (coverage !== undefined) {
    const text = `${formatPercent(coverage)} of the browser's events also came from the server`
    yield coverage >= goal
      ? `${text}, and Meta's goal is ${formatPercent(goal)}.`
      : `${text}, less than Meta's goal of ${formatPercent(goal)}: look for rejected and failed events in the log of the proxy.`
  }

  for (const source of ['browser', 'server'] as const) {
    const percentage = readById(event)?.[source]
    if (percentage === undefined || percentage >= 100) continue
    const fix = source === 'browser' ? 'look for old pixel code in the pages' : 'pass the event ID'
    yield `Only ${formatPercent(percentage)} of the events of the ${source} have an event ID, and the others can count twice: ${fix}.`
  }

  if (freshness === 'real_time') yield 'The server sends it in real time.'
  else if (freshness !== undefined) {
    yield `Meta receives it from the server "${freshness.replaceAll('_', ' ')}", not in real time: look for retried events in the log of the proxy.`
  }
  if (additionalConversions !== undefined) {
    yield `With the server's copies, Meta reports ${formatPercent(additionalConversions)} more conversions.`
  }
  if (server === 0 && (browser ?? 0) > 0) {
    yield 'No event came from the server: run doctor and probe.'
  }
  if (browser === 0 && (server ?? 0) > 0) {
    yield 'No event came from a browser, which is normal only for events of your server, such as webhooks.'
  }
  for (const { name: problem, percentage } of event.diagnostics ?? []) {
    const share = percentage === undefined ? '' : ` (${formatPercent(percentage)} of the events)`
    yield `Meta found: ${problem}${share}.`
  }
}

export function readById({ deduplication = [] }: EventReport) {
  return deduplication.find(({ key }) => key === 'event_id')
}

function nameKey(key: string): string {
  return capitalize(KEY_NAMES.get(key) ?? key.replaceAll('_', ' '))
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export function formatScore(score: number): string {
  return `${round(score)} of 10`
}

export function formatPercent(percentage: number): string {
  return `${round(percentage)}%`
}

/** Rounds down, so that 74.96 is less than 75 in words too. */
function round(value: number): string {
  return (Math.floor(value * 10 + 1e-6) / 10).toLocaleString('en-US')
}
