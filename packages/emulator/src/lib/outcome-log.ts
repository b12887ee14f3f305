import type { ProxyOutcome, RecordedOutcome } from './proxy-outcome.ts'
import { createRing } from './ring.ts'

export interface OutcomeLog {
  record(outcome: ProxyOutcome): void
  /** Returns a new array of the outcomes, oldest first. */
  outcomes(): RecordedOutcome[]
  clear(): void
}

/**
 * Creates a log of the newest outcomes of the proxy.
 *
 * @param maxOutcomes The maximum number of outcomes.
 * @param now Returns milliseconds since the epoch.
 * @param onRecord Called with each recorded outcome.
 */
export function createOutcomeLog(
  maxOutcomes: number,
  now: () => number,
  onRecord: (outcome: RecordedOutcome) => void,
): OutcomeLog {
  const ring = createRing<RecordedOutcome>(maxOutcomes)

  return { record, outcomes: ring.items, clear: ring.clear }

  function record(outcome: ProxyOutcome): void {
    const recorded = { ...outcome, received_at: now() }
    ring.push(recorded)
    onRecord(recorded)
  }
}
