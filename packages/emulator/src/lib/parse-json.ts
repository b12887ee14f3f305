import { isRecord } from './is-record.ts'

// `JSON.parse` follows any depth, `JSON.stringify` overflows the stack: one deep event would take
// `events.json` down for good. No event of Meta's is deeper than a handful of levels.
const MAX_DEPTH = 64

/** Parses JSON; `undefined` when the text is not JSON or nests more than 64 levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(MAX_DEPTH, value) ? undefined : value
  } catch {
    return undefined
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (!isRecord(value) && !Array.isArray(value)) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}
