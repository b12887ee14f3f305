import { isDeeperThan, isJsonObject, type JsonObject, MAX_JSON_DEPTH } from '../protocol.ts'
import { walkJson } from './walk-json.ts'

/** The `custom_data` that is forwarded. */
export interface ParsedCustomData {
  customData: JsonObject | undefined
  /** Paths of the numbers that were removed. */
  changedNumbers: string[]
}

/**
 * Parses `custom_data`, which is forwarded as it is (specification 2.1).
 *
 * An object that is nested deeper than {@link MAX_JSON_DEPTH} levels could not be serialized and is dropped. Numbers
 * that `JSON.parse` changes are removed: integers beyond 2^53, such as the ID of an order, and numbers such as
 * `1e999`, which would be forwarded as `null`.
 */
export function parseCustomData(value: unknown): ParsedCustomData {
  if (!isJsonObject(value) || isDeeperThan(value, MAX_JSON_DEPTH)) {
    return { customData: undefined, changedNumbers: [] }
  }
  return { customData: value, changedNumbers: removeChangedNumbers(value) }
}

function removeChangedNumbers(customData: JsonObject): string[] {
  const paths: string[] = []
  const lists = new Set<unknown[]>()
  walkJson(customData, (parent, key, path) => {
    const value = parent[key]
    if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return
    delete parent[key]
    paths.push(path)
    if (Array.isArray(parent)) lists.add(parent)
  })
  for (const list of lists) {
    // Skips the holes that delete leaves, which would be forwarded as null.
    const rest = list.filter(() => true)
    rest.forEach((item, index) => (list[index] = item))
    list.length = rest.length
  }
  return paths
}
