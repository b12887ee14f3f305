import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import {
  BASE_URL,
  CONNECTION,
  EMAIL_HASH,
  EVENTS_URL,
  NOW,
  postBody,
  readError,
  sendEvents,
  serverEvent,
} from '../requests.fixture.ts'

const now = () => NOW

interface Credentials {
  body?: object
  url?: string
  headers?: Record<string, string>
}

describe('POST /{version}/{pixel_id}/events', () => {
  it('returns the success body that Meta documents, and records the event', async () => {
    const emulator = createEmulator({ now })
    const response = await sendEvents(emulator, serverEvent())

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      events_received: 1,
      messages: [],
      fbtrace_id: expect.stringMatching(/^A\w+$/),
    })
    expect(emulator.events()).toEqual([
      {
        source: 'server',
        event_name: 'Lead',
        event_id: 'lead-1',
        event_time: NOW / 1000,
        event_source_url: 'https://school.example/courses',
        action_source: 'website',
        user_data: { em: EMAIL_HASH, ...CONNECTION },
        custom_data: {},
        request_id: 1,
        pixel_id: '1234567890',
        received_at: NOW,
        counted: true,
        warnings: [],
      },
    ])
  })

  it('records the other parameters that Meta documents', async () => {
    const emulator = createEmulator({ now })
    const parameters = {
      data_processing_options: ['LDU'],
      data_processing_options_country: 1,
      data_processing_options_state: 1000,
      opt_out: true,
      referrer_url: 'https://school.example/',
      original_event_data: { event_name: 'Lead', event_id: 'lead-0' },
    }
    await sendEvents(emulator, serverEvent(parameters))
    expect(emulator.events()).toMatchObject([{ ...parameters, warnings: [] }])
  })

  it('names the event of a batch in the path of an unexpected key, as Meta does', async () => {
    const emulator = createEmulator({ now })
    const invalid = serverEvent({ custom_data: { contents: [{ id: 'a' }, { name: 'Physics' }] } })
    const response = await sendEvents(emulator, serverEvent(), invalid)
    expect(await response.json()).toMatchObject({
      error: {
        error_user_msg: `Unexpected key "name" on param "$['data'][1]['custom_data']['contents'][1]".`,
      },
    })
    expect(emulator.events()).toEqual([])
  })

  it.each([
    ['in the body', { body: { access_token: 'emulator-access-token' } }],
    ['in the query', { url: `${EVENTS_URL}?access_token=emulator-access-token` }],
    ['as a Bearer header', { headers: { Authorization: 'Bearer emulator-access-token' } }],
  ])('accepts the token %s', async (_, { body, ...init }: Credentials) => {
    const emulator = createEmulator({ now })
    const response = await postBody(emulator, { ...body, data: [serverEvent()] }, init)
    expect(response.status).toBe(200)
  })

  it.each([
    ['missing', {}],
    ['wrong in the body', { body: { access_token: 'secret-token' } }],
    ['wrong in the query', { url: `${EVENTS_URL}?access_token=secret-token` }],
    ['wrong in the header', { headers: { Authorization: 'Bearer secret-token' } }],
    ['not a string', { body: { access_token: { 'secret-token': true } } }],
  ])(
    'rejects a token that is %s, without repeating it',
    async (_, { body, ...init }: Credentials) => {
      const emulator = createEmulator({ now })
      const response = await postBody(emulator, { ...body, data: [serverEvent()] }, init)

      expect(await response.clone().text()).not.toContain('secret-token')
      expect(await readError(response)).toEqual({ status: 401, code: 190, subcode: undefined })
      expect(emulator.events()).toEqual([])
      expect(emulator.rejections()[0]).not.toHaveProperty('invalid_event')
    },
  )

  it('accepts only the pixel and the token from its options', async () => {
    const emulator = createEmulator({ now, pixelId: '42', accessToken: 'mine' })
    const body = { data: [serverEvent()], access_token: 'mine' }

    const error = await readError(await postBody(emulator, body))
    expect(error).toEqual({ status: 400, code: 100, subcode: 33 })
    await postBody(emulator, body, { url: `${BASE_URL}/v25.0/42/events` })
    expect(emulator.events()).toMatchObject([{ pixel_id: '42' }])
  })

  it('does not repeat the token if the path contains it instead of the pixel ID', async () => {
    const emulator = createEmulator({ now, accessToken: 'mine' })
    const body = { data: [serverEvent()], access_token: 'mine' }
    const response = await postBody(emulator, body, { url: `${BASE_URL}/v18.0/mine/events` })
    expect(await response.text()).not.toContain('mine')
  })

  it.each([
    ['not JSON', 'data=1'],
    ['empty', ''],
    ['not an object', '[]'],
    ['nested more than 64 levels deep', `{"data":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('rejects a body that is %s', async (_, body) => {
    const response = await postBody(createEmulator(), body, {
      url: `${EVENTS_URL}?access_token=emulator-access-token`,
    })
    expect(await readError(response)).toEqual({ status: 400, code: 100, subcode: undefined })
  })

  it.each([
    ['missing', undefined],
    ['not an array', serverEvent()],
    ['empty', []],
    ['an array of more than 1,000 events', Array.from({ length: 1001 }, () => serverEvent())],
  ])('rejects data that is %s', async (_, data) => {
    const emulator = createEmulator({ now })
    const response = await postBody(emulator, { data, access_token: 'emulator-access-token' })
    expect(await readError(response)).toEqual({ status: 400, code: 100, subcode: undefined })
    expect(emulator.events()).toEqual([])
  })

  it('accepts 1,000 events in one request', async () => {
    const emulator = createEmulator({ now })
    const events = Array.from({ length: 1000 }, () => serverEvent())
    const response = await sendEvents(emulator, ...events)
    expect(await response.json()).toMatchObject({ events_received: 1000 })
  })

  it('records a rejected batch once, with its number of events and the invalid one', async () => {
    const emulator = createEmulator({ now })
    const events = Array.from({ length: 1000 }, (_, index) =>
      serverEvent({ event_id: `lead-${index}` }),
    )
    events[412] = serverEvent({ event_name: 'Purchase', event_id: 'mary@example.com' })
    await sendEvents(emulator, ...events)
    expect(emulator.rejections()).toEqual([
      expect.objectContaining({
        error_subcode: 2804009,
        event_count: 1000,
        invalid_event: { index: 412, event_name: 'Purchase', event_id: '[masked]' },
      }),
    ])
    expect(emulator.rejections()[0]!.events).toHaveLength(10)
    expect(emulator.events()).toEqual([])
  })

  it('returns the error body that Meta documents', async () => {
    const response = await sendEvents(createEmulator({ now }), serverEvent({ event_time: 0 }))
    expect(await response.json()).toEqual({
      error: {
        message: 'data[0]: Invalid parameter',
        type: 'OAuthException',
        code: 100,
        error_subcode: 2804003,
        is_transient: false,
        error_user_title: 'Event Timestamp Too Old',
        error_user_msg: expect.stringMatching(/^event_time is more than 7 days in the past\. Send/),
        fbtrace_id: expect.stringMatching(/^A\w+$/),
      },
    })
  })
})
