/** Calls a function. Returns `undefined` if it throws. */
export function tryCall<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
