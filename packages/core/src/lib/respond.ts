import { type Answer, CORS_HEADERS, REJECTIONS } from '../protocol.ts'

/**
 * Writes an answer with the headers that every answer has (specification 4.1, decision 2).
 *
 * @param answer `undefined` answers a CORS preflight, which has no body; browsers may keep it for a day.
 *   Otherwise the status is 200 whatever the platform said, and a rejection's own when there is one.
 */
export function respond(answer: Answer | undefined): Response {
  if (!answer) {
    return new Response(null, {
      status: 204,
      headers: { ...HEADERS, 'Access-Control-Max-Age': '86400' },
    })
  }
  const status = 'ok' in answer ? 200 : REJECTIONS[answer.error]
  return new Response(JSON.stringify(answer), {
    status,
    headers: {
      ...HEADERS,
      'Content-Type': 'application/json',
      // RFC 9110, 15.5.6: a 405 says which methods would have been allowed.
      ...(status === 405 && { Allow: CORS_HEADERS['Access-Control-Allow-Methods'] }),
    },
  })
}

const HEADERS = {
  ...CORS_HEADERS,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
