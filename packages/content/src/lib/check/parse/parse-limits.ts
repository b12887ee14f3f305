import type { FileFinding } from '../../finding.ts'

/**
 * How deep a file may be nested. Pages and data stay far below: common JSON parsers stop at 64 to 1,000 levels,
 * browsers at 512 elements.
 */
const MAX_DEPTH = 200

export function isTreeTooDeep(root: object): boolean {
  return isTooDeep(root, (node) => (node as { children?: unknown[] }).children ?? [])
}

export function isJsonTooDeep(value: unknown): boolean {
  return isTooDeep(value, (inner) =>
    typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
  )
}

/** Returns whether a value is nested too deep to be read. Does not recurse. */
function isTooDeep(root: unknown, childrenOf: (value: unknown) => unknown[]): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap(childrenOf)
  }
  return false
}

export function tooDeep(format: string): FileFinding {
  return {
    message: `The ${format} is nested more than ${MAX_DEPTH} levels deep, where parsers fail.`,
    fix: 'Flatten it, or render the files again.',
  }
}
