/**
 * Creates a clock that runs faster than the real one.
 *
 * @param start Milliseconds since the epoch. Processes with the same start have the same time.
 * @param speed How many times as fast it runs.
 * @returns Returns milliseconds since the epoch.
 */
export function compressClock(start: number, speed = 60): () => number {
  return () => start + (Date.now() - start) * speed
}
