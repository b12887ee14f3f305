/**
 * Rejects with a `TimeoutError` if `work` takes longer than `ms`.
 *
 * @param work Must not throw.
 * @param controller Aborted when the time limit is reached, but not if `work` rejects: aborting a request whose `fetch` has
 *   rejected ends the process on Node.js if the response body is unfinished.
 * @throws The error that `work` rejects with, or a `DOMException` with the name `TimeoutError`.
 */
export function withTimeout<T>(
  ms: number,
  work: () => Promise<T>,
  controller?: AbortController,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException(`No response in ${Math.round(ms)} ms.`, 'TimeoutError'))
      controller?.abort()
    }, ms)
    work()
      .then(resolve, reject)
      .then(() => clearTimeout(timer))
  })
}
