const SPEED = 60

/**
 * Creates a clock that runs 60 times as fast as the real one.
 *
 * @param start Milliseconds since the epoch. Processes with the same start have the same time.
 * @returns Returns milliseconds since the epoch.
 */
export function compressClock(start: number): () => number {
  return () => start + (Date.now() - start) * SPEED
}
