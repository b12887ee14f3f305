import { isDeeperThan } from '@conversion-capi/core/protocol'

// One deeply nested event would break `events.json`: `JSON.stringify` overflows the stack at depths
// that `JSON.parse` accepts.
const MAX_DEPTH = 64

/** Reads the body as text. Returns `''` if it cannot be read completely. */
export async function readText(message: Request | Response): Promise<string> {
  try {
    return await message.text()
  } catch {
    return ''
  }
}

/**
 * Reads the body of a request and returns a request whose body can be read again, and the body as text. If
 * the body cannot be read completely, it is empty.
 */
export async function bufferRequest(request: Request): Promise<{ copy: Request; text: string }> {
  const { url, method, headers } = request
  const bytes = request.body ? await readBytes(request) : new Uint8Array()
  // Some servers pass a subclass of Request that cannot be copied.
  const copy = new Request(url, {
    method,
    headers: [...headers],
    ...(bytes.length > 0 && { body: bytes }),
  })
  return { copy, text: new TextDecoder().decode(bytes) }
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    return new Uint8Array()
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
