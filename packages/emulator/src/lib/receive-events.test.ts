import { describe, expect, it } from 'vitest'

import { createEmulator } from './create-emulator.ts'
import {
  BASE,
  EMAIL_HASH,
  EVENTS_URL,
  NOW,
  post,
  refusal,
  send,
  serverEvent,
} from './requests.fixture.ts'

const now = () => NOW

interface Credentials {
  body?: object
  url?: string
  headers?: Record<string, string>
}

describe('POST /{version}/{pixel_id}/events', () => {
  it('answers as Meta does and records the event', async () => {
    const emulator = createEmulator({ now })
    const response = await send(emulator, serverEvent())

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
        user_data: { em: EMAIL_HASH, client_user_agent: 'Mozilla/5.0' },
        custom_data: {},
        pixel_id: '1234567890',
        received_at: NOW,
        counted: true,
      },
    ])
  })

  it('keeps the further parameters of an event, but not those that are its own', async () => {
    const emulator = createEmulator({ now })
    await send(
      emulator,
      serverEvent({
        data_processing_options: ['LDU'],
        source: 'browser',
        counted: false,
        pixel_id: 'x',
      }),
    )
    expect(emulator.events()).toMatchObject([
      { data_processing_options: ['LDU'], source: 'server', counted: true, pixel_id: '1234567890' },
    ])
  })

  it.each([
    ['in the body', { body: { access_token: 'emulator-access-token' } }],
    ['in the query', { url: `${EVENTS_URL}?access_token=emulator-access-token` }],
    ['as a Bearer header', { headers: { Authorization: 'Bearer emulator-access-token' } }],
  ])('takes the token %s', async (_, { body, ...init }: Credentials) => {
    const emulator = createEmulator({ now })
    const response = await post(emulator, { ...body, data: [serverEvent()] }, init)
    expect(response.status).toBe(200)
  })

  it.each([
    ['missing', {}],
    ['wrong in the body', { body: { access_token: 'secret-token' } }],
    ['wrong in the query', { url: `${EVENTS_URL}?access_token=secret-token` }],
    ['wrong in the header', { headers: { Authorization: 'Bearer secret-token' } }],
    ['no string', { body: { access_token: { 'secret-token': true } } }],
  ])(
    'refuses a token that is %s, without repeating it',
    async (_, { body, ...init }: Credentials) => {
      const emulator = createEmulator({ now })
      const response = await post(emulator, { ...body, data: [serverEvent()] }, init)

      expect(await response.clone().text()).not.toContain('secret-token')
      expect(await refusal(response)).toEqual({ status: 401, code: 190, subcode: undefined })
      expect(emulator.events()).toEqual([])
    },
  )

  it('expects the pixel and the token it was created with', async () => {
    const emulator = createEmulator({ now, pixelId: '42', accessToken: 'mine' })
    const body = { data: [serverEvent()], access_token: 'mine' }

    expect(await refusal(await post(emulator, body))).toEqual({
      status: 400,
      code: 100,
      subcode: 33,
    })
    expect((await post(emulator, body, { url: `${BASE}/v25.0/42/events` })).status).toBe(200)
    expect(emulator.events()).toMatchObject([{ pixel_id: '42' }])
  })

  it('does not repeat a path that holds the token for the pixel id', async () => {
    const emulator = createEmulator({ now, accessToken: 'mine' })
    const body = { data: [serverEvent()], access_token: 'mine' }
    const response = await post(emulator, body, { url: `${BASE}/v18.0/mine/events` })
    expect(await response.text()).not.toContain('mine')
  })

  it.each([
    ['no JSON', 'data=1'],
    ['empty', ''],
    ['no object', '[]'],
    ['nested beyond 64 levels', `{"data":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('refuses a body that is %s', async (_, body) => {
    const response = await post(createEmulator(), body, {
      url: `${EVENTS_URL}?access_token=emulator-access-token`,
    })
    expect(await refusal(response)).toEqual({ status: 400, code: 100, subcode: undefined })
  })

  it.each([
    ['missing', undefined],
    ['no list', serverEvent()],
    ['empty', []],
    ['more than 1,000 events', Array.from({ length: 1001 }, () => serverEvent())],
  ])('refuses data that is %s', async (_, data) => {
    const emulator = createEmulator({ now })
    const response = await post(emulator, { data, access_token: 'emulator-access-token' })
    expect(await refusal(response)).toEqual({ status: 400, code: 100, subcode: undefined })
    expect(emulator.events()).toEqual([])
  })

  it('takes 1,000 events at once', async () => {
    const emulator = createEmulator({ now })
    const response = await send(emulator, ...Array.from({ length: 1000 }, () => serverEvent()))
    expect(await response.json()).toMatchObject({ events_received: 1000 })
  })

  it('refuses the whole batch for one invalid event, naming it, and records nothing', async () => {
    const emulator = createEmulator({ now })
    const response = await send(emulator, serverEvent(), serverEvent({ event_name: undefined }))

    expect(await response.clone().text()).toContain('data[1]: Invalid parameter: event_name')
    expect(await refusal(response)).toEqual({ status: 400, code: 100, subcode: undefined })
    expect(emulator.events()).toEqual([])
  })

  it('has the error shape that Meta documents', async () => {
    const response = await send(createEmulator({ now }), serverEvent({ event_time: 0 }))
    expect(await response.json()).toEqual({
      error: {
        message: 'data[0]: Invalid parameter',
        type: 'OAuthException',
        code: 100,
        error_subcode: 2804003,
        is_transient: false,
        error_user_title: 'Event Timestamp Too Old',
        error_user_msg: 'event_time is more than 7 days in the past.',
        fbtrace_id: expect.stringMatching(/^A\w+$/),
      },
    })
  })
})
