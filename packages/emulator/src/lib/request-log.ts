import { createLog, type Log } from './log.ts'
import { readText } from './request-body.ts'

/** A request to the Conversions API or the pixel, as it was received, and its response. */
export interface LoggedRequest {
  readonly id: number
  readonly method: string
  /** Path and query without the prefix, for example `/v18.0/1234567890/events`. */
  readonly path: string
  readonly headers: Headers
  /** The body as a string. Missing if it is longer than 64 KiB. */
  readonly body?: string
  /** Missing until the request has a response. */
  response?: { status: number; headers: Headers; body: string }
  /** Why there is no response. */
  error?: string
  /** Time from the request to its response in milliseconds. */
  duration_ms?: number
  /** A fault breaks off the body of the response. */
  hasBrokenBody?: boolean
}

export interface RequestLog {
  /** Adds a request. */
  add(request: Request, body: string): LoggedRequest
  /** Adds the result of `respond` to the request, and returns it. */
  complete(logged: LoggedRequest, respond: () => Promise<Response>): Promise<Response>
  /** Returns a request that is still kept. */
  find(id: number): LoggedRequest | undefined
  clear: Log<LoggedRequest>['clear']
}

const MAX_REQUESTS = 1000
const MAX_BODY_LENGTH = 65_536

/**
 * Creates a log of the newest 1,000 requests. It contains everything that was received, the access token
 * included, so it must not be shown without a mask.
 *
 * @param now Returns milliseconds since the epoch.
 */
export function createRequestLog(now: () => number): RequestLog {
  const log = createLog<LoggedRequest>({ maxItems: MAX_REQUESTS })
  let lastId = 0

  return { add, complete, find, clear: log.clear }

  function add({ method, url, headers }: Request, body: string): LoggedRequest {
    const { pathname, search } = new URL(url)
    const path = (API_PATH.exec(pathname)?.[0] ?? '') + search
    const logged: LoggedRequest = {
      id: ++lastId,
      method,
      path,
      headers,
      ...(body.length <= MAX_BODY_LENGTH && { body }),
    }
    log.add(logged)
    return logged
  }

  function find(id: number): LoggedRequest | undefined {
    return log.items().find((logged) => logged.id === id)
  }

  async function complete(
    logged: LoggedRequest,
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
        entry.body = await readText(response.clone())
      }
      return response
    } catch (error) {
      logged.error =
        error instanceof TypeError ? 'The connection was reset.' : 'The sender gave up.'
      throw error
    } finally {
      logged.duration_ms = now() - startedAt
    }
  }
}

const API_PATH = /\/(?:v\d+\.\d+\/[^/]+\/events|tr)\/?$/
