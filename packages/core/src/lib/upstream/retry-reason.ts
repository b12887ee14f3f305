import { codesOf } from './codes-of.ts'
import type { Result } from '../common/result.ts'
import type { UpstreamResponse } from './upstream-response.ts'

/**
 * Why the same event may be accepted later.
 *
 * `transient`: the upstream is unreachable or temporarily unavailable. `throttled`: too many requests. `setup`: the
 * school must correct its access token, its permissions, the pixel ID, the Graph API version or `META_GRAPH_URL`.
 */
export type RetryReason = 'transient' | 'throttled' | 'setup'

/**
 * Finds out whether the same event, with its event_id and event_time, may be accepted later, and why.
 *
 * Decides by error code, as Meta asks ("Error handling should be done using only the Error Codes"): error
 * messages are localized, throttling does not always use status 429, and an expired token can have status 500. An
 * error without a response is transient. A response without an error code is not from the Graph API. All other codes
 * are final.
 *
 * @param result The status and the body of the response, or the description of an error without a response.
 * @returns `undefined` if the event was accepted or never will be.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function findRetryReason(
  result: Result<Pick<UpstreamResponse, 'status' | 'body'>, string>,
): RetryReason | undefined {
  if (!result.ok) return 'transient'
  const { status, body } = result.value
  if (status >= 200 && status < 300) return undefined

  const { code = NaN, subcode } = codesOf(body)
  const isPermission = code >= 200 && code < 300
  const isUnknownPixel = code === 100 && subcode === 33
  if (isPermission || isUnknownPixel || SETUP_CODES.has(code)) return 'setup'
  const isBusinessLimit = code >= 80_000 && code < 80_015
  if (status === 429 || isBusinessLimit || THROTTLING_CODES.has(code)) return 'throttled'
  const isTransient =
    (body['error'] as { is_transient?: unknown } | null | undefined)?.is_transient === true ||
    code < 0
  if (status === 408 || status >= 500 || isTransient || TRANSIENT_CODES.has(code)) {
    return 'transient'
  }
  return isNaN(code) ? 'setup' : undefined
}

const THROTTLING_CODES = /* @__PURE__ */ new Set([
  4, // application rate limit
  17, // user rate limit
  32, // page rate limit
  341, // application limit
  613, // rate limit of the endpoint
])

const TRANSIENT_CODES = /* @__PURE__ */ new Set([
  1, // unknown error
  2, // service temporarily unavailable
  368, // temporarily blocked
  5000, // temporary unknown error
  21009, // dataset upload temporarily not ready
  3910001, // temporary failure
])

const SETUP_CODES = /* @__PURE__ */ new Set([
  3, // unknown method or missing capability
  10, // permission denied
  102, // session of the token expired
  104, // missing or incorrect signature of the token
  190, // access token invalid or expired
  2635, // deprecated version of the Graph API
])
