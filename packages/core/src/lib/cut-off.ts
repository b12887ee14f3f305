/**
 * Gives work a time limit that holds even when the work ignores its abort signal.
 *
 * @param ms The limit, in milliseconds.
 * @param work Gets a signal that aborts at the limit, and also once the work is done, which frees
 *   whatever it left unread.
 * @returns What the work resolves to. Rejects with its error, or with a `TimeoutError` at the limit.
 */
export async function cutOff<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer!: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`No answer within ${Math.round(ms)} ms`, 'TimeoutError')),
      ms,
    )
  })
  return Promise.race([work(controller.signal), limit]).finally(() => {
    clearTimeout(timer)
    controller.abort()
  })
}
