import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import {
  BASE_URL,
  EVENTS_URL,
  NOW,
  postBody,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from '../requests.fixture.ts'

const now = () => NOW
const EVENTS_ROUTE = 'POST /{version}/{pixel_id}/events'
const LEAD = { event_name: 'Lead', event_id: 'lead-1' }
const CLEAR_EMAIL = serverEvent({ user_data: { em: 'mary@example.com' } })
const TOKEN = 'emulator-access-token'

const post = (body: string) => (emulator: Emulator) =>
  postBody(emulator, body, { url: `${EVENTS_URL}?access_token=${TOKEN}` })
const postData = (data: unknown, access_token?: string) => (emulator: Emulator) =>
  postBody(emulator, { data, ...(access_token && { access_token }) })

describe('rejections()', () => {
  it.each<[string, (emulator: Emulator) => Promise<Response>, object]>([
    [
      'a wrong token',
      postData([LEAD, LEAD], 'wrong'),
      { status: 401, code: 190, events: [LEAD, LEAD], event_count: 2 },
    ],
    ['data that is no array', post('{"data":{}}'), { status: 400, code: 100, events: [] }],
    [
      'unhashed personal data',
      postData([CLEAR_EMAIL], TOKEN),
      { code: 100, message: expect.stringContaining('user_data.em'), events: [LEAD] },
    ],
    [
      'an invalid event of a batch',
      postData([serverEvent(), serverEvent({ event_time: 0, event_id: 'old' })], TOKEN),
      {
        error_subcode: 2804003,
        message: expect.stringMatching(/^data\[1\]: .*more than 7 days/),
        events: [LEAD, { event_name: 'Lead', event_id: 'old' }],
      },
    ],
  ])(
    'lists a request to the Conversions API with %s, and its reason',
    async (_, send, expected) => {
      const emulator = createEmulator({ now })
      const response = await send(emulator)
      const { error } = (await response.json()) as { error: { code: number; message: string } }

      expect(emulator.events()).toEqual([])
      expect(emulator.rejections()).toEqual([
        expect.objectContaining({
          route: EVENTS_ROUTE,
          status: response.status,
          code: error.code,
          message: expect.stringContaining(error.message),
          received_at: NOW,
          ...expected,
        }),
      ])
    },
  )

  it.each([
    ['POST', '/v18/1234567890/events', 404, 'POST /emulator/v18/…/events'],
    ['POST', '/v18.0/mary@example.com/event', 404, 'POST /emulator/v18.0/…/event'],
    ['GET', '/v18.0/1234567890/events', 405, 'GET /{version}/{pixel_id}/events'],
    ['POST', '/a'.repeat(5000), 404, `POST ${'/emulator/a'.padEnd(100, '/a')}`],
    ['PUT', '/tr', 405, 'PUT /tr'],
  ])('lists %s %s, which the API does not support', async (method, path, status, route) => {
    const emulator = createEmulator({ now })
    await emulator.fetch(BASE_URL + path, { method })
    expect(emulator.rejections()).toMatchObject([{ status, route, code: 100, events: [] }])
  })

  it('does not list requests of a browser that opens other paths', async () => {
    const emulator = createEmulator({ now })
    await emulator.fetch(`${BASE_URL}/favicon.ico`)
    await emulator.fetch(`${BASE_URL}/clear`)
    await emulator.fetch(`${BASE_URL}/tr`, { method: 'OPTIONS' })
    expect(emulator.rejections()).toEqual([])
  })

  it('does not list accepted requests and injected faults', async () => {
    const emulator = createEmulator({ now })
    await sendEvents(emulator, serverEvent())
    emulator.setFaults({ status: { status: 500 } })
    await sendEvents(emulator, serverEvent())
    expect(emulator.rejections()).toEqual([])
  })

  it('never contains the token of the request, the accepted token or personal data', async () => {
    const emulator = createEmulator({ now, accessToken: 'accepted-token' })
    const event = {
      event_name: 'Lead accepted-token',
      event_id: 'mary@example.com',
      user_data: { em: 'mary@example.com', external_id: 'mary@example.com' },
      custom_data: { email: 'mary@example.com', 'mary@example.com': 1 },
      'mary@example.com': 1,
      'secret-token': 1,
    }
    const leaky = serverEvent({ ...event, user_data: { fbp: 'x' }, event_time: 0 })
    await postBody(emulator, {
      data: [event, { event_id: 'x-secret-token' }],
      access_token: 'secret-token',
    })
    await postBody(emulator, { data: [event], access_token: 'accepted-token' })
    await postBody(emulator, { data: [leaky], access_token: 'accepted-token' })
    await emulator.fetch(`${BASE_URL}/v18.0/accepted-token`, { method: 'POST' })
    await sendPixelEvent(emulator, { ev: 'mary@example.com', eid: '+49 175 7654321', id: '7' })

    const text = JSON.stringify(emulator.rejections())
    expect(emulator.rejections()).toHaveLength(5)
    for (const value of ['secret-token', 'accepted-token', 'mary', '7654321']) {
      expect(text).not.toContain(value)
    }
  })
})

describe('the events of a rejected request', () => {
  it.each([
    ['lead-1', 'lead-1'],
    ['Пробный урок', 'Пробный урок'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['mary@example.com', '[masked]'],
    ['mary%40example.com', '[masked]'],
    ['+49 175 1234567', '[masked]'],
    ['https://school.example/?name=Mary', '[masked]'],
    ['x'.repeat(101), '[masked]'],
    ['', '[masked]'],
    ['<img src=x>', '[masked]'],
    ['a-token-b', '[masked]'],
  ])('have the id %j as %j', async (event_id, expected) => {
    const emulator = createEmulator({ now })
    await postData([{ event_id }], 'token')(emulator)
    expect(emulator.rejections()[0]!.events).toEqual([{ event_id: expected }])
  })
})
