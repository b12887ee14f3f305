import { readText } from '../http/request-body.ts'

/**
 * The content of `/requests/{id}.json`: one request to the Conversions API or the pixel, and its response.
 * Tokens are `[redacted]`, unhashed personal data is `[masked]`.
 */
export interface RawRequest {
  method: string
  /** Path and query, for example `/v18.0/1234567890/events`. */
  path: string
  /** Content type, user agent and authorization only. */
  headers: Record<string, string>
  /** JSON and forms are formatted; a body in another format is described in brackets. */
  body: string
  /** Missing until it exists. */
  response?: { status: number; headers: Record<string, string>; body: string }
  /** Why there is no response. */
  error?: string
  /** Milliseconds. */
  duration_ms?: number
}

export interface LoggedRequest extends Omit<RawRequest, 'headers' | 'body' | 'response'> {
  readonly id: number
  readonly headers: Headers
  /** Missing if it is longer than 64 KiB. */
  readonly body?: string
  response?: { status: number; headers: Headers; body: string }
  /** A fault breaks off the body of the response. */
  hasBrokenBody?: boolean
}

const MAX_BODY_LENGTH = 65_536
const API_PATH = /\/(?:v\d+\.\d+\/[^/]+\/events|tr)\/?$/

/** Describes a request. It contains everything that was received, the access token included. */
export function describeRequest(
  id: number,
  { method, url, headers }: Request,
  body: string,
): LoggedRequest {
  const { pathname, search } = new URL(url)
  const path = (API_PATH.exec(pathname)?.[0] ?? '') + search
  return {
    id,
    method,
    path,
    // A copy: the log outlives the request.
    headers: new Headers([...headers]),
    ...(body.length <= MAX_BODY_LENGTH && { body }),
  }
}

export async function logResponse(
  logged: LoggedRequest,
  now: () => number,
  respond: () => Promise<Response>,
): Promise<Response> {
  const startedAt = now()
  try {
    const response = await respond()
    const { status, headers } = response
    const entry = { status, headers, body: '' }
    logged.response = entry
    if (logged.hasBrokenBody) {
      // Reading a copy would break off the original earlier.
      entry.body = '[broken off after half of the body]'
    } else if (!headers.get('Content-Type')?.startsWith('image/')) {
      entry.body = (await readText(response.clone())) ?? ''
    }
    return response
  } catch (error) {
    logged.error = error instanceof TypeError ? 'The connection was reset.' : 'The sender gave up.'
    throw error
  } finally {
    logged.duration_ms = now() - startedAt
  }
}
