import type { Result } from './result.ts'
import type { UpstreamResponse } from './upstream-response.ts'

/**
 * Returns whether a retry with the same event_id and event_time can succeed.
 *
 * Decides by error code, as Meta asks ("Error handling should be done using only the Error Codes"): error
 * messages are localized, and throttling does not always use status 429. An error without a response is
 * transient. Codes that are not listed are final.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function isTransient(
  result: Result<Pick<UpstreamResponse, 'status' | 'body'>, string>,
): boolean {
  if (!result.ok) return true
  const { status, body } = result.value
  if (status < 300) return false
  if (status === 408 || status === 429 || status >= 500) return true
  const error = body['error'] as { code?: unknown; is_transient?: unknown } | null | undefined
  return error?.is_transient === true || TRANSIENT_CODES.has(error?.code)
}

const TRANSIENT_CODES = /* @__PURE__ */ new Set<unknown>([
  1, // unknown error
  2, // service temporarily unavailable
  4, // application rate limit
  17, // user rate limit
  32, // page rate limit
  341, // application limit
  368, // temporarily blocked
  613, // rate limit of the endpoint
  5000, // temporary unknown error
  21009, // dataset upload temporarily not ready
  80000, // 80000 to 80014: business use case rate limits
  80003,
  80004,
  80014,
])
