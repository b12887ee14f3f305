import { MAX_JSON_DEPTH } from '../protocol.ts'

/**
 * Calls `visit` for each value in nested objects and arrays.
 *
 * Skips circular references and everything deeper than {@link MAX_JSON_DEPTH} levels.
 *
 * @param root The outermost object.
 * @param visit Receives the object or array that contains the value, the key of the value, a function that returns the
 *   dotted path of the value without the root, and the number of levels above the value. In the path, a key that does
 *   not look like a field name is `(other)`, because it could be personal data.
 */
export function walkJson(
  root: object,
  visit: (
    parent: Record<string, unknown>,
    key: string,
    getPath: () => string,
    levels: number,
  ) => void,
): void {
  const seen = new Set<object>()
  walk(root, '', 1)

  function walk(parent: object, prefix: string, levels: number): void {
    if (seen.has(parent) || levels > MAX_JSON_DEPTH) return
    seen.add(parent)
    for (const [key, value] of Object.entries(parent)) {
      // A function, because few paths are needed.
      const getPath = (): string => prefix + (Array.isArray(parent) ? key : toFieldName(key))
      visit(parent as Record<string, unknown>, key, getPath, levels)
      if (typeof value === 'object' && value) walk(value, `${getPath()}.`, levels + 1)
    }
  }
}

/** Returns the key, or `(other)` if it does not look like a field name and could be personal data. */
export function toFieldName(key: string): string {
  return /^[a-z_]{1,40}$/i.test(key) ? key : '(other)'
}
