import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createEmulator } from './emulator.ts'
import type { LiveContent } from './record/records.ts'
import {
  BASE_URL,
  EVENTS_URL,
  sendPixelEvent,
  NOW,
  readError,
  sendEvents,
  serverEvent,
} from './requests.fixture.ts'

const now = () => NOW
const ORIGIN = 'http://localhost:8787'

describe('createEmulator()', () => {
  it('shares no events or ids with another emulator', async () => {
    const [one, other] = [createEmulator({ now }), createEmulator({ now })]
    await sendEvents(one, serverEvent())
    expect(other.events()).toEqual([])
    await sendEvents(other, serverEvent())
    expect(other.events()).toMatchObject([{ counted: true }])
  })
})

describe('fetch()', () => {
  const init = {
    method: 'POST',
    headers: { Authorization: 'Bearer emulator-access-token' },
    body: JSON.stringify({ data: [serverEvent()] }),
  }

  it('accepts a string, a URL or a Request, with or without init', async () => {
    const { fetch } = createEmulator({ now })
    expect((await fetch(EVENTS_URL, init)).status).toBe(200)
    expect((await fetch(new URL(EVENTS_URL), init)).status).toBe(200)
    expect((await fetch(new Request(EVENTS_URL, init))).status).toBe(200)
    expect((await fetch(new Request(EVENTS_URL), init)).status).toBe(200)
    expect((await fetch(`${BASE_URL}/`)).status).toBe(200)
  })

  it('rejects with the abort reason and records nothing if the signal has already aborted', async () => {
    const emulator = createEmulator({ now })
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(emulator.fetch(EVENTS_URL, { ...init, signal })).rejects.toThrow('gone')
    await expect(emulator.fetch(new Request(EVENTS_URL, { ...init, signal }))).rejects.toThrow(
      'gone',
    )
    expect(emulator.events()).toEqual([])
  })

  it('matches its paths under any prefix', async () => {
    const { fetch } = createEmulator({ now })
    for (const prefix of ['', '/emulator', '/a/b/c']) {
      expect((await fetch(`${ORIGIN}${prefix}/v18.0/1234567890/events`, init)).status).toBe(200)
      expect((await fetch(`${ORIGIN}${prefix}/tr?id=1234567890&ev=Lead`)).status).toBe(200)
      expect((await fetch(`${ORIGIN}${prefix}/en_US/fbevents.js`)).status).toBe(200)
      expect((await fetch(`${ORIGIN}${prefix}/events.json`)).status).toBe(200)
      expect((await fetch(`${ORIGIN}${prefix}/`)).headers.get('Content-Type')).toContain(
        'text/html',
      )
    }
  })

  it('lists the known paths in the 404 for an unknown path', async () => {
    for (const path of ['/emulator', '/v18.0', '/v18/1234567890/events', '/en_US/sdk.js']) {
      const response = await createEmulator().fetch(ORIGIN + path)
      expect(await response.clone().text()).toContain('/{version}/{pixel_id}/events')
      expect(await readError(response)).toMatchObject({ status: 404, code: 100 })
    }
  })

  it.each([
    ['GET', '/v18.0/1234567890/events', 'POST'],
    ['OPTIONS', '/v18.0/1234567890/events', 'POST'],
    ['PUT', '/tr', 'GET, POST'],
    ['POST', '/en_US/fbevents.js', 'GET'],
    ['DELETE', '/events.json', 'GET'],
    ['GET', '/clear', 'POST'],
    ['POST', '/stream', 'GET'],
    ['PUT', '/faults', 'GET, POST'],
    ['POST', '/', 'GET'],
  ])(
    'returns 405 for %s %s, with the supported methods in Allow',
    async (method, path, allowed) => {
      const response = await createEmulator().fetch(ORIGIN + path, { method })
      expect(response.headers.get('Allow')).toBe(allowed)
      expect(await readError(response)).toMatchObject({ status: 405, code: 100 })
    },
  )

  it('disables caching and sniffing, and allows other origins to read only pixel responses', async () => {
    const { fetch } = createEmulator()
    const readable: string[] = []
    for (const path of [
      '/',
      '/events.json',
      '/tr',
      '/en_US/fbevents.js',
      '/v18.0/1/events',
      '/x',
    ]) {
      const { headers } = await fetch(ORIGIN + path)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      if (headers.get('Access-Control-Allow-Origin') === '*') readable.push(path)
    }
    expect(readable).toEqual(['/tr', '/en_US/fbevents.js'])
  })
})

describe('arbitrary requests', () => {
  const paths = [
    '/v18.0/1234567890/events',
    '/tr',
    '/en_US/fbevents.js',
    '/events.json',
    '/stream',
    '/faults',
    '/clear',
    '/',
  ]
  const path = fc.oneof({ arbitrary: fc.constantFrom(...paths), weight: 9 }, fc.webPath())
  const query = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  )
  const contentType = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  )
  const mostly = (usual: unknown) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 9 }, jsonValue())
  const event = fc.record({
    event_name: mostly('Lead'),
    event_id: mostly('lead-1'),
    event_time: mostly(NOW / 1000),
    action_source: mostly('website'),
    user_data: mostly({ fbp: 'fb.1.1.1' }),
    custom_data: mostly({ value: 1 }),
  })
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const form = fc
    .webQueryParameters()
    .map((text) => new TextEncoder().encode(`id=1234567890&ev=Lead&${text}`))
  const batch = (data: unknown) => bytes({ access_token: 'emulator-access-token', data })
  const body = fc.oneof(
    fc.uint8Array(),
    jsonValue().map(bytes),
    fc.array(event, { maxLength: 3 }).map(batch),
    form,
  )

  it('get a response below 500, and leave events.json readable', async () => {
    const emulator = createEmulator({ now, maxEvents: 20 })
    const sources = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS'),
        path,
        query,
        contentType,
        body,
        async (method, path, query, contentType, bytes) => {
          const init =
            method === 'GET' ? {} : { headers: { 'Content-Type': contentType }, body: bytes }
          const response = await emulator.fetch(ORIGIN + path + query, { method, ...init })
          expect(response).toBeInstanceOf(Response)
          expect(response.status).toBeLessThan(500)

          const list = await emulator.fetch(`${ORIGIN}/events.json`)
          const { events, rejections } = (await list.json()) as LiveContent
          expect(events).toHaveLength(emulator.events().length)
          expect(rejections).toHaveLength(emulator.rejections().length)
          for (const { source } of emulator.events()) sources.add(source)
        },
      ),
      {
        numRuns: 1000,
        examples: [
          ['POST', '/v18.0/1234567890/events', '', 'text/plain', batch([serverEvent()])],
          ['POST', '/tr', '?id=1234567890&ev=Lead', 'text/plain', new Uint8Array()],
        ],
      },
    )
    expect(sources).toEqual(new Set(['browser', 'server']))
  })

  it('count exactly once for each name and id, in any order of arrival', async () => {
    const copy = fc.record({
      source: fc.constantFrom('browser', 'server'),
      event_name: fc.constantFrom('Lead', 'Schedule'),
      event_id: fc.constantFrom('a', 'b', 'c'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(copy, { maxLength: 20 }), async (copies) => {
        const emulator = createEmulator({ now })
        await Promise.all(
          copies.map(({ source, event_name, event_id }) =>
            source === 'browser'
              ? sendPixelEvent(emulator, { ev: event_name, eid: event_id })
              : sendEvents(emulator, serverEvent({ event_name, event_id })),
          ),
        )
        const counted = emulator.events().filter((each) => each.counted)
        const keys = copies.map((each) => `${each.event_name} ${each.event_id}`)
        expect(emulator.events()).toHaveLength(copies.length)
        expect(counted.map((each) => `${each.event_name} ${each.event_id}`).sort()).toEqual(
          [...new Set(keys)].sort(),
        )
      }),
    )
  })
})
