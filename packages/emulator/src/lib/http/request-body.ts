import { isDeeperThan } from '@conversion-capi/core/protocol'

import { tryCall } from '../try-call.ts'

// One deeply nested event would break `events.json`: `JSON.stringify` overflows the stack at depths
// that `JSON.parse` accepts.
const MAX_DEPTH = 64

/** Less than a log keeps, so that one request does not displace all others. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reads a body. Returns `''` if it cannot be read completely, and `undefined` if it is longer than 16 MiB. */
export async function readText({ body }: Request | Response): Promise<string | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length
      if (length > MAX_BODY_BYTES) return undefined
      chunks.push(chunk)
    }
    return await new Blob(chunks).text()
  } catch {
    return ''
  }
}

/** Returns the fields of a pixel request: the query's, then the urlencoded body's. */
export function readFields({ url }: Request, text: string): [name: string, value: string][] {
  return [...new URL(url).searchParams, ...new URLSearchParams(text)]
}

export function parseJson(text = ''): unknown {
  const value: unknown = tryCall(() => JSON.parse(text))
  return isDeeperThan(value, MAX_DEPTH) ? undefined : value
}
