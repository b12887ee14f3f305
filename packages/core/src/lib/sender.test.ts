import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  type Config,
  createRedelivery,
  createSender,
  type EventToSend,
  logOutcome,
  type Outcome,
  type SenderOptions,
} from '../index.ts'
import { parseConfig } from './config/read-config.ts'
import { hashPii, sha256Hex } from '../pii.ts'
import { MAX_AGE_DAYS, type ServerEvent } from '../protocol.ts'

const TOKEN = 'EAAUnit0123456789Token'
const CONFIG = { pixelId: '770000000000077', accessToken: TOKEN, retryDelayMs: 0 }
const NOW_S = 1_700_000_000
const EVENT: EventToSend = {
  event_name: 'Purchase',
  event_id: 'e-1',
  event_time: NOW_S - 60,
  custom_data: { value: 90, currency: 'EUR' },
}

/** The example of Meta's guide to business messaging. */
const MESSAGING: EventToSend = {
  ...EVENT,
  action_source: 'business_messaging',
  messaging_channel: 'whatsapp',
  user_data: { whatsapp_business_account_id: '102290129340398', ctwa_clid: 'ARAkLkA8rmlFeiCk' },
}

/** Creates a sender with an upstream that always responds the same, and records events and outcomes. */
function setUp(upstream: () => unknown = accept, options: Partial<SenderOptions> = {}) {
  const bodies: string[] = []
  const outcomes: Outcome[] = []
  const send = createSender({
    config: CONFIG,
    fetch: (async (_: string, init: RequestInit) => {
      bodies.push(init.body as string)
      return upstream()
    }) as typeof fetch,
    now: () => NOW_S * 1000,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  const events = (): ServerEvent[] => bodies.map((body) => JSON.parse(body).data[0])
  return { send, bodies, events, outcomes }
}

function accept(): Response {
  return Response.json({ events_received: 1, fbtrace_id: 'A1' })
}

function graphError(status: number, error: object, headers: HeadersInit = {}): () => Response {
  return () => Response.json({ error }, { status, headers })
}

describe('createSender', () => {
  it.each(['ext', 'доб', 'вн', 'x', '#1', '+', ' +'])(
    'takes linear time for a phone of many "%s"',
    async (unit) => {
      const { send } = setUp()
      // Quadratic patterns exceed the time limit of the test by minutes.
      const { kind } = await send({ ...EVENT, user_data: { ph: `1${unit.repeat(100_000)}` } })
      expect(kind).toBe('accepted')
    },
  )

  it.each<[unknown, string | string[] | undefined]>([
    ['+7 916 100-01-07 доб. 12', '79161000107'],
    ['+1 (212) 555-0100 ext. 12', '12125550100'],
    ['+1 212 555 0100 x12', '12125550100'],
    ['+7 916 100-01-07 добавочный 12 (office)', '79161000107'],
    ['+7 916 100-01-07 вн. 12', '79161000107'],
    ['+7 916 100-01-07 внутр. 12', '79161000107'],
    ['+1 212 555 0100 extension 12', '12125550100'],
    ['5550100 / 5550101', ['5550100', '5550101']],
    ['+1 212 555 0100, #7', '12125550100'],
    ['+7 916 100-01-07, +7 495 123-45-67', ['79161000107', '74951234567']],
    ['+7 916 1000107 +7 495 1234567', ['79161000107', '74951234567']],
    ['+49 30/1234567', '49301234567'],
    ['+49 (0) 171 1234567', '491711234567'],
    ['0044(0)20 7946 0958', '442079460958'],
    ['+41 (0)44 668 18 00, +49 (0)30 1234567', ['41446681800', '49301234567']],
    ['+39 (0)6 12345678', '390612345678'],
    ['(030) 1234567', '301234567'],
    ['+48 601 202 303 48 602 202 303', undefined],
    ['1234567890123456', undefined],
    ['00 381 60 123 4567 890', '381601234567890'],
    ['4.81235E+10', undefined],
    [48123500000, '48123500000'],
    [
      ['+1 212 555 0100 x12', 48123500000],
      ['12125550100', '48123500000'],
    ],
    [['+7 916 1000107, +7 495 1234567'], ['79161000107', '74951234567']],
  ])('reads the phone %j as the numbers that are meant', async (ph, expected) => {
    const { send, events, outcomes } = setUp()
    await send({ ...EVENT, user_data: { ph: ph as string } })
    const hashes = Array.isArray(expected)
      ? expected.map(sha256Hex)
      : expected && sha256Hex(expected)
    expect(events()[0]!.user_data.ph).toEqual(hashes)
    expect(outcomes[0]!.dropped).toEqual(
      expected ? [] : [{ key: 'user_data.ph', reason: 'malformed' }],
    )
  })

  it('sends a hashed phone as it is, even if it looks like a rounded number', async () => {
    const { send, events } = setUp()
    const hash = `1e${'0'.repeat(62)}`
    await send({ ...EVENT, user_data: { ph: ` ${hash} ` } })
    expect(events()[0]!.user_data.ph).toBe(hash)
  })

  it.each([
    [7, '7'],
    ['1.23457E+15', undefined],
    ['1,23457e15', undefined],
    [' 4E+10 ', undefined],
    ['x1E+10', 'x1E+10'],
    ['12E5', '12E5'],
    ['4E10a', '4E10a'],
  ])('sends the ID %j as %j', async (id, expected) => {
    const { send, events, outcomes } = setUp()
    await send({ ...EVENT, user_data: { lead_id: id as string } })
    expect(events()[0]!.user_data.lead_id).toEqual(expected)
    expect(outcomes[0]!.dropped).toEqual(
      expected ? [] : [{ key: 'user_data.lead_id', reason: 'malformed' }],
    )
  })

  it('sends the event with its own event_id and event_time', async () => {
    const { send, bodies, outcomes } = setUp()
    expect(await send(EVENT)).toEqual({
      kind: 'accepted',
      upstream: { events_received: 1, fbtrace_id: 'A1' },
      outcome: outcomes[0],
    })
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { data: [{ ...EVENT, action_source: 'website', user_data: {} }], access_token: TOKEN },
    ])
    expect(outcomes).toEqual([
      {
        kind: 'accepted',
        durationMs: expect.any(Number),
        attempts: 1,
        dropped: [],
        warnings: [
          { key: 'user_data.client_ip_address', reason: 'missing' },
          { key: 'user_data.client_user_agent', reason: 'missing' },
          { key: 'event_source_url', reason: 'missing' },
        ],
        pixelId: '770000000000077',
        eventName: 'Purchase',
        eventId: 'e-1',
        fbtraceId: 'A1',
      },
    ])
  })

  it('logs a name that is almost a standard name with a sentence, once', async () => {
    const lines: string[] = []
    const onOutcome = logOutcome({ write: (line) => void lines.push(line) })
    const { send, events } = setUp(accept, { onOutcome })
    for (const event_id of ['e-1', 'e-2']) {
      await send({ ...EVENT, event_id, event_name: 'purchase', action_source: 'chat' })
    }
    expect(events()[0]!.event_name).toBe('purchase')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        severity_text: 'WARN',
        'conversion.outcome': 'accepted',
        'conversion.event_name': 'purchase',
        'conversion.warnings': [
          { key: 'event_name', message: expect.stringContaining('Write "Purchase"') },
        ],
      },
    ])
  })

  it('does not modify the event', async () => {
    const event = { ...EVENT, custom_data: { email: 'a@b.example', items: [Number.MAX_VALUE, 1] } }
    const copy = structuredClone(event)
    await setUp().send(event)
    expect(event).toEqual(copy)
  })

  describe('with personal data', () => {
    it('hashes em, ph, fn and ln', async () => {
      const { send, bodies, events } = setUp(accept, {
        config: { ...CONFIG, nationalPhone: { countryCode: '7', trunkPrefix: '8' } },
      })
      const user_data = { em: ' Anna@B.example', ph: '8 912 345-67-89', fn: ['Anna'], ln: 'Ö' }
      await send({ ...EVENT, user_data })
      expect(events()[0]!.user_data).toEqual({
        em: hashPii('em', 'anna@b.example'),
        ph: hashPii('ph', '79123456789'),
        fn: [hashPii('fn', 'anna')],
        ln: hashPii('ln', 'ö'),
      })
      expect(bodies[0]).not.toMatch(/anna|912|Ö/i)
    })

    it('drops it from custom_data and names the fields', async () => {
      const { send, bodies, events, outcomes } = setUp()
      const custom_data = {
        value: 90,
        email: 'anna@b.example',
        buyer: { phone: 79123456789, id: 'c-1' },
        content_ids: ['p-1', 'anna@b.example', 'p-2'],
        'anna@b.example': 1,
      }
      await send({ ...EVENT, custom_data })
      expect(events()[0]!.custom_data).toEqual({
        value: 90,
        buyer: { id: 'c-1' },
        content_ids: ['p-1', 'p-2'],
      })
      expect(bodies[0]).not.toMatch(/anna|912/i)
      expect(outcomes[0]!.dropped).toEqual([
        { key: 'custom_data.email', reason: 'unhashed' },
        { key: 'custom_data.buyer.phone', reason: 'unhashed' },
        { key: 'custom_data.content_ids.1', reason: 'unhashed' },
        { key: 'custom_data.(other)', reason: 'unhashed' },
      ])
    })

    it('drops unknown fields and malformed values, and names them', async () => {
      const { send, events, outcomes } = setUp()
      const event = {
        ...EVENT,
        test_event_code: 'TEST1',
        user_data: { email: 'anna@b.example', fbp: 7, client_ip_address: 'anna' },
      }
      await send(event as unknown as EventToSend)
      expect(events()).toEqual([{ ...EVENT, action_source: 'website', user_data: {} }])
      expect(outcomes[0]!.dropped).toEqual([
        { key: 'test_event_code', reason: 'unknown' },
        { key: 'user_data.email', reason: 'unknown' },
        { key: 'user_data.fbp', reason: 'malformed' },
        { key: 'user_data.client_ip_address', reason: 'malformed' },
      ])
    })

    it('drops user_data that is not an object', async () => {
      const { send, events, outcomes } = setUp()
      await send({ ...EVENT, user_data: 'anna@b.example' } as unknown as EventToSend)
      expect(events()[0]!.user_data).toEqual({})
      expect(outcomes[0]!.dropped).toEqual([{ key: 'user_data', reason: 'malformed' }])
    })
  })

  it('drops numbers that JSON cannot represent, and names them', async () => {
    const { send, events, outcomes } = setUp()
    await send({ ...EVENT, custom_data: { value: NaN, order: 2 ** 60, list: [1, -Infinity, 2] } })
    expect(events()[0]!.custom_data).toEqual({ list: [1, 2] })
    expect(outcomes[0]!.dropped).toEqual([
      { key: 'custom_data.value', reason: 'malformed' },
      { key: 'custom_data.order', reason: 'malformed' },
      { key: 'custom_data.list.1', reason: 'malformed' },
    ])
  })

  describe('with the customer information of a school’s own server', () => {
    it('hashes the address, the birth date and the gender, one value or a list', async () => {
      const { send, bodies, events, outcomes } = setUp()
      const user_data = {
        ct: ['Москва', 'Zürich'],
        st: 'California',
        zp: 'M1 1AE',
        country: 'Great Britain',
        db: '16.02.1997',
        ge: 'Female',
      }
      await send({ ...EVENT, user_data })
      expect(events()[0]!.user_data).toEqual({
        ct: [sha256Hex('москва'), sha256Hex('zürich')],
        st: sha256Hex('ca'),
        zp: sha256Hex('m11ae'),
        country: sha256Hex('gb'),
        db: sha256Hex('19970216'),
        ge: sha256Hex('f'),
      })
      expect(outcomes[0]!.dropped).toEqual([])
      expect(bodies[0]).not.toMatch(/Моск|rich|cali|1AE|Brit|1997|female/i)
    })

    it('sends hashes and IDs unchanged', async () => {
      const { send, events } = setUp()
      const user_data = {
        ct: sha256Hex('berlin'),
        external_id: ['User 42', 'user-42'],
        subscription_id: 'sub_1',
        lead_id: '1234567890123456',
        fb_login_id: ['7'],
      }
      await send({ ...EVENT, user_data })
      expect(events()[0]!.user_data).toEqual(user_data)
    })

    it('drops unusable values and names their keys', async () => {
      const { send, bodies, events, outcomes } = setUp()
      const user_data = {
        ct: ['Berlin', '☃', 7, 'Wien'],
        st: '',
        zp: 9.4,
        country: 'Utopia',
        db: '31.02.1997',
        ge: 'other',
        // JSON changes such a number.
        lead_id: 2 ** 53,
      }
      await send({ ...EVENT, user_data } as unknown as EventToSend)
      expect(events()[0]!.user_data).toEqual({ ct: [sha256Hex('berlin'), sha256Hex('wien')] })
      expect(outcomes[0]!.dropped).toEqual(
        Object.keys(user_data).map((key) => ({ key: `user_data.${key}`, reason: 'malformed' })),
      )
      expect(bodies[0]).not.toMatch(/Utopia|1997|other|9\.4/)
    })
  })

  it('takes IDs, zip codes and dates of birth that are numbers', async () => {
    const { send, events } = setUp()
    const user_data = {
      zp: 94035,
      db: [19970216],
      subscription_id: 42,
      lead_id: 1_234_567_890_123_456,
      fb_login_id: [7, 8],
    }
    await send({ ...EVENT, user_data } as unknown as EventToSend)
    expect(events()[0]!.user_data).toEqual({
      zp: sha256Hex('94035'),
      db: [sha256Hex('19970216')],
      subscription_id: '42',
      lead_id: '1234567890123456',
      fb_login_id: ['7', '8'],
    })
  })

  it('sends events with any name, from every source of Meta but one', async () => {
    const { send, events } = setUp()
    const sources = [...Object.keys(MAX_AGE_DAYS), 'business_messaging'] as const
    for (const action_source of sources) {
      const event_name = action_source.padEnd(50, 'x')
      const messaging = action_source === 'business_messaging' ? MESSAGING : {}
      const event = { ...EVENT, ...messaging, event_name, action_source } as EventToSend
      expect((await send(event)).kind).toBe('accepted')
    }
    expect(events().map(({ action_source }) => action_source)).toEqual(sources)
  })

  it.each<[object, object]>([
    [{}, {}],
    [{ whatsapp_business_account_id: 102290129340398 }, {}],
    [{ whatsapp_business_account_id: undefined, page_id: 7 }, { page_id: '7' }],
  ])('sends an event of a chat that an ad opened: %j', async (given, expected) => {
    const { send, events, outcomes } = setUp()
    await send({ ...MESSAGING, user_data: { ...MESSAGING.user_data, ...given } })
    const { whatsapp_business_account_id, ...others } = MESSAGING.user_data!
    const account = 'page_id' in given ? {} : { whatsapp_business_account_id }
    expect(events()).toEqual([{ ...MESSAGING, user_data: { ...account, ...others, ...expected } }])
    expect(outcomes).toMatchObject([{ dropped: [], warnings: [] }])
  })

  it('drops the messenger of an event from another source, and names it', async () => {
    const { send, events, outcomes } = setUp()
    await send({ ...EVENT, messaging_channel: 'whatsapp' })
    expect(events()[0]).not.toHaveProperty('messaging_channel')
    expect(outcomes[0]!.dropped).toEqual([{ key: 'messaging_channel', reason: 'unknown' }])
  })

  it.each(['anna@b.example', 'Lead of anna@b.example'])(
    'does not send an event whose name is personal data: %s',
    async (event_name) => {
      const { send, bodies, outcomes } = setUp()
      expect(await send({ ...EVENT, event_name })).toMatchObject({ kind: 'failed' })
      expect(bodies).toEqual([])
      expect(JSON.stringify(outcomes)).not.toContain('anna')
    },
  )

  it.each([
    ['website', 7],
    ['system_generated', 7],
    ['physical_store', 62],
  ] as const)('sends events of the source %s for %i days', async (action_source, days) => {
    const { send } = setUp()
    const event_time = NOW_S - days * 86_400
    expect((await send({ ...EVENT, action_source, event_time })).kind).toBe('accepted')
    const tooOld = { ...EVENT, action_source, event_time: event_time - 1 }
    expect((await send(tooOld)).kind).toBe('failed')
  })

  describe('with fields that only a server sends', () => {
    /** Returns the fields that are sent in addition to the fields of {@link EVENT}, and the dropped fields. */
    async function sendWith(fields: object) {
      const { send, events, outcomes } = setUp()
      await send({ ...EVENT, ...fields } as unknown as EventToSend)
      const sent = Object.entries(events()[0]!).filter(([key]) => key in fields)
      return { sent: Object.fromEntries(sent), dropped: outcomes[0]!.dropped }
    }

    it.each([
      { opt_out: true },
      { opt_out: false },
      { referrer_url: 'https://search.example/?q=school' },
      {
        original_event_data: {
          event_name: 'Lead',
          event_time: NOW_S - 90 * 86_400,
          event_id: 'lead-1',
          order_id: 'o-1',
        },
      },
      { original_event_data: { event_name: 'TrialAttended' } },
    ])('sends %j', async (fields) => {
      expect(await sendWith(fields)).toEqual({ sent: fields, dropped: [] })
    })

    it.each(['true', 'false', 1, {}, []])(
      'opts out if opt_out is %j, and names it',
      async (opt_out) => {
        expect(await sendWith({ opt_out })).toEqual({
          sent: { opt_out: true },
          dropped: [{ key: 'opt_out', reason: 'malformed' }],
        })
      },
    )

    it.each([
      { opt_out: null },
      { opt_out: '' },
      { opt_out: 0 },
      { referrer_url: '' },
      { referrer_url: ['https://search.example/'] },
      { original_event_data: null },
      { original_event_data: 'Lead' },
      { original_event_data: [] },
      { original_event_data: {} },
    ])('drops %j, and names it', async (fields) => {
      const [key] = Object.keys(fields)
      expect(await sendWith(fields)).toEqual({ sent: {}, dropped: [{ key, reason: 'malformed' }] })
    })

    it('drops the fields of the original event that Meta does not document or that are unusable', async () => {
      const original_event_data = {
        event_name: 'x'.repeat(51),
        event_time: '1700000000',
        event_id: 'anna@b.example',
        order_id: 7,
        value: 90,
        'anna@b.example': 1,
      }
      const dropped = [
        { key: 'original_event_data.event_name', reason: 'malformed' },
        { key: 'original_event_data.event_time', reason: 'malformed' },
        { key: 'original_event_data.event_id', reason: 'malformed' },
        { key: 'original_event_data.order_id', reason: 'malformed' },
        { key: 'original_event_data.value', reason: 'unknown' },
        { key: 'original_event_data.(other)', reason: 'unknown' },
      ]
      expect(await sendWith({ original_event_data })).toEqual({
        sent: {},
        dropped: [...dropped, { key: 'original_event_data', reason: 'malformed' }],
      })
      const event = { original_event_data: { ...original_event_data, event_name: 'Lead' } }
      expect(await sendWith(event)).toEqual({
        sent: { original_event_data: { event_name: 'Lead' } },
        dropped: dropped.slice(1),
      })
    })

    it('names at most 20 dropped fields', async () => {
      const letters = [...'abcdefghijklmnopqrstuvwxyz']
      const original_event_data = Object.fromEntries(letters.map((letter) => [letter, 1]))
      expect((await sendWith({ original_event_data })).dropped).toHaveLength(20)
    })
  })

  describe('with limited data use', () => {
    const limitedDataUse = { country: 1, state: 1000 }

    const limited = (country: number, state: number) => ({
      data_processing_options: ['LDU'],
      data_processing_options_country: country,
      data_processing_options_state: state,
    })
    const notLimited = { data_processing_options: [] }

    /** Returns the options that are sent, and the fields that are dropped. */
    async function sendWith(fields: object, config: Partial<Config> = { limitedDataUse }) {
      const { send, events, outcomes } = setUp(accept, { config: { ...CONFIG, ...config } })
      await send({ ...EVENT, ...fields } as unknown as EventToSend)
      const options = Object.entries(events()[0]!).filter(([key]) => key.startsWith('data_'))
      return { options: Object.fromEntries(options), dropped: outcomes[0]!.dropped }
    }

    it('adds the data processing options of the configuration', async () => {
      expect(await sendWith({})).toEqual({ options: limited(1, 1000), dropped: [] })
    })

    it.each([
      [{ data_processing_options_country: 1, data_processing_options_state: 1001 }, 1, 1001],
      [{ data_processing_options_country: 'US' }, 0, 0],
      [{}, 0, 0],
    ])('keeps the data processing options of the event: %j', async (fields, country, state) => {
      const event = { data_processing_options: ['LDU'], ...fields }
      expect(await sendWith(event)).toEqual({ options: limited(country, state), dropped: [] })
      expect((await sendWith(event, {})).options).toEqual(limited(country, state))
    })

    it('sends an empty list as not limited, even if the configuration limits data use', async () => {
      expect(await sendWith(notLimited)).toEqual({ options: notLimited, dropped: [] })
      expect(await sendWith(notLimited, {})).toEqual({ options: notLimited, dropped: [] })
    })

    it.each([[['AMO']], [[null]], [[['LDU']]], ['LDU'], [{}]])(
      'names the options %j, and limits the event',
      async (data_processing_options) => {
        const dropped = [{ key: 'data_processing_options', reason: 'malformed' }]
        const event = { data_processing_options }
        expect(await sendWith(event)).toEqual({ options: limited(1, 1000), dropped })
        expect(await sendWith(event, {})).toEqual({ options: limited(0, 0), dropped })
      },
    )

    it('names the options null, and applies the configuration', async () => {
      const dropped = [{ key: 'data_processing_options', reason: 'malformed' }]
      const event = { data_processing_options: null }
      expect(await sendWith(event)).toEqual({ options: limited(1, 1000), dropped })
      expect(await sendWith(event, {})).toEqual({ options: {}, dropped })
    })

    it('drops other options if LDU is set', async () => {
      expect(await sendWith({ data_processing_options: ['AMO', 'LDU'] })).toEqual({
        options: limited(0, 0),
        dropped: [{ key: 'data_processing_options', reason: 'malformed' }],
      })
    })
  })

  describe('with an invalid event', () => {
    const TIME =
      'event_time must be Unix time in seconds, not in the future, and at most 7 days ago; 62 days if action_source is "physical_store".'
    const SOURCES =
      'action_source must be one of website, email, phone_call, chat, physical_store, system_generated, other, business_messaging.'
    const CHANNEL = 'messaging_channel must be "whatsapp" if action_source is "business_messaging".'
    const NO_CLICK = expect.stringMatching(
      /^user_data must contain ctwa_clid, the click ID.*"chat"/,
    )
    it.each<[string, unknown, string]>([
      ['null', null, 'The event must be an object that can be serialized as JSON.'],
      ['a list', [EVENT], 'The event must be an object that can be serialized as JSON.'],
      ['a symbol', Symbol('e'), 'The event must be an object that can be serialized as JSON.'],
      [
        'a BigInt',
        { ...EVENT, custom_data: { value: 1n } },
        'The event must be an object that can be serialized as JSON.',
      ],
      [
        'an event_name over 50 characters',
        { ...EVENT, event_name: 'x'.repeat(51) },
        'event_name must be a string of 1 to 50 characters that contains no personal data.',
      ],
      [
        'no event_id',
        { ...EVENT, event_id: '' },
        'event_id must be a string of 1 to 100 characters.',
      ],
      ['no event_time', { ...EVENT, event_time: undefined }, TIME],
      ['an event_time in milliseconds', { ...EVENT, event_time: NOW_S * 1000 }, TIME],
      ['a Date as event_time', { ...EVENT, event_time: new Date(NOW_S * 1000) }, TIME],
      ['a fraction as event_time', { ...EVENT, event_time: NOW_S - 0.5 }, TIME],
      ['an event_time 61 seconds ahead', { ...EVENT, event_time: NOW_S + 61 }, TIME],
      ['an event_time over 7 days ago', { ...EVENT, event_time: NOW_S - 7 * 86_400 - 1 }, TIME],
      ['another action_source', { ...EVENT, action_source: 'web' }, SOURCES],
      ['the action_source "constructor"', { ...EVENT, action_source: 'constructor' }, SOURCES],
      [
        'events of an app',
        { ...EVENT, action_source: 'app' },
        'action_source "app" is not supported, because Meta requires data of the device. Send the events of an app with Meta\'s SDK for iOS or Android.',
      ],
      ['a chat without its messenger', { ...MESSAGING, messaging_channel: undefined }, CHANNEL],
      ['a chat in another messenger', { ...MESSAGING, messaging_channel: 'messenger' }, CHANNEL],
      ['a chat without user_data', { ...MESSAGING, user_data: undefined }, NO_CLICK],
      ['a chat without a click ID', { ...MESSAGING, user_data: { page_id: '1' } }, NO_CLICK],
      ['a chat without an account', { ...MESSAGING, user_data: { ctwa_clid: 'a' } }, NO_CLICK],
      [
        'a chat with a rounded account',
        {
          ...MESSAGING,
          user_data: { ctwa_clid: 'a', whatsapp_business_account_id: '1.02E+14' },
        },
        NO_CLICK,
      ],
      ['a chat over 7 days ago', { ...MESSAGING, event_time: NOW_S - 7 * 86_400 - 1 }, TIME],
    ])('does not send %s, and says what to write', async (_, event, error) => {
      const { send, bodies, outcomes } = setUp()
      expect(await send(event as EventToSend)).toMatchObject({ kind: 'failed', error })
      expect(bodies).toEqual([])
      expect(outcomes).toMatchObject([{ kind: 'rejected', attempts: 0, error }])
      expect(outcomes[0]!.reason).toMatch(
        /^Invalid (event|event_name|event_id|event_time|action_source|messaging_channel|user_data)$/,
      )
    })

    it.each([NOW_S + 60, NOW_S, NOW_S - 7 * 86_400])('sends event_time %i', async (event_time) => {
      expect((await setUp().send({ ...EVENT, event_time })).kind).toBe('accepted')
    })

    it.each(['event_time', 'action_source', 'event_id', 'event_name'])(
      'returns "failed" if %s is an object that cannot be converted',
      async (key) => {
        const { send } = setUp()
        const event = { ...EVENT, [key]: { toString: 1, valueOf: 1 } } as unknown as EventToSend
        expect(await send(event)).toMatchObject({ kind: 'failed' })
      },
    )

    it('drops optional fields that are objects that cannot be converted', async () => {
      const { send, events } = setUp()
      const hostile = { toString: 1, valueOf: 1 }
      const options = { data_processing_options_country: hostile, referrer_url: hostile }
      const event = { ...EVENT, ...options, user_data: { client_ip_address: hostile } }
      expect(await send(event as unknown as EventToSend)).toMatchObject({ kind: 'accepted' })
      expect(events()).toEqual([{ ...EVENT, action_source: 'website', user_data: {} }])
    })

    it('names the event in the outcome only if its name and id are valid', async () => {
      const { send, outcomes } = setUp()
      await send({ ...EVENT, event_time: 0 })
      await send({ ...EVENT, event_name: 'anna@b.example', event_id: 'x'.repeat(101) } as never)
      expect(outcomes[0]).toMatchObject({ eventName: 'Purchase', eventId: 'e-1' })
      expect(outcomes[1]).toMatchObject({ eventName: undefined, eventId: undefined })
    })
  })

  describe('if the upstream does not accept the event', () => {
    it('returns "failed" if it never will', async () => {
      const { send, outcomes } = setUp(graphError(400, { code: 100, error_subcode: 2804003 }))
      expect(await send(EVENT)).toMatchObject({
        kind: 'failed',
        error: 'The upstream responded with status 400 and code 100.',
        upstream: { error: { code: 100, error_subcode: 2804003 } },
      })
      expect(outcomes).toMatchObject([
        { kind: 'upstream_error', upstreamStatus: 400, code: 100, subcode: 2804003 },
      ])
    })

    it.each([
      ['transient', 60_000, graphError(503, {})],
      ['throttled', 300_000, graphError(400, { code: 613 })],
      ['throttled', 900_000, graphError(429, {}, { 'Retry-After': '900' })],
      ['throttled', 300_000, graphError(429, {}, { 'Retry-After': '9' })],
      ['throttled', 3_600_000, graphError(429, {}, { 'Retry-After': '99999999999' })],
      [
        'throttled',
        3_600_000,
        graphError(429, {}, { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
      ],
      ['throttled', 3_600_000, graphError(429, {}, { 'Retry-After': '9'.repeat(400) })],
      ['setup', 900_000, graphError(400, { code: 190 })],
    ])('returns "retry" with the reason %s after %i ms', async (reason, retryAfterMs, upstream) => {
      const { send } = setUp(upstream, { config: { ...CONFIG, retries: 0 } })
      expect(await send(EVENT)).toMatchObject({ kind: 'retry', reason, retryAfterMs })
    })

    it('returns the error without the access token if the upstream is unreachable', async () => {
      const { send, outcomes } = setUp(() => {
        throw new TypeError(`connect ${TOKEN}`)
      })
      expect(await send(EVENT)).toMatchObject({
        kind: 'retry',
        reason: 'transient',
        retryAfterMs: 60_000,
        error: 'TypeError: connect [redacted]',
      })
      expect(JSON.stringify(outcomes)).not.toContain(TOKEN)
    })
  })

  describe('without a complete configuration', () => {
    beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
    afterEach(() => void vi.restoreAllMocks())

    it.each([
      [undefined, 'config is undefined.'],
      [parseConfig({ META_ACCESS_TOKEN: TOKEN }), 'META_PIXEL_ID is missing.'],
      [{ ...CONFIG, pixelId: '' }, 'config.pixelId is missing.'],
    ])('returns "retry" and names what is missing', async (config, error) => {
      const { send, bodies, outcomes } = setUp(accept, { config })
      expect(await send(EVENT)).toMatchObject({
        kind: 'retry',
        reason: 'setup',
        retryAfterMs: 900_000,
        error,
      })
      expect(bodies).toEqual([])
      expect(outcomes).toMatchObject([
        { kind: 'rejected', reason: 'Server not configured', error, eventId: 'e-1' },
      ])
    })
  })

  describe('in a preview', () => {
    beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
    afterEach(() => void vi.restoreAllMocks())

    const preview = 'VERCEL_ENV is "preview"'
    const error = `${preview}: this is a preview. Set META_FORWARD_PREVIEWS=1 to forward its events.`

    it('returns "failed", so that a webhook is not repeated, and logs why', async () => {
      const { send, bodies, outcomes } = setUp(accept, { preview })
      expect(await send(EVENT)).toMatchObject({ kind: 'failed', reason: 'preview', error })
      expect(bodies).toEqual([])
      expect(outcomes).toMatchObject([
        { kind: 'rejected', reason: 'Server not configured', error, eventId: 'e-1' },
      ])
      expect(vi.mocked(console.error).mock.calls).toEqual([[error]])
    })

    it('returns "failed" if the configuration is missing too', async () => {
      const config = parseConfig({ META_ACCESS_TOKEN: TOKEN })
      const { send } = setUp(accept, { preview, config })
      expect(await send(EVENT)).toMatchObject({
        kind: 'failed',
        reason: 'preview',
        error: 'META_PIXEL_ID is missing.',
      })
    })

    it('takes no event of a queue that production may share', async () => {
      const { send, bodies, outcomes } = setUp(accept, { preview })
      const redeliver = createRedelivery(send, {
        now: () => NOW_S * 1000,
        onOutcome: (outcome) => void outcomes.push(outcome),
      })
      for (const event of [EVENT, { ...EVENT, event_name: 'AddedLater' }, null]) {
        expect(await redeliver(event as ServerEvent)).toMatchObject({ kind: 'retry' })
      }
      expect(bodies).toEqual([])
      expect(outcomes.map(({ kind }) => kind)).toEqual(['rejected', 'rejected', 'rejected'])
    })
  })

  it('returns "retry" if the clock throws', async () => {
    const now = (): number => {
      throw new Error('no clock')
    }
    expect(await setUp(accept, { now }).send(EVENT)).toMatchObject({
      kind: 'retry',
      error: 'Error: no clock',
    })
  })

  it('throws a TypeError for an unknown option, an option of another type, and an unknown config field', () => {
    const create = (options: object) => () => createSender({ config: CONFIG, ...options })
    expect(create({ keep() {} })).toThrow(
      new TypeError('Option "keep" is unknown. Use one of config, fetch, now, onOutcome, preview.'),
    )
    expect(create({ now: 5 })).toThrow(new TypeError('Option "now" must be of type function.'))
    expect(create({ preview: true })).toThrow(TypeError)
    expect(create({ config: { ...CONFIG, retrys: 2 } })).toThrow(TypeError)
  })
})
