import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createEmulator } from './create-emulator.ts'
import { BASE, EVENTS_URL, hit, NOW, refusal, send, serverEvent } from './requests.fixture.ts'

const now = () => NOW
const ORIGIN = 'http://localhost:8787'

describe('createEmulator()', () => {
  it('counts an event once that came from the browser and from the server', async () => {
    const emulator = createEmulator({ now })
    await hit(emulator, { ev: 'Lead', eid: 'lead-1' })
    await send(emulator, serverEvent())
    await send(emulator, serverEvent())
    expect(emulator.events().map(({ source, counted }) => [source, counted])).toEqual([
      ['browser', true],
      ['server', false],
      ['server', false],
    ])
  })

  it('counts once within a batch', async () => {
    const emulator = createEmulator({ now })
    await send(emulator, serverEvent(), serverEvent())
    expect(emulator.events().map(({ counted }) => counted)).toEqual([true, false])
  })

  it('keeps no more than maxEvents copies', async () => {
    const emulator = createEmulator({ now, maxEvents: 2 })
    for (const eid of ['1', '2', '3']) await hit(emulator, { ev: 'Lead', eid })
    expect(emulator.events().map(({ event_id }) => event_id)).toEqual(['2', '3'])
  })

  it('shares nothing with another emulator', async () => {
    const [one, other] = [createEmulator({ now }), createEmulator({ now })]
    await send(one, serverEvent())
    expect(other.events()).toEqual([])
    await send(other, serverEvent())
    expect(other.events()).toMatchObject([{ counted: true }])
  })

  it('hands out a list that the caller may change', async () => {
    const emulator = createEmulator({ now })
    await send(emulator, serverEvent())
    emulator.events().pop()
    expect(emulator.events()).toHaveLength(1)
  })
})

describe('fetch()', () => {
  const init = {
    method: 'POST',
    headers: { Authorization: 'Bearer emulator-access-token' },
    body: JSON.stringify({ data: [serverEvent()] }),
  }

  it('takes a string, a URL or a Request, each with or without init', async () => {
    const { fetch } = createEmulator({ now })
    expect((await fetch(EVENTS_URL, init)).status).toBe(200)
    expect((await fetch(new URL(EVENTS_URL), init)).status).toBe(200)
    expect((await fetch(new Request(EVENTS_URL, init))).status).toBe(200)
    expect((await fetch(new Request(EVENTS_URL), init)).status).toBe(200)
    expect((await fetch(`${BASE}/`)).status).toBe(200)
  })

  it('rejects as fetch does for a URL that is none', async () => {
    const { fetch } = createEmulator()
    await expect(fetch('/emulator/')).rejects.toThrow(TypeError)
  })

  it('rejects with the reason of a signal that has aborted, and records nothing', async () => {
    const emulator = createEmulator({ now })
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(emulator.fetch(EVENTS_URL, { ...init, signal })).rejects.toThrow('gone')
    await expect(emulator.fetch(new Request(EVENTS_URL, { ...init, signal }))).rejects.toThrow(
      'gone',
    )
    expect(emulator.events()).toEqual([])
  })

  it('answers under any prefix', async () => {
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

  it('says which paths there are when there is none', async () => {
    for (const path of ['/emulator', '/v18.0/events', '/v18/1234567890/events', '/en_US/sdk.js']) {
      const response = await createEmulator().fetch(ORIGIN + path)
      expect(await response.clone().text()).toContain('/{version}/{pixel_id}/events')
      expect(await refusal(response)).toMatchObject({ status: 404, code: 100 })
    }
  })

  it.each([
    ['GET', '/v18.0/1234567890/events', 'POST'],
    ['OPTIONS', '/v18.0/1234567890/events', 'POST'],
    ['PUT', '/tr', 'GET, POST'],
    ['POST', '/en_US/fbevents.js', 'GET'],
    ['DELETE', '/events.json', 'GET'],
    ['GET', '/clear', 'POST'],
    ['POST', '/', 'GET'],
  ])('refuses %s %s and names what is allowed', async (method, path, allowed) => {
    const response = await createEmulator().fetch(ORIGIN + path, { method })
    expect(response.headers.get('Allow')).toBe(allowed)
    expect(await refusal(response)).toMatchObject({ status: 405, code: 100 })
  })

  it('has no answer cached, sniffed or, but for the pixel, read by other origins', async () => {
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

describe('/events.json and /clear', () => {
  it('lists the copies as events() does', async () => {
    const emulator = createEmulator({ now })
    await hit(emulator, { ev: 'Lead', eid: 'lead-1' })
    await send(emulator, serverEvent())
    const response = await emulator.fetch(`${BASE}/events.json`)
    expect(await response.json()).toEqual(emulator.events())
  })

  it('answers 304 until something changes', async () => {
    const emulator = createEmulator({ now })
    const list = (etag = '') =>
      emulator.fetch(`${BASE}/events.json`, { headers: { 'If-None-Match': etag } })

    const first = (await list()).headers.get('ETag') ?? ''
    expect((await list(first)).status).toBe(304)
    await send(emulator, serverEvent())
    const second = await list(first)
    expect(second.status).toBe(200)
    expect((await list(second.headers.get('ETag') ?? '')).status).toBe(304)
    emulator.clear()
    expect((await list(second.headers.get('ETag') ?? '')).status).toBe(200)
  })

  it('does not take the list of another emulator for its own', async () => {
    const etag = (await createEmulator().fetch(`${BASE}/events.json`)).headers.get('ETag') ?? ''
    const response = await createEmulator().fetch(`${BASE}/events.json`, {
      headers: { 'If-None-Match': etag },
    })
    expect(response.status).toBe(200)
  })

  it('clears as clear() does', async () => {
    for (const clear of [
      (emulator: ReturnType<typeof createEmulator>) => emulator.clear(),
      (emulator: ReturnType<typeof createEmulator>) =>
        emulator.fetch(`${BASE}/clear`, { method: 'POST' }),
    ]) {
      const emulator = createEmulator({ now })
      await send(emulator, serverEvent())
      await clear(emulator)
      expect(emulator.events()).toEqual([])
      await send(emulator, serverEvent())
      expect(emulator.events()).toMatchObject([{ counted: true }])
    }
  })
})

describe('whatever arrives', () => {
  const paths = [
    '/v18.0/1234567890/events',
    '/tr',
    '/en_US/fbevents.js',
    '/events.json',
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
  const orAnything = (usual: unknown) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 9 }, fc.jsonValue())
  const event = fc.record({
    event_name: orAnything('Lead'),
    event_id: orAnything('lead-1'),
    event_time: orAnything(NOW / 1000),
    action_source: orAnything('website'),
    user_data: orAnything({ fbp: 'fb.1.1.1' }),
    custom_data: orAnything({ value: 1 }),
  })
  const hitFields = fc
    .dictionary(
      fc.oneof(fc.constantFrom('ud', 'cd', 'ud[em]', '__proto__'), fc.string()),
      fc.jsonValue(),
    )
    .map((fields) => ({ id: '1234567890', ev: 'Lead', ...fields }))
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const batch = (data: unknown) => bytes({ access_token: 'emulator-access-token', data })
  const body = fc.oneof(
    fc.uint8Array(),
    fc.jsonValue().map(bytes),
    fc.array(event, { maxLength: 3 }).map(batch),
    hitFields.map(bytes),
  )

  it('is answered, and the list and the page stay readable', async () => {
    const emulator = createEmulator({ now })
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
          expect(await list.json()).toHaveLength(emulator.events().length)
          for (const { source } of emulator.events()) sources.add(source)
        },
      ),
      {
        numRuns: 1000,
        examples: [
          ['POST', '/v18.0/1234567890/events', '', 'text/plain', batch([serverEvent()])],
          ['POST', '/tr', '', 'text/plain', bytes({ id: '1234567890', ev: 'Lead' })],
        ],
      },
    )
    expect(sources).toEqual(new Set(['browser', 'server']))
  })

  it('is counted exactly once for each name and id, however the copies interleave', async () => {
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
              ? hit(emulator, { ev: event_name, eid: event_id })
              : send(emulator, serverEvent({ event_name, event_id })),
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
