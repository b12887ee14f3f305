import { isDeeperThan } from '@conversion-capi/core/protocol'

// One deeply nested event would break `events.json`: `JSON.stringify` overflows the stack at depths
// that `JSON.parse` accepts.
const MAX_DEPTH = 64

/** Less than a log keeps, so that one request does not displace all others. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reads the body as a string. Returns `''` if it cannot be read completely or is longer than 16 MiB. */
export async function readText(message: Request | Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(message))
}

/**
 * Reads the body of a request and returns a request whose body can be read again, and the body as a string. If
 * the body cannot be read completely, it is empty. Returns `undefined` if it is longer than 16 MiB.
 */
export async function bufferRequest(
  request: Request,
): Promise<{ copy: Request; text: string } | undefined> {
  const { url, method, headers } = request
  const bytes = await readBytes(request)
  if (!bytes) return undefined
  // Some servers pass a subclass of Request that cannot be copied.
  const copy = new Request(url, {
    method,
    headers: [...headers],
    ...(bytes.length > 0 && { body: bytes }),
  })
  return { copy, text: new TextDecoder().decode(bytes) }
}

async function readBytes({
  body,
}: Request | Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length
      if (length > MAX_BODY_BYTES) return undefined
      chunks.push(chunk)
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

/** Parses JSON. Returns `undefined` if the string is not JSON or has more than 64 nesting levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(value, MAX_DEPTH) ? undefined : value
  } catch {
    return undefined
  }
}
