/**
 * Rejects with a `TimeoutError` if `work` takes longer than `ms`, even if it ignores the abort signal.
 *
 * @param work Must not throw. Receives a signal that is aborted when the time limit is reached, and not if `work`
 *   rejects: aborting a request whose `fetch` has rejected ends the process on Node.js if the response body is
 *   unfinished.
 * @throws The error that `work` rejects with, or a `DOMException` with the name `TimeoutError`.
 */
export function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      reject(new DOMException(`No response in ${Math.round(ms)} ms.`, 'TimeoutError'))
      controller.abort()
    }, ms)
    work(controller.signal)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}
