import { describeRequestError } from '../http/describe-request-error.ts'
import { readBytes } from '../http/read-bytes.ts'

/** Sends the requests of a probe. */
export interface Client {
  fetch: typeof globalThis.fetch
  /** Time limit of one request in milliseconds, including the body. */
  timeoutMs: number
}

/** A response with its body, or why there is none. */
export type ProbeResponse =
  | {
      status: number
      headers: Headers
      bytes: Uint8Array
      isTruncated: boolean
      reason?: undefined
    }
  | { reason: string }

/**
 * Sends a request and reads the response. Redirects are not followed. It never rejects.
 *
 * @param client How to send it.
 * @param url The URL.
 * @param init Method, headers and body.
 * @param maxBytes How much of the body is read. @default 65,536
 */
export async function request(
  { fetch, timeoutMs }: Client,
  url: string,
  init: RequestInit = {},
  maxBytes = 65_536,
): Promise<ProbeResponse> {
  const headers = new Headers(init.headers)
  headers.set('User-Agent', 'conversion-capi-probe')
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, headers, redirect: 'manual', signal })
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
