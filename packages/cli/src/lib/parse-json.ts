import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

/** Returns the JSON object in a text, or `undefined` if the text is not one. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
