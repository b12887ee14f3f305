import { isJsonObject, type JsonObject } from '../protocol.ts'
import type { DroppedField } from './diff-fields.ts'
import { removeValues } from './remove-values.ts'

/**
 * Parses `custom_data`, which is forwarded as it is (specification 2.1).
 *
 * Numbers that `JSON.parse` changes are removed: integers beyond 2^53, such as the ID of an order, and numbers such
 * as `1e999`, which would be forwarded as `null`.
 *
 * @param value The value in the request body. It is modified.
 * @param dropped Receives the numbers that were removed.
 * @returns `undefined` if the value is not an object, or nested deeper than `MAX_JSON_DEPTH` levels and could
 *   not be serialized.
 */
export function parseCustomData(value: unknown, dropped: DroppedField[]): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const paths = removeValues(
    value,
    (_, number) => typeof number === 'number' && !(Math.abs(number) <= Number.MAX_SAFE_INTEGER),
  )
  if (!paths) return undefined
  for (const path of paths) dropped.push({ key: `custom_data.${path}`, reason: 'malformed' })
  return value
}
