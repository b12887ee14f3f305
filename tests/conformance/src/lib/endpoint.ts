import { describe, expect, it } from 'vitest'

import { type Context, ENDPOINT_URL, EVENT, uniqueId } from './context.ts'

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
}

export function describeEndpoint({ handle, post, startUnconfiguredHost }: Context): void {
  describe('section 4.1: methods and headers', () => {
    it('responds to OPTIONS with 204, the CORS headers and no body', async () => {
      const response = await handle(new Request(ENDPOINT_URL, { method: 'OPTIONS' }))
      expect(response.status).toBe(204)
      expect(await response.text()).toBe('')
      expect(Object.fromEntries(response.headers)).toMatchObject(CORS_HEADERS)
      expect(Number(response.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
    })

    it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('rule 1: rejects %s with 405', async (method) => {
      const response = await handle(new Request(ENDPOINT_URL, { method }))
      expect(response.status).toBe(405)
      expect(await response.json()).toEqual({ error: 'Method not allowed' })
      expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
      expect(Object.fromEntries(response.headers)).toMatchObject(CORS_HEADERS)
    })

    it('rule 1: rejects HEAD with 405', async () => {
      const response = await handle(new Request(ENDPOINT_URL, { method: 'HEAD' }))
      expect(response.status).toBe(405)
    })

    it('sends the CORS headers, no-store and nosniff with every response', async () => {
      const responses = [
        await post(EVENT),
        await post({ ...EVENT, event_id: uniqueId('error-400') }),
        await post('{'),
        await post(EVENT, { host: await startUnconfiguredHost() }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 500])
      for (const { headers } of responses) {
        expect(Object.fromEntries(headers)).toMatchObject({
          ...CORS_HEADERS,
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
      }
    })
  })
}
