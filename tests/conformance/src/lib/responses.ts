import { describe, expect, it } from 'vitest'

import { ACCESS_TOKEN, type Context, EVENT, uniqueId } from './context.ts'

export function describeResponses(
  { post, received, startHost }: Context,
  keepsEvents: boolean,
): void {
  const kept = keepsEvents ? { kept: true } : {}
  describe('sections 2.3 and 7: responses', () => {
    it('returns 200 with ok true and the upstream body if upstream accepts the event', async () => {
      expect(await post(EVENT)).toMatchObject({
        status: 200,
        body: {
          ok: true,
          upstream: { events_received: 1, messages: [], fbtrace_id: 'Aaccepted' },
        },
      })
    })

    it('treats every 2xx status from upstream as accepted', async () => {
      const { body } = await post({ ...EVENT, event_id: uniqueId('accept-201') })
      expect(body).toEqual({ ok: true, upstream: { events_received: 1 } })
    })

    it('returns 200 with ok false, the status and the upstream body if upstream returns an error', async () => {
      const { status, body } = await post({ ...EVENT, event_id: uniqueId('error-400') })
      expect(status).toBe(200)
      expect(body).toEqual({
        ok: false,
        status: 400,
        upstream: {
          error: {
            message: 'No',
            type: 'OAuthException',
            code: 100,
            error_subcode: 2804003,
            fbtrace_id: 'Arejected',
          },
        },
      })
    })

    it('returns 200 with ok false and an error if the upstream connection fails', async () => {
      const { status, body } = await post({ ...EVENT, event_id: uniqueId('reset') })
      expect(status).toBe(200)
      expect(body).toEqual({ ok: false, error: expect.stringMatching(/./), ...kept })
    })

    it('returns 200 with ok false and an error if upstream does not respond in time', async () => {
      // On a busy machine, a request takes a second to arrive.
      const host = await startHost({ META_TIMEOUT_MS: '2000', META_RETRIES: '0' })
      const event_id = uniqueId('hang')
      const { status, body } = await post({ ...EVENT, event_id }, { host })
      expect(status).toBe(200)
      expect(body).toEqual({ ok: false, error: expect.stringContaining('2000 ms'), ...kept })
      expect(received(event_id)).toHaveLength(1)
    })

    it.each([
      ['accept-html', { ok: true, upstream: { raw: '<h1>Maintenance</h1>' } }],
      ['accept-array', { ok: true, upstream: { raw: '["accepted"]' } }],
      [
        'error-html',
        { ok: false, status: 404, upstream: { raw: '<h1>Maintenance</h1>' }, ...kept },
      ],
      ['error-long', { ok: false, status: 400, upstream: { raw: 'x'.repeat(2000) }, ...kept }],
      ['redirect', { ok: false, status: 302, upstream: { raw: '' }, ...kept }],
    ])('wraps an upstream body that is not a JSON object in raw: %s', async (script, expected) => {
      const { body } = await post({ ...EVENT, event_id: uniqueId(script) })
      expect(body).toEqual(expected)
    })

    it('stops reading an endless upstream body', async () => {
      const { body } = await post({ ...EVENT, event_id: uniqueId('endless') })
      expect(body.ok).toBe(true)
      expect(body.upstream.raw).toHaveLength(2000)
    })

    it.each(['echo-token', 'echo-token-raw', 'echo-token-escaped'])(
      'redacts the access token in the upstream body: %s',
      async (script) => {
        const { body } = await post({ ...EVENT, event_id: uniqueId(script) })
        expect(body.ok).toBe(false)
        expect(JSON.stringify(body)).toContain('[redacted]')
        expect(JSON.stringify(body)).not.toContain(ACCESS_TOKEN.slice(1))
      },
    )
  })
}
