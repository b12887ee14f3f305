import { MAX_JSON_DEPTH } from '../../protocol.ts'

/**
 * Calls `visit` for each value in nested objects and arrays.
 *
 * Skips circular references and everything deeper than {@link MAX_JSON_DEPTH} levels.
 *
 * @param visit Receives the object or array that contains the value, the key of the value, the dotted path of the value
 *   without the root, and the key of the nearest property, which for the items of an array is the key of the array. In
 *   the path, a key that does not look like a field name is `(other)`, because it could be personal data. If it returns
 *   `true`, the values in the value are not visited.
 */
export function walkJson(
  root: object,
  visit: (parent: Record<string, unknown>, key: string, path: string, name: string) => boolean,
): void {
  const seen = new Set<object>()
  walk(root, '', 1, '')

  function walk(parent: object, prefix: string, levels: number, listName: string): void {
    if (seen.has(parent) || levels > MAX_JSON_DEPTH) return
    seen.add(parent)
    const isList = Array.isArray(parent)
    for (const [key, value] of Object.entries(parent)) {
      const path = prefix + (isList ? key : toFieldName(key))
      const name = isList ? listName : key
      if (visit(parent as Record<string, unknown>, key, path, name)) continue
      if (typeof value === 'object' && value) walk(value, `${path}.`, levels + 1, name)
    }
  }
}

/** Returns the key, or `(other)` if it does not look like a field name and could be personal data. */
export function toFieldName(key: string): string {
  return /^[a-z_]{1,40}$/i.test(key) ? key : '(other)'
}
