/**
 * Rejects with a `TimeoutError` if `work` takes longer than `ms`.
 *
 * @param work Must not throw.
 * @param onTimeout Called when the time limit is reached, but not after `work` rejects: aborting a request whose `fetch`
 *   has rejected ends the process on Node.js if the response body is unfinished.
 * @throws The error that `work` rejects with, or a `DOMException` with the name `TimeoutError`.
 */
export function withTimeout<T>(
  ms: number,
  work: () => Promise<T>,
  onTimeout?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException(`No response in ${Math.round(ms)} ms.`, 'TimeoutError'))
      onTimeout?.()
    }, ms)
    const settle =
      <V>(done: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer)
        done(value)
      }
    work().then(settle(resolve), settle(reject))
  })
}
