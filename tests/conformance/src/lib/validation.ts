import { MAX_EVENT_ID_LENGTH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { type Context, EVENT } from './context.ts'

export function describeValidation(context: Context): void {
  const { post, received, startHost, startUnconfiguredHost, statusAndBody } = context

  describe('section 4.1: validation', () => {
    it.each([
      '',
      ' ',
      '{',
      '{"event_name":"Lead",}',
      "{'event_name':'Lead'}",
      'undefined',
      '\u0000',
    ])('rule 2: rejects a body that is not valid JSON: %j', async (body) => {
      expect(await statusAndBody(body)).toEqual([400, { error: 'Invalid JSON' }])
    })

    it.each(['null', '[]', '"Lead"', '7', 'true', '[{"event_name":"Lead","event_id":"1"}]', '{}'])(
      'rule 3: rejects JSON without an event_name: %s',
      async (body) => {
        expect(await statusAndBody(body)).toEqual([400, { error: 'Invalid event_name' }])
      },
    )

    it.each([
      'lead',
      'LEAD',
      ' Lead',
      'AddToCart',
      'toString',
      '__proto__',
      '',
      5,
      null,
      ['Lead'],
      {},
    ])('rule 3: rejects the event_name %j', async (event_name) => {
      const invalidName = [400, { error: 'Invalid event_name' }]
      expect(await statusAndBody({ event_name, event_id: 'a' })).toEqual(invalidName)
    })

    it.each([undefined, null, '', 7, true, ['a'], {}, 'x'.repeat(MAX_EVENT_ID_LENGTH + 1)])(
      'rule 4: rejects the event_id %j',
      async (event_id) => {
        const invalidId = [400, { error: 'Invalid event_id' }]
        expect(await statusAndBody({ event_name: 'Lead', event_id })).toEqual(invalidId)
      },
    )

    it('rule 5: returns 500 if the proxy is not configured', async () => {
      const host = await startUnconfiguredHost()
      expect(await statusAndBody(EVENT, host)).toEqual([500, { error: 'Server not configured' }])
    })

    it.each([
      ['META_PIXEL_ID', ''],
      ['META_ACCESS_TOKEN', ' '],
      ['META_GRAPH_URL', 'graph'],
      ['META_TIMEOUT_MS', 'soon'],
    ])('rule 5: returns 500 if %s is %j', async (variable, value) => {
      const host = await startHost({ [variable]: value })
      expect(await statusAndBody(EVENT, host)).toEqual([500, { error: 'Server not configured' }])
    })

    it('checks JSON, event_name, event_id and configuration in this order', async () => {
      const host = await startUnconfiguredHost()
      const wrongName = { event_name: 'No', event_id: 5 }
      const wrongId = { event_name: 'Lead', event_id: 5 }
      const invalidName = [400, { error: 'Invalid event_name' }]
      expect(await statusAndBody('{', host)).toEqual([400, { error: 'Invalid JSON' }])
      expect(await statusAndBody(wrongName, host)).toEqual(invalidName)
      expect(await statusAndBody(wrongId, host)).toEqual([400, { error: 'Invalid event_id' }])
      expect(await statusAndBody(wrongName)).toEqual(invalidName)
    })
  })

  describe('section 8: length of event_id', () => {
    it('accepts an event_id of 100 characters', async () => {
      const event_id = 'accept:'.padEnd(MAX_EVENT_ID_LENGTH, 'x')
      expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: true })
      expect(received(event_id)).toHaveLength(1)
    })

    it('counts UTF-16 code units', async () => {
      const longest = { ...EVENT, event_id: '🚀'.repeat(50) }
      const tooLong = { ...EVENT, event_id: '🚀'.repeat(51) }
      expect((await post(longest)).status).toBe(200)
      expect(await statusAndBody(tooLong)).toEqual([400, { error: 'Invalid event_id' }])
    })
  })
}
