import { MAX_JSON_DEPTH } from '../../protocol.ts'

/**
 * Finds values in nested objects and arrays.
 *
 * Skips circular references and everything deeper than {@link MAX_JSON_DEPTH} levels.
 *
 * @param isFound Receives the key of the nearest property, which for the items of an array is the key of the array, and the
 *   value. The values in a found value are skipped.
 * @param onFound Receives the object or array that contains the value, the key of the value, and the dotted path of the
 *   value without the root. In the path, a key that does not look like a field name is `(other)`, because it could be
 *   personal data.
 */
export function walkJson(
  root: object,
  isFound: (name: string, value: unknown) => boolean,
  onFound: (parent: Record<string, unknown>, key: string, path: string) => void,
): void {
  const seen = new Set<unknown>()
  walk(root as Record<string, unknown>, '', 1, '')

  function walk(
    parent: Record<string, unknown>,
    prefix: string,
    levels: number,
    listName: string,
  ): void {
    if (seen.has(parent) || levels > MAX_JSON_DEPTH) return
    seen.add(parent)
    const isList = Array.isArray(parent)
    for (const key of Object.keys(parent)) {
      const value = parent[key]
      const name = isList ? listName : key
      if (isFound(name, value)) onFound(parent, key, pathOf(key))
      else if (typeof value === 'object' && value)
        walk(value as never, `${pathOf(key)}.`, levels + 1, name)
    }

    function pathOf(key: string): string {
      return prefix + (isList ? key : toFieldName(key))
    }
  }
}

/** Returns the key, or `(other)` if it does not look like a field name and could be personal data. */
export function toFieldName(key: string): string {
  return /^[a-z_]{1,40}$/i.test(key) ? key : '(other)'
}
