import { type ResponseBody, CORS_HEADERS, REJECTIONS } from '../protocol.ts'

/**
 * Writes an answer with the headers that every answer has (specification 4.1, decision 2).
 *
 * @param answer `undefined` answers a CORS preflight, which has no body; browsers may keep it for a day.
 *   Otherwise the status is 200 whatever the platform said, and a rejection's own when there is one.
 * @param origin The value of `Access-Control-Allow-Origin`; `undefined` lets no page read the answer.
 */
export function respond(answer: ResponseBody | undefined, origin: string | undefined): Response {
  const status = !answer ? 204 : 'ok' in answer ? 200 : REJECTIONS[answer.error]
  const headers = new Headers({
    ...CORS_HEADERS,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  if (origin) headers.set('Access-Control-Allow-Origin', origin)
  else headers.delete('Access-Control-Allow-Origin')
  if (origin !== '*') headers.set('Vary', 'Origin')
  if (!answer) headers.set('Access-Control-Max-Age', '86400')
  else headers.set('Content-Type', 'application/json')
  // RFC 9110, 15.5.6: a 405 says which methods would have been allowed.
  if (status === 405) headers.set('Allow', CORS_HEADERS['Access-Control-Allow-Methods'])

  return new Response(answer ? JSON.stringify(answer) : null, { status, headers })
}
