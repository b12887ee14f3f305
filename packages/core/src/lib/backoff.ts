/**
 * The pause before the next try: doubled each time, and jittered so that visitors who failed together do
 * not come back together.
 *
 * @param attempt The attempt that failed, from 1.
 * @param delayMs The longest pause after the first.
 * @returns Milliseconds, between half of the longest pause and all of it.
 */
export function backoff(attempt: number, delayMs: number): number {
  return delayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}
