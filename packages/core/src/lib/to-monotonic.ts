/**
 * Measures time with a clock that can be set back: the time to which it is set back is not measured again.
 *
 * @param now Returns the current time in milliseconds since the epoch.
 * @returns A function that returns the milliseconds since its first call. The result never decreases.
 */
export function toMonotonic(now: () => number): () => number {
  let elapsedMs = 0
  let lastMs = Infinity

  return function elapsed() {
    const nowMs = now()
    if (nowMs > lastMs) elapsedMs += nowMs - lastMs
    lastMs = nowMs
    return elapsedMs
  }
}
