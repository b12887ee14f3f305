import {
  isDeeperThan,
  isJsonObject,
  MAX_JSON_DEPTH,
  MAX_TEXT_LENGTH,
  MAX_UPSTREAM_BYTES,
  type UpstreamBody,
} from '../../protocol.ts'
import { readText } from '../request/read-body.ts'
import { redact } from '../common/redact.ts'

/** A response of the Graph API without the access token. */
export interface UpstreamResponse {
  status: number
  body: UpstreamBody
  /** Minimum delay before a retry in milliseconds, from the `Retry-After` header. */
  retryAfterMs: number
  /** Warning that the Graph API version is outdated. */
  deprecation?: string | undefined
}

/** The part of a `Response` that is read. A body that was read already is a string. */
export interface UpstreamFetchResponse {
  status: number
  headers: Pick<Headers, 'get'>
  body: ReadableStream<Uint8Array> | string | null
}

/** Reads a response of the Graph API. Throws if the connection is lost before the body is complete. */
export async function readUpstreamResponse(
  response: UpstreamFetchResponse,
  graphVersion: string,
  accessToken: string,
  now: () => number,
): Promise<UpstreamResponse> {
  const { status, headers, body } = response
  const { text, truncated } = await readText(body, MAX_UPSTREAM_BYTES)
  // Frees the connection.
  if (truncated) (body as ReadableStream).cancel().catch(() => {})
  return {
    status,
    body: parseUpstreamBody(text, accessToken),
    retryAfterMs: parseRetryAfter(headers.get('Retry-After'), now),
    deprecation: redact(findDeprecation(headers, graphVersion), accessToken),
  }
}

/**
 * Parses the body of an upstream response (decision 11) and redacts the access token, which Meta can echo
 * (decision 9).
 *
 * A body that is not a JSON object, or is nested too deeply, is returned as the start of its text.
 */
export function parseUpstreamBody(text: string, accessToken: string): UpstreamBody {
  text = redact(text, accessToken)
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value) && !isDeeperThan(value, MAX_JSON_DEPTH)) return value
  } catch {
    // Not JSON.
  }
  return { raw: text.slice(0, MAX_TEXT_LENGTH) }
}

/**
 * Returns the delay of a `Retry-After` header in milliseconds; 0 if it is missing, malformed or in the past.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(value: string | null, now: () => number): number {
  if (!value) return 0
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now()
  return ms > 0 ? ms : 0
}

function findDeprecation(
  headers: UpstreamFetchResponse['headers'],
  graphVersion: string,
): string | undefined {
  const warning = headers.get('X-Ad-Api-Version-Warning')
  if (warning) return warning
  const actualVersion = headers.get('Facebook-Api-Version')
  if (actualVersion && actualVersion !== graphVersion) {
    return `Graph API ${graphVersion} became ${actualVersion}. Set META_GRAPH_VERSION.`
  }
}
