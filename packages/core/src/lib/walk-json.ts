import { MAX_JSON_DEPTH } from '../protocol.ts'

/**
 * Calls `visit` for each value in nested objects and arrays, up to {@link MAX_JSON_DEPTH} levels. Skips circular
 * references.
 *
 * @param root The outermost object.
 * @param visit Receives the object or array that contains the value, the key of the value, and a function that
 *   returns the dotted path of the value without the root. In the path, a key that does not look like a field name is
 *   `(other)`, because it could be personal data.
 * @returns Whether there were no more levels.
 */
export function walkJson(
  root: object,
  visit: (parent: Record<string, unknown>, key: string, getPath: () => string) => void,
): boolean {
  const seen = new Set<object>()
  return walk(root, '', 0)

  function walk(parent: object, prefix: string, depth: number): boolean {
    if (seen.has(parent)) return true
    seen.add(parent)
    let isComplete = depth < MAX_JSON_DEPTH
    for (const [key, value] of isComplete ? Object.entries(parent) : []) {
      // A function, because few paths are needed.
      const getPath = (): string => prefix + (Array.isArray(parent) ? key : toFieldName(key))
      visit(parent as Record<string, unknown>, key, getPath)
      if (typeof value === 'object' && value && !walk(value, `${getPath()}.`, depth + 1)) {
        isComplete = false
      }
    }
    return isComplete
  }
}

/** Returns the key, or `(other)` if it does not look like a field name and could be personal data. */
export function toFieldName(key: string): string {
  return /^[a-z_]{1,40}$/i.test(key) ? key : '(other)'
}
