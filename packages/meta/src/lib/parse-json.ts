import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import { tryCall } from './try-call.ts'

export function parseJsonObject(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): JsonObject | undefined {
  const value: unknown = tryCall(() => JSON.parse(text, reviver))
  return isJsonObject(value) ? value : undefined
}
