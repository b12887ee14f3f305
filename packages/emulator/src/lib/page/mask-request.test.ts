import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import {
  BASE_URL,
  EMAIL_HASH,
  EVENTS_URL,
  NOW,
  postBody,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from '../requests.fixture.ts'
import type { RawRequest } from '../record/logged-request.ts'

const now = () => NOW
const META_TOKEN = 'EAAGm0PX4ZCpsBAKZCrealLooking0123456789abcdefGHIJ'

type Send = (emulator: Emulator) => Promise<Response>
const encode = encodeURIComponent
const post =
  (body: unknown, init?: Parameters<typeof postBody>[2]): Send =>
  (emulator) =>
    postBody(emulator, body, init)
const event =
  (changes: Record<string, unknown>): Send =>
  (emulator) =>
    sendEvents(emulator, serverEvent(changes))
const pixel =
  (fields: Record<string, string>): Send =>
  (emulator) =>
    sendPixelEvent(emulator, { ev: 'Lead', ...fields })

async function rawRequest(emulator: Emulator, id = 1): Promise<RawRequest> {
  const response = await emulator.fetch(`${BASE_URL}/requests/${id}.json`)
  return (await response.json()) as RawRequest
}

describe('GET /requests/{id}.json', () => {
  it('contains the request and its response', async () => {
    const emulator = createEmulator({ now })
    await sendEvents(emulator, serverEvent())
    const raw = await rawRequest(emulator)
    expect(raw).toEqual({
      method: 'POST',
      path: '/v18.0/1234567890/events',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: expect.any(String),
      response: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: expect.stringContaining('"events_received": 1'),
      },
      duration_ms: 0,
    })
    expect(JSON.parse(raw.body)).toEqual({ data: [serverEvent()], access_token: '[redacted]' })
  })

  it('contains the fields of a pixel request', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Lead', 'ud[em]': EMAIL_HASH, 'cd[value]': '1' })
    expect(await rawRequest(emulator)).toMatchObject({
      path: `/tr?id=1234567890&ev=Lead&ud[em]=${EMAIL_HASH}&cd[value]=1`,
      response: { body: '[a transparent GIF]' },
    })
  })

  it.each<[string, (token: string) => Send]>([
    ['the body', (token) => post({ data: [], access_token: token })],
    ['the query', (token) => post({}, { url: `${EVENTS_URL}?access_token=${encode(token)}` })],
    ['the header', (token) => post({}, { headers: { Authorization: `Bearer ${token}` } })],
    [
      'fields, keys and URLs',
      (token) => {
        const event_source_url = `https://school.example/?t=${encode(token)}`
        const custom_data = { [token]: `a ${token} b`, json: JSON.stringify({ token }) }
        const event = serverEvent({ event_id: token, event_source_url, custom_data })
        return post({ access_token: token, data: [event] })
      },
    ],
    ['a pixel request', (token) => pixel({ eid: token, 'cd[token]': token, dl: token })],
    ['the path', (token) => post({}, { url: `${BASE_URL}/v18.0/${encode(token)}/events` })],
    ['a body that is not JSON', (token) => post(`{"access_token":"${token}"`)],
  ])('redacts an accepted and a wrong token in %s', async (_, send) => {
    for (const [accessToken, sent] of [
      [META_TOKEN, META_TOKEN],
      ['emulator-access-token', META_TOKEN],
      ['se.cr/et+tok=en"7', 'se.cr/et+tok=en"7'],
    ] as const) {
      const emulator = createEmulator({ now, accessToken })
      await send(sent)(emulator)
      const raw = await rawRequest(emulator)
      const shown = JSON.stringify(raw)
      const list = await (await emulator.fetch(`${BASE_URL}/events.json`)).text()
      for (const form of [sent, encode(sent), 'EAAG', 'se.cr', 'tok=en']) {
        expect(shown + list).not.toContain(form)
      }
    }
  })

  it.each<[string, Send]>([
    [
      'a rejected event',
      event({ user_data: { em: 'Mary@example.com', fn: ['Mary'], ph: 491757654321 } }),
    ],
    [
      'an accepted event',
      event({
        event_source_url: 'https://school.example/?email=mary@example.com',
        custom_data: {
          email: 'mary@example.com',
          buyer: { first_name: 'Mary' },
          tel: '+49 175 7654321',
        },
      }),
    ],
    ['a pixel request', pixel({ 'ud[em]': 'mary@example.com', 'cd[first_name]': 'Mary' })],
    ['a form of the pixel', post(`id=1234567890&ev=Lead&ud[fn]=Mary`, { url: `${BASE_URL}/tr` })],
    ['a body that is not JSON', post('{"data":[{"user_data":{"fn":"Mary"')],
  ])('masks unhashed personal data in %s', async (_, send) => {
    const emulator = createEmulator({ now })
    await send(emulator)
    const raw = await rawRequest(emulator)
    const list = await (await emulator.fetch(`${BASE_URL}/events.json`)).text()
    expect(JSON.stringify(raw) + list).not.toMatch(/mary|7654321/i)
    expect(raw.response?.status).toBeGreaterThan(0)
  })

  it('says why there is no response', async () => {
    const emulator = createEmulator({ now, faults: { networkError: { probability: 1 } } })
    await expect(sendEvents(emulator, serverEvent())).rejects.toThrow('fetch failed')
    const raw = await rawRequest(emulator)
    expect(raw).toMatchObject({ error: 'The connection was reset.' })
    expect(raw).not.toHaveProperty('response')
  })

  it('does not read a response body that a fault breaks off', async () => {
    const emulator = createEmulator({ now, faults: { brokenBody: { probability: 1 } } })
    await sendEvents(emulator, serverEvent())
    const { response } = await rawRequest(emulator)
    expect(response?.body).toBe('[broken off after half of the body]')
  })
})
