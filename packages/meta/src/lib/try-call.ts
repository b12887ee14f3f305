export function tryCall<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
