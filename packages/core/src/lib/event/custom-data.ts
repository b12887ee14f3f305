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
 * A value that is not an object, or is nested too deeply to be serialized, is dropped.
 *
 * @param value It is modified.
 */
export function parseCustomData(value: unknown, dropped: DroppedField[]): JsonObject | undefined {
  if (!isJsonObject(value) || isDeeperThan(value, MAX_JSON_DEPTH)) return undefined
  const lists = new Set<unknown[]>()
  walkJson(
    value,
    (name, item) => isUnhashedPii(name, item) || isChanged(item),
    (parent, key, path) => {
      const reason = isChanged(parent[key]) ? 'malformed' : 'unhashed'
      delete parent[key]
      dropped.push({ key: `custom_data.${path}`, reason })
      if (Array.isArray(parent)) lists.add(parent)
    },
  )
  for (const list of lists) removeHoles(list)
  return value
}

function isChanged(item: unknown): boolean {
  return typeof item === 'number' && !(Math.abs(item) < 2 ** 53)
}

/** Removes the holes that `delete` leaves. They would be serialized as `null`. */
function removeHoles(list: unknown[]): void {
  const items = list.flat(0)
  Object.assign(list, items)
  list.length = items.length
}
