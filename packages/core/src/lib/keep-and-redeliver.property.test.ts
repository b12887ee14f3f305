import { jsonKey, jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createHandler, createRedelivery } from '../index.ts'
import { CONVERSION_PATH, EVENT_NAMES, type ServerEvent } from '../protocol.ts'

const NOW_MS = 1_700_000_000_999
const CONFIG = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token', retries: 0 }

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Anna', '+49 30 1234567'))
const anyEvent = fc.record(
  {
    event_name: fc.constantFrom(...EVENT_NAMES),
    event_id: fc.string({ minLength: 1, maxLength: 100, unit: 'binary' }),
    event_source_url: fc.webUrl(),
    user_data: fc.dictionary(
      fc.constantFrom('fbp', 'fbc', 'external_id', 'em', 'ph', 'fn', 'ln', 'ct', 'lead_id'),
      fc.oneof(text, fc.array(text), fc.emailAddress()),
    ),
    custom_data: fc.dictionary(jsonKey, jsonValue()),
    opt_out: fc.boolean(),
    action_source: fc.constantFrom('website', 'chat'),
  },
  { requiredKeys: ['event_name', 'event_id'] },
)
const limitedDataUse = fc.option(fc.constant({ country: 1, state: 1000 }), { nil: undefined })
const headers = fc.record(
  { 'User-Agent': fc.constant('Unit/1.0'), 'X-Forwarded-For': fc.ipV4() },
  { requiredKeys: [] },
)

it('redelivers a kept event with the bytes of the first attempt', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvent, limitedDataUse, headers, async (event, limited, init) => {
      const bodies: unknown[] = []
      const kept: string[] = []
      const config = { ...CONFIG, ...(limited && { limitedDataUse: limited }) }
      const fetch = async (_: unknown, { body }: RequestInit = {}): Promise<Response> => {
        const status = bodies.push(body) === 1 ? 503 : 200
        return Response.json({}, { status })
      }
      const keep = (each: ServerEvent): unknown => kept.push(JSON.stringify(each))
      const options = { config, fetch, now: () => NOW_MS }
      const request = { method: 'POST', headers: init, body: JSON.stringify(event) }
      const url = `https://school.example${CONVERSION_PATH}`
      await createHandler({ ...options, keep })(new Request(url, request))

      const redeliver = createRedelivery({ ...options, now: () => NOW_MS + 3_600_000 })
      expect(await redeliver(JSON.parse(kept[0]!))).toEqual({ kind: 'accepted' })
      expect(bodies).toHaveLength(2)
      expect(bodies[1]).toBe(bodies[0])
    }),
    { numRuns: 300 },
  )
})
