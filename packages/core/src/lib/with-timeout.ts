/**
 * Rejects with a `TimeoutError` if `work` takes longer than `ms`, even if it ignores the abort signal.
 *
 * @param ms Time limit in milliseconds.
 * @param work Receives a signal that is aborted when the time limit is reached, and also after `work` has
 *   resolved, which cancels a response body that was not read to its end. If `work` rejects, the signal is not
 *   aborted: aborting a request whose `fetch` has rejected ends the process on Node.js if the response body is
 *   unfinished.
 * @returns The value that `work` resolves to.
 * @throws The error that `work` rejects with, or a `DOMException` with the name `TimeoutError`.
 */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer!: ReturnType<typeof setTimeout>
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException(`No response within ${Math.round(ms)} ms.`, 'TimeoutError'))
      controller.abort()
    }, ms)
  })
  const value = await Promise.race([work(controller.signal), timeout]).finally(() =>
    clearTimeout(timer),
  )
  controller.abort()
  return value
}
