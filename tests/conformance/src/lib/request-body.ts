import { describe, expect, it } from 'vitest'

import { type Context, EMAIL_HASH } from './context.ts'

export function describeRequestBody({ forward }: Context): void {
  describe('section 2.1: request body', () => {
    it('forwards every listed field', async () => {
      const fields = {
        event_source_url: 'https://school.example/physics',
        custom_data: {
          value: 4900,
          currency: 'RUB',
          contents: [{ id: 'physics-9' }],
          deep: { a: null },
        },
      }
      const user_data = {
        fbp: 'fb.1.1596403881668.1116446470',
        fbc: 'fb.1.1554763741205.AbCdEfGh-_.AQYCAQMB',
        external_id: 'Student-42',
        em: EMAIL_HASH,
        ph: EMAIL_HASH,
        fn: EMAIL_HASH,
        ln: EMAIL_HASH,
      }
      const { event } = await forward({ ...fields, user_data })
      expect(event).toMatchObject({ ...fields, user_data, event_name: 'Lead' })
    })

    it('accepts an event that has only the required fields', async () => {
      const { event } = await forward({})
      expect(event.custom_data).toBeUndefined()
      expect(event.event_source_url).toBeUndefined()
    })

    it('drops unlisted fields', async () => {
      const { event, body } = await forward({
        event_time: 1,
        action_source: 'app',
        test_event_code: 'TEST1',
        data_processing_options: ['LDU'],
        user_data: { client_ip_address: '192.0.2.66', madid: 'x', em: EMAIL_HASH },
      })
      expect(Object.keys(body).sort()).toEqual(['access_token', 'data'])
      expect(Object.keys(event).sort()).toEqual(
        ['action_source', 'event_id', 'event_name', 'event_time', 'user_data'].sort(),
      )
      expect(event.action_source).toBe('website')
      expect(event.event_time).toBeGreaterThan(1)
      expect(event.user_data).not.toHaveProperty('madid')
      expect(event.user_data.client_ip_address).not.toBe('192.0.2.66')
    })

    it.each([
      ['event_source_url', 7],
      ['event_source_url', ['https://school.example']],
      ['user_data', 'em'],
      ['user_data', [EMAIL_HASH]],
      ['user_data', null],
      ['custom_data', 'value'],
      ['custom_data', [1]],
      ['custom_data', null],
    ])('drops a malformed %s and forwards the event: %j', async (field, value) => {
      const { event } = await forward({ [field]: value })
      if (field === 'user_data') expect(event.user_data.em).toBeUndefined()
      else expect(event).not.toHaveProperty(field)
    })

    it('drops malformed keys of user_data and forwards the others', async () => {
      const { event } = await forward({
        user_data: { fbp: 5, fbc: {}, external_id: [], em: EMAIL_HASH },
      })
      expect(event.user_data).not.toHaveProperty('fbp')
      expect(event.user_data).not.toHaveProperty('fbc')
      expect(event.user_data).not.toHaveProperty('external_id')
      expect(event.user_data.em).toBe(EMAIL_HASH)
    })

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'])(
      'parses the body as JSON if the Content-Type is %s',
      async (type) => {
        const { event } = await forward({}, { 'Content-Type': type })
        expect(event.event_name).toBe('Lead')
      },
    )

    it('decodes the body as UTF-8', async () => {
      const custom_data = { content_name: 'Физика, 9 класс 🚀' }
      expect((await forward({ custom_data })).event.custom_data).toEqual(custom_data)
    })
  })
}
