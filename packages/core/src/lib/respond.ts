import { CORS_HEADERS, REJECTIONS, type ResponseBody } from '../protocol.ts'

/**
 * Creates the response with a JSON body (specification 2.3, decision 2).
 *
 * The status is 200 regardless of the upstream status; a rejection has the status listed in {@link REJECTIONS}.
 *
 * @param body The response body.
 * @param origin Value of `Access-Control-Allow-Origin`. If `undefined`, no page can read the response.
 */
export function respond(body: ResponseBody, origin: string | undefined): Response {
  const status = 'ok' in body ? 200 : REJECTIONS[body.error]
  const headers = createHeaders(origin)
  headers.set('Content-Type', 'application/json')
  // Required by RFC 9110, 15.5.6.
  if (status === 405) headers.set('Allow', CORS_HEADERS['Access-Control-Allow-Methods'])
  return new Response(JSON.stringify(body), { status, headers })
}

/** Creates the empty response to a CORS preflight, which browsers may cache for a day (decision 2). */
export function respondToPreflight(origin: string | undefined): Response {
  const headers = createHeaders(origin)
  headers.set('Access-Control-Max-Age', '86400')
  return new Response(null, { status: 204, headers })
}

function createHeaders(origin: string | undefined): Headers {
  const headers = new Headers({
    ...CORS_HEADERS,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  if (origin) headers.set('Access-Control-Allow-Origin', origin)
  else headers.delete('Access-Control-Allow-Origin')
  if (origin !== '*') headers.set('Vary', 'Origin')
  return headers
}
