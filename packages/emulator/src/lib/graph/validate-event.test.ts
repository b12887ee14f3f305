import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { EMAIL_HASH, NOW, sendEvents, serverEvent } from '../requests.fixture.ts'
import { validateEvent } from './validate-event.ts'

const DAY_S = 24 * 60 * 60
const USER_DATA = { em: EMAIL_HASH }

describe('validateEvent()', () => {
  it('accepts a complete event', () => {
    expect(validateEvent(serverEvent(), NOW)).toBeUndefined()
  })

  it('accepts an event without client_user_agent and event_source_url, as Meta does', () => {
    const event = serverEvent({ user_data: USER_DATA, event_source_url: undefined })
    expect(validateEvent(event, NOW)).toBeUndefined()
  })

  it.each([
    ['event_name', undefined],
    ['event_name', ''],
    ['event_name', 7],
    ['event_time', undefined],
    ['event_time', '1795176000'],
    ['event_time', 1.5],
    ['action_source', undefined],
    ['action_source', 'web'],
    ['user_data', undefined],
    ['user_data', []],
    ['event_id', 7],
    ['event_source_url', null],
    ['referrer_url', {}],
    ['custom_data', 'value'],
    ['opt_out', 'true'],
    ['opt_out', 1],
    ['opt_out', null],
  ])('rejects an event whose %s is %j', (name, value) => {
    const error = validateEvent(serverEvent({ [name]: value }), NOW)
    expect(error).toMatchObject({ problem: expect.stringContaining(name) })
    expect(error).not.toHaveProperty('error_subcode')
  })

  it.each([null, 'Lead', [], 1])('rejects %j, which is not an object', (value) => {
    expect(validateEvent(value, NOW)).toMatchObject({ problem: 'The event is not an object.' })
  })

  it.each([
    ['website', 7],
    ['physical_store', 62],
  ])('rejects a %s event older than %i days', (action_source, days) => {
    const oldest = NOW / 1000 - days * DAY_S
    const event = (event_time: number) => serverEvent({ action_source, event_time })
    expect(validateEvent(event(oldest), NOW)).toBeUndefined()
    expect(validateEvent(event(oldest - 1), NOW)).toMatchObject({
      error_subcode: 2804003,
    })
  })

  it('rejects an event_time that is more than 60 seconds in the future', () => {
    const event = (seconds: number) => serverEvent({ event_time: NOW / 1000 + seconds })
    expect(validateEvent(event(60), NOW)).toBeUndefined()
    expect(validateEvent(event(61), NOW)).toMatchObject({
      problem: 'event_time is more than 60 seconds in the future.',
    })
  })

  it.each([NOW, NOW - 30 * DAY_S * 1000, NOW * 1000])(
    'rejects the event_time %i, which is not in seconds, and says so',
    (event_time) => {
      const error = validateEvent(serverEvent({ event_time }), NOW)
      expect(error).toMatchObject({ problem: 'event_time is in milliseconds.' })
    },
  )

  it.each([
    undefined,
    {},
    { value: 10 },
    { currency: 'EUR' },
    { value: '', currency: 'EUR' },
    { value: 'ten', currency: 'EUR' },
    { value: null, currency: 'EUR' },
    { value: 10, currency: '' },
  ])('rejects a Purchase with custom_data %j', (custom_data) => {
    const event = serverEvent({ event_name: 'Purchase', custom_data })
    expect(validateEvent(event, NOW)).toMatchObject({ error_subcode: 2804009 })
  })

  it.each([
    { value: 0, currency: 'EUR' },
    { value: '12.50', currency: 'eur' },
  ])('accepts a Purchase with custom_data %j', (custom_data) => {
    const event = serverEvent({ event_name: 'Purchase', custom_data })
    expect(validateEvent(event, NOW)).toBeUndefined()
  })

  it.each([
    {},
    { client_user_agent: 'Mozilla/5.0' },
    { ct: 'x', country: 'x', st: 'x', zp: 'x', ge: 'x', client_user_agent: 'x' },
    { db: 'x', client_user_agent: 'x' },
    { fn: EMAIL_HASH, ge: 'x' },
    { ln: EMAIL_HASH, ge: 'x' },
    { em: [], client_user_agent: 'Mozilla/5.0' },
    { fbp: '', client_user_agent: 'Mozilla/5.0' },
    { external_id: [null], client_user_agent: 'Mozilla/5.0' },
  ])('rejects user_data %j, which does not identify a person', (user_data) => {
    expect(validateEvent(serverEvent({ user_data }), NOW)).toMatchObject({
      error_subcode: 2804050,
    })
  })

  it.each([
    { client_user_agent: 'Mozilla/5.0', client_ip_address: '203.0.113.9' },
    { fn: EMAIL_HASH, ln: EMAIL_HASH },
    { db: 'x', ge: 'x' },
    { external_id: ['42'] },
  ])('accepts user_data %j', (user_data) => {
    expect(validateEvent(serverEvent({ user_data }), NOW)).toBeUndefined()
  })

  it.each(['fbp', 'fbc'])('rejects a malformed %s like Meta, and accepts an odd one', (key) => {
    const validate = (value: unknown) =>
      validateEvent(serverEvent({ user_data: { ...USER_DATA, [key]: value } }), NOW)
    for (const value of ['IwAR2', 'fb.1.x.1', 'FB.1.1.1', ['fb.1.1.1'], 7]) {
      expect(validate(value)).toMatchObject({ error_subcode: 2804001 })
    }
    for (const value of ['fb.1.1.x', 'fb.12.1596403881.x.AQYCAQMB', null, '']) {
      expect(validate(value)).toBeUndefined()
    }
  })

  it('reports unhashed personal data before any other error', () => {
    const error = validateEvent({ user_data: { em: 'mary@example.com' } }, NOW)
    expect(error?.problem).toContain('user_data.em')
  })
})

const validateOriginal = (original_event_data: unknown) =>
  validateEvent(serverEvent({ original_event_data }), NOW)

async function warningsOf(original_event_data: unknown): Promise<readonly string[]> {
  const emulator = createEmulator({ now: () => NOW })
  await sendEvents(emulator, serverEvent({ original_event_data }))
  return emulator.events()[0]!.warnings
}

describe('original_event_data', () => {
  it.each([
    [{}],
    [{ event_name: 'Lead', event_time: NOW / 1000 - 60, event_id: 'lead-1', order_id: '7' }],
  ])('can be %j', async (value) => {
    expect(validateOriginal(value)).toBeUndefined()
    expect(await warningsOf(value)).toEqual([])
  })

  it.each([[null], ['Lead'], [[]]])('cannot be %j', (value) => {
    expect(validateOriginal(value)).toMatchObject({
      problem: 'original_event_data is missing or has the wrong type.',
    })
  })

  it.each([
    ['event_name', 7],
    ['event_id', null],
    ['order_id', 7],
    ['event_time', '1795176000'],
    ['event_time', 1.5],
  ])('cannot have the %s %j', (name, value) => {
    const error = validateOriginal({ [name]: value })
    expect(error).toMatchObject({
      problem: expect.stringContaining(`original_event_data.${name}`),
    })
    expect(error).not.toHaveProperty('error_subcode')
  })

  it.each(['value', 'eventName', 'constructor'])(
    'causes a warning that does not repeat the key %s, which Meta does not document',
    async (key) => {
      expect(await warningsOf({ [key]: 'x' })).toEqual([
        'original_event_data has a key that Meta does not document. Use only event_name, event_time, order_id, event_id.',
      ])
    },
  )

  it('causes a warning if it is later than the event, or in milliseconds', async () => {
    for (const event_time of [NOW / 1000 + 1, NOW]) {
      expect(await warningsOf({ event_time })).toEqual([
        expect.stringMatching(/^original_event_data.event_time is after event_time\./),
      ])
    }
    expect(await warningsOf({ event_time: NOW / 1000 })).toEqual([])
  })
})
