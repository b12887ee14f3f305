/**
 * Waits `ms` milliseconds, or for ever when it is undefined.
 *
 * @throws The signal's reason, as soon as the signal aborts
 */
export function pause(ms: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return abort()

    const timer = ms === undefined ? undefined : setTimeout(finish, ms)
    signal?.addEventListener('abort', abort)

    function finish(): void {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
