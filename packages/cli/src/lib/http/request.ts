import { describeRequestError } from './describe-request-error.ts'

/** Sends requests. */
export interface Client {
  fetch: typeof globalThis.fetch
  /** Time limit of one request in milliseconds, including the body. */
  timeoutMs: number
}

/** A response with its body. */
export interface Received {
  status: number
  headers: Headers
  bytes: Uint8Array
  isTruncated: boolean
  reason?: undefined
}

/** A response, or why there is none. */
export type ReceivedResponse = Received | { reason: string }

/**
 * Sends a request and reads the response. Redirects are not followed. It never rejects.
 *
 * @param maxBytes How much of the body is read. @default 65,536
 */
export async function request(
  { fetch, timeoutMs }: Client,
  url: string,
  init: RequestInit = {},
  maxBytes = 65_536,
): Promise<ReceivedResponse> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { bytes, isTruncated } = await readBytes(response, maxBytes)
    return { status: response.status, headers: response.headers, bytes, isTruncated }
  } catch (error) {
    return { reason: describeRequestError(error) }
  }
}

/** Returns a value from a response for a message: one line, without control characters. */
export function showValue(value: string | null | undefined): string {
  if (value === null || value === undefined) return 'missing'
  return `"${value.replaceAll(/[^ -~]/g, '?').slice(0, 200)}"`
}

/**
 * Reads the body of a response, up to a limit. The rest of a longer body is not downloaded.
 *
 * @returns The first `maxBytes` bytes, and whether the body is longer.
 * @throws The error of the connection.
 */
async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      break
    }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: length > maxBytes }
}
