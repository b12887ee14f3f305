import type { Outcome } from './outcome.ts'

/** Calls a listener. Errors it throws are ignored, and so are promises that reject. */
export function notify(
  onOutcome: ((outcome: Outcome) => void) | undefined,
  outcome: Outcome,
): void {
  // Async, so that a rejected promise is ignored like a thrown error.
  ;(async () => onOutcome?.(outcome))().catch(() => {})
}
