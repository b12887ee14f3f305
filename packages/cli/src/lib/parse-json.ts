import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

/** Parses a JSON object. Returns `undefined` if the string is not a JSON object. */
export function parseJsonObject(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text, reviver)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
