import type { JsonObject } from '@conversion-capi/core/protocol'

import { parseJsonObject } from './try-call.ts'

/** Returns the first object with a name that starts so, in the JSON of a line. */
export function findRecord(text: string, start = 'conversion.outcome'): JsonObject | undefined {
  if (!text.includes(start)) return undefined
  const line = parseJsonObject(text.slice(text.indexOf('{')))
  if (!line || Object.keys(line).some((key) => key.startsWith(start))) return line
  const nested = Object.values(line).find(
    (value) => typeof value === 'string' && value.includes(start),
  )
  return findRecord((nested as string | undefined) ?? '', start)
}
