/**
 * Calls `drain` on SIGTERM and SIGINT, and `cut` when SIGINT is repeated.
 *
 * @returns A function that stops listening.
 */
export function onSignals(drain: () => void, cut: () => void): () => void {
  let interruptedAt: number | undefined

  process.on('SIGTERM', onTerminate)
  process.on('SIGINT', onInterrupt)
  return () => {
    process.off('SIGTERM', onTerminate)
    process.off('SIGINT', onInterrupt)
  }

  function onTerminate(): void {
    drain()
  }

  function onInterrupt(): void {
    if (interruptedAt === undefined) {
      interruptedAt = performance.now()
      drain()
    } else if (performance.now() - interruptedAt > ECHO_MS) cut()
  }
}

/** One Ctrl+C under `npm start` arrives twice: from the terminal and from npm. */
const ECHO_MS = 250
