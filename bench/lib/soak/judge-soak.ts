import { percent } from './percent.ts'
import { predictShare } from './predict-share.ts'
import type { SoakReport } from './soak-report.ts'

export interface SoakBounds {
  /** The least share of events that are told "ok", whatever the faults predict. */
  minShare: number
  /** How much later than the deadline an answer may be, in milliseconds. */
  graceMs: number
  /** How much the heap may gain from the first part to the last, in bytes. */
  maxHeapGain: number
}

/** Every way in which a run broke its promises, as a sentence; none when all is well. */
export function judgeSoak(report: SoakReport, bounds: SoakBounds): string[] {
  const { settings, accepted, latency, heap } = report
  const { mean, deviation } = predictShare(settings)
  const share = accepted / settings.events
  const told = report.attempts.reduce((sum, count) => sum + (count ?? 0), 0)
  const limit = settings.deadlineMs + bounds.graceMs
  const gain = (heap.at(-1) ?? 0) - (heap[0] ?? 0)

  return [
    ...list(report.countedTwice, 'was counted twice'),
    ...list(report.acceptedNotCounted, 'was answered "ok" and never counted'),
    ...list(report.neverSent, 'was counted and had not been sent'),
    ...list(report.unhandledRejections, 'was an unhandled rejection'),
    ...when(
      Math.abs(share - mean) > 3 * deviation,
      `${percent(share)} were answered "ok"; the faults predict ${percent(mean)}, give or take ${percent(3 * deviation)}.`,
    ),
    ...when(
      share < bounds.minShare,
      `${percent(share)} were answered "ok"; it must be ${percent(bounds.minShare)} at least.`,
    ),
    ...when(
      latency.max > limit,
      `An answer took ${Math.round(latency.max)} ms; the deadline and ${bounds.graceMs} ms are ${limit} ms.`,
    ),
    ...when(
      told !== settings.events || report.attempts.length > settings.retries + 2,
      `onOutcome was told of ${told} events and attempts ${report.attempts}; sent were ${settings.events}.`,
    ),
    ...when(
      Object.values(report.struck).includes(0),
      'Some fault never struck: the run was too short to show anything about it.',
    ),
    ...when(
      heap.length === 0 && bounds.maxHeapGain < Infinity,
      'The heap was not measured: run Node with --expose-gc.',
    ),
    ...when(
      gain > bounds.maxHeapGain,
      `The heap gained ${gain} bytes from the first part to the last; it may gain ${bounds.maxHeapGain}.`,
    ),
    ...when(
      report.leaks > 0,
      `${report.leaks} requests to the platform held personal data in clear.`,
    ),
  ]
}

function when(broken: boolean, sentence: string): string[] {
  return broken ? [sentence] : []
}

function list(items: string[], what: string): string[] {
  const [first] = items
  const others = items.length > 1 ? `, and ${items.length - 1} others` : ''
  return first === undefined ? [] : [`${first} ${what}${others}.`]
}
