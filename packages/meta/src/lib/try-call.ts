import { isJsonObject } from '@conversion-capi/core/protocol'

export function tryCall<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export function parseJsonObject(text: string, reviver?: (key: string, value: unknown) => unknown) {
  const value: unknown = tryCall(() => JSON.parse(text, reviver))
  return isJsonObject(value) ? value : undefined
}
