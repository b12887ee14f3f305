import type { SoakReport, SoakSettings } from './run-soak.ts'

export interface SoakBounds {
  /** The lowest allowed share of accepted events, from 0 to 1. */
  minShare: number
  /** How many milliseconds after the deadline a response may be returned. */
  graceMs: number
  /** How many bytes the smallest heap may grow from the first half to the second. Garbage varies; a leak remains. */
  maxHeapGain: number
}

export function checkSoak(report: SoakReport, bounds: SoakBounds): string[] {
  const { settings, accepted, latency, heap } = report
  const { mean, deviation } = predictShare(settings)
  const share = accepted / settings.events
  const outcomes = report.attempts.reduce((sum, count) => sum + (count ?? 0), 0)
  const limit = settings.deadlineMs + bounds.graceMs
  const middle = heap.length / 2
  const gain = Math.min(...heap.slice(middle)) - Math.min(...heap.slice(0, middle))

  const percent = formatPercent(share)
  const range = `${formatPercent(mean)} ± ${formatPercent(3 * deviation)}`
  const checks: [isFailed: boolean, sentence: string][] = [
    [Math.abs(share - mean) > 3 * deviation, `${percent} were accepted, expected ${range}.`],
    [
      share < bounds.minShare,
      `${percent} were accepted, expected at least ${formatPercent(bounds.minShare)}.`,
    ],
    [
      latency.max > limit,
      `A response took ${Math.round(latency.max)} ms, expected at most ${limit} ms.`,
    ],
    [
      outcomes !== settings.events || report.attempts.length > settings.retries + 2,
      `onOutcome was called for ${outcomes} events, with the numbers of attempts ${report.attempts}, but ${settings.events} events were sent.`,
    ],
    [
      Object.values(report.faults).includes(0),
      'Some fault never occurred. The run was too short to test it.',
    ],
    [
      heap.length === 0 && bounds.maxHeapGain < Infinity,
      'The heap was not measured. Run Node with --expose-gc.',
    ],
    [
      gain > bounds.maxHeapGain,
      `The heap grew by ${gain} bytes from the first half of the run to the second, expected at most ${bounds.maxHeapGain}.`,
    ],
    [report.leaks > 0, `${report.leaks} upstream requests contained unhashed personal data.`],
  ]
  return [
    ...summarize(report.countedTwice, 'was counted twice'),
    ...summarize(report.acceptedNotCounted, 'was accepted but never counted'),
    ...summarize(report.neverSent, 'was counted but never sent'),
    ...summarize(report.unhandledRejections, 'was an unhandled rejection'),
    ...checks.flatMap(([isFailed, sentence]) => (isFailed ? [sentence] : [])),
  ]
}

/** Predicts the share of accepted events: an event is lost if all of its attempts fail independently. */
export function predictShare({ events, faultRate, retries }: SoakSettings): {
  mean: number
  deviation: number
} {
  const lost = faultRate ** (retries + 1)
  return { mean: 1 - lost, deviation: Math.sqrt((lost * (1 - lost)) / events) }
}

export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function summarize(items: string[], problem: string): string[] {
  const [first] = items
  const others = items.length > 1 ? `, and ${items.length - 1} more` : ''
  return first === undefined ? [] : [`${first} ${problem}${others}.`]
}
