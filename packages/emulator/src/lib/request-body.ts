import { isDeeperThan } from '@conversion-capi/core/protocol'

// One deeply nested event would break `events.json`: `JSON.stringify` overflows the stack at depths
// that `JSON.parse` accepts.
const MAX_DEPTH = 64

/** Reads the body as text. Returns `''` if it cannot be read completely. */
export async function readText(request: Request): Promise<string> {
  try {
    return await request.text()
  } catch {
    return ''
  }
}

/** Parses JSON. Returns `undefined` if the text is not JSON or has more than 64 nesting levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(value, MAX_DEPTH) ? undefined : value
  } catch {
    return undefined
  }
}
