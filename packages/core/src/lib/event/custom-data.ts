import { isDeeperThan, isJsonObject, type JsonObject, MAX_JSON_DEPTH } from '../../protocol.ts'
import type { DroppedField } from './diff-fields.ts'
import { isUnhashedPii } from '../pii/find-unhashed-pii.ts'
import { walkJson } from '../pii/walk-json.ts'

/**
 * Parses `custom_data`, which is forwarded as it is (specification 2.1), except for:
 *
 * - personal data that is not hashed
 * - numbers that `JSON.parse` changes: integers beyond 2^53, such as the ID of an order, and numbers such as `1e999`,
 *   which would be forwarded as `null`
 *
 * @param value The value in the request body. It is modified.
 * @param dropped Receives the fields that were removed.
 * @returns `undefined` if the value is not an object, or nested deeper than `MAX_JSON_DEPTH` levels and could
 *   not be serialized.
 */
export function parseCustomData(value: unknown, dropped: DroppedField[]): JsonObject | undefined {
  if (!isJsonObject(value) || isDeeperThan(value, MAX_JSON_DEPTH)) return undefined
  const lists = new Set<unknown[]>()
  walkJson(value, (parent, key, path, name) => {
    const item = parent[key]
    const isChanged = typeof item === 'number' && !(Math.abs(item) <= Number.MAX_SAFE_INTEGER)
    if (!isChanged && !isUnhashedPii(name, item)) return false
    delete parent[key]
    dropped.push({ key: `custom_data.${path}`, reason: isChanged ? 'malformed' : 'unhashed' })
    if (Array.isArray(parent)) lists.add(parent)
    return true
  })
  for (const list of lists) removeHoles(list)
  return value
}

/** Removes the holes that `delete` leaves. They would be serialized as `null`. */
function removeHoles(list: unknown[]): void {
  const items = list.flat(0)
  Object.assign(list, items)
  list.length = items.length
}
