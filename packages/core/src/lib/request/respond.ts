import {
  CONFIGURATION_HEADER,
  CORS_HEADERS,
  REJECTIONS,
  type ResponseBody,
} from '../../protocol.ts'

/** `Response`, or a class that is faster on a host. */
export type ResponseClass = new (body: string | null, init: ResponseInit) => Response

/**
 * Creates the response (specification 2.3, decision 2).
 *
 * The status is 200 regardless of the upstream status; a rejection has the status listed in {@link REJECTIONS}. The
 * response to a CORS preflight is empty, and browsers may cache it for a day.
 *
 * @param origin Value of `Access-Control-Allow-Origin`. If `undefined`, no page can read the response.
 * @param problem Why events cannot be forwarded. Only whether there is a problem is public.
 * @param responseClass The default is read for each response, because the first read loads Node's Fetch implementation,
 *   which takes longer than the import of the function.
 */
export function respond(
  body: ResponseBody | undefined,
  origin: string | undefined,
  problem: string | undefined,
  responseClass: ResponseClass = Response,
): Response {
  // A plain object, because a `Headers` object would be filled first and then copied.
  const headers: Record<string, string> = {
    ...CORS_HEADERS,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  if (origin) headers['Access-Control-Allow-Origin'] = origin
  else delete headers['Access-Control-Allow-Origin']
  if (origin !== '*') headers['Vary'] = 'Origin'

  if (!body) {
    headers['Access-Control-Max-Age'] = '86400'
    return new responseClass(null, { status: 204, headers })
  }
  headers['Content-Type'] = 'application/json'
  const status = 'ok' in body ? 200 : REJECTIONS[body.error]
  if (status === 405) {
    // Required by RFC 9110, 15.5.6.
    headers['Allow'] = CORS_HEADERS['Access-Control-Allow-Methods']
    headers[CONFIGURATION_HEADER] = problem ? 'not configured' : 'configured'
  }
  return new responseClass(JSON.stringify(body), { status, headers })
}
