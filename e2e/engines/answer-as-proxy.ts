import { setTimeout } from 'node:timers/promises'

import { CORS_HEADERS } from '@conversion-capi/core/protocol'

import type { Visit } from './case.ts'

/** Notes what arrives, and answers as the proxy does when the platform has accepted the event. */
export async function answerAsProxy(request: Request, visit: Visit): Promise<Response> {
  const { latency } = visit.case
  if (request.method === 'OPTIONS') {
    visit.preflights += 1
    await setTimeout(latency?.preflight)
    // Not remembered, so that every request meets a preflight, and its latency.
    const headers = { ...CORS_HEADERS, 'Access-Control-Max-Age': '0' }
    return new Response(null, { status: 204, headers })
  }
  visit.posts.push(await request.text())
  await setTimeout(latency?.post)
  return Response.json({ ok: true, upstream: {} }, { headers: CORS_HEADERS })
}
