/** Calls `work` and returns its result, or `undefined` if it throws. Errors must not reach the page. */
export function tryCall<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {}
  return undefined
}
