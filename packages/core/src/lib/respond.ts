import { CORS_HEADERS, REJECTIONS, type ResponseBody } from '../protocol.ts'

/** `Response`, or a class that is faster on a host. */
export type ResponseClass = new (body: string | null, init: ResponseInit) => Response

/**
 * Creates the response with a JSON body (specification 2.3, decision 2).
 *
 * The status is 200 regardless of the upstream status; a rejection has the status listed in {@link REJECTIONS}.
 *
 * @param body The response body.
 * @param origin Value of `Access-Control-Allow-Origin`. If `undefined`, no page can read the response.
 */
export function respond(
  body: ResponseBody,
  origin: string | undefined,
  responseClass: ResponseClass,
): Response {
  const status = 'ok' in body ? 200 : REJECTIONS[body.error]
  const headers = createHeaders(origin)
  headers['Content-Type'] = 'application/json'
  // Required by RFC 9110, 15.5.6.
  if (status === 405) headers['Allow'] = CORS_HEADERS['Access-Control-Allow-Methods']
  return new responseClass(JSON.stringify(body), { status, headers })
}

/** Creates the empty response to a CORS preflight, which browsers may cache for a day (decision 2). */
export function respondToPreflight(
  origin: string | undefined,
  responseClass: ResponseClass,
): Response {
  const headers = createHeaders(origin)
  headers['Access-Control-Max-Age'] = '86400'
  return new responseClass(null, { status: 204, headers })
}

// A plain object, because filling a `Headers` object and copying it takes twice as long.
function createHeaders(origin: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    ...CORS_HEADERS,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  if (origin) headers['Access-Control-Allow-Origin'] = origin
  else delete headers['Access-Control-Allow-Origin']
  if (origin !== '*') headers['Vary'] = 'Origin'
  return headers
}
