import type { QualityReading } from './parse-readings.ts'

/** One event in the report. Absent values are those that Meta did not return. */
export interface EventReport extends Partial<QualityReading> {
  name: string
  /** How many events came from browsers in the period. */
  browser?: number
  /** How many events came from the server in the period. */
  server?: number
}

/** Meta's goal for the event coverage in percent. */
export const GOAL = 75

export function* describeEvent(event: EventReport): Generator<string> {
  const { name, score, coverage, coverageGoal: goal = GOAL } = event
  const { freshness, additionalConversions, browser, server } = event
  if (score !== undefined) yield `${name}: ${formatScore(score)}.`
  else if (event.deduplication) yield `${name}: Meta returns no match quality.`

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
