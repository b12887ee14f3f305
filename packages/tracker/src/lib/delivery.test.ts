import { DEFAULTS } from '@conversion-capi/core'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { accept, createVisitor, openPage, type PageSetUp, QUIET } from './open-page.fixture.ts'

const DAY = 86_400_000

function responding(status: number, body: unknown = ''): () => Response {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

function fail(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** Opens a page, tracks a Lead and waits until it is sent or stored. */
async function lead(setUp: PageSetUp = {}) {
  const page = openPage(setUp)
  const eventId = page.tracker.track('Lead')
  await page.settle()
  return { ...page, eventId }
}

describe('delivery', () => {
  it.each<[string, () => Response | Promise<Response>]>([
    ['no response', fail],
    ['408', responding(408)],
    ['429', responding(429)],
    ['500', responding(500)],
    ['503 with HTML', responding(503, '<h1>Maintenance</h1>')],
    ['502 with null', responding(502, null)],
    ['200 that is not JSON', responding(200, 'accepted')],
    ['200 with null', responding(200, null)],
    ['204', () => new Response(null, { status: 204 })],
    ['404 with HTML, e.g. after a redirect to /en/functions/…', responding(404, '<h1>404</h1>')],
    ['404 with JSON', responding(404, { status: 404, error: 'Not Found' })],
    ['401 of a gateway', responding(401, { error: 'Invalid JWT' })],
    ['400 of a gateway', responding(400, { error: 'Bad request' })],
    ['403 of a firewall', responding(403, '<h1>Blocked</h1>')],
    ['403 of a firewall with JSON', responding(403, { error: 'Forbidden' })],
    ['405', responding(405, { error: 'Method not allowed' })],
    ['410', responding(410)],
    ['413 of a server', responding(413, '<h1>413 Request Entity Too Large</h1>')],
    ['500 of the proxy', responding(500, { error: 'Server not configured' })],
    ['200 from a proxy that received 302 from Meta', responding(200, { ok: false, status: 302 })],
    ['200 from a proxy that could not reach Meta', responding(200, { ok: false, error: 'no' })],
    ['a fetch wrapper that swallows the error', () => undefined as never],
    ['a fetch wrapper that parses the response', () => ({ ok: true }) as never],
    ['200 from a proxy that received 408 from Meta', responding(200, { ok: false, status: 408 })],
    ['200 from a proxy that received 429 from Meta', responding(200, { ok: false, status: 429 })],
    ['200 from a proxy that received 503 from Meta', responding(200, { ok: false, status: 503 })],
  ])('stores an event for a retry after %s', async (_, respond) => {
    const { stored, sent } = await lead({ respond })
    expect(stored()).toEqual([sent()[0]])
  })

  it.each<[string, () => Response]>([
    ['200', accept],
    ['400', responding(400, { error: 'Invalid event_name' })],
    ['400 for an ID', responding(400, { error: 'Invalid event_id' })],
    ['400 for the body', responding(400, { error: 'Invalid JSON' })],
    ['403', responding(403, { error: 'Origin not allowed' })],
    ['413', responding(413, { error: 'Payload too large' })],
    ['200 from a proxy that received 400 from Meta', responding(200, { ok: false, status: 400 })],
    ['200 with kept', responding(200, { ok: false, status: 503, kept: true })],
    ['200 with kept', responding(200, { ok: false, error: 'no', kept: true })],
  ])('neither stores nor retries an event after %s', async (_, respond) => {
    const { stored, posts } = await lead({ respond })
    expect(stored()).toEqual([])
    expect(posts).toHaveLength(1)
  })

  it('sends bodies of 20,000 or more characters without keepalive', () => {
    const visitor = createVisitor({ cookies: { _fbp: 'fb.1.1596403881668.1116446470' } })
    const { tracker, posts } = openPage({ visitor })
    tracker.track('Lead', { note: '' })
    const { length } = posts[0]!.init.body
    tracker.track('Lead', { note: 'x'.repeat(19_999 - length) })
    tracker.track('Lead', { note: 'x'.repeat(20_000 - length) })
    expect(posts.slice(1).map(({ init }) => [init.body.length, init.keepalive])).toEqual([
      [19_999, true],
      [20_000, false],
    ])
  })

  it.each<[string, Record<string, unknown>]>([
    ['is missing', { fetch: undefined }],
    ['throws', { fetch: fail }],
    ['returns undefined', { fetch: () => undefined }],
    ['returns an object', { fetch: () => ({}) }],
    ['returns a promise of undefined', { fetch: async () => undefined }],
  ])('stores the event and does not call sendBeacon if fetch %s', async (_, globals) => {
    const page = await lead({ globals })
    expect(page.stored()).toMatchObject([{ event_id: page.eventId }])
    expect(page.beacons).toEqual([])
    expect(page.hits).toHaveLength(1)
  })

  it('cancels a request after 15 seconds, longer than the timeouts of the proxy, and stores the event', async () => {
    const page = openPage({ respond: () => new Promise(() => {}) })
    page.tracker.track('Lead')
    await page.settle()
    expect(page.stored()).toEqual([])
    const { bodyTimeoutMs, deadlineMs } = DEFAULTS
    expect(page.timeLimits.map(({ ms }) => ms)).toEqual([15_000])
    expect(15_000).toBeGreaterThan(bodyTimeoutMs + deadlineMs)
    page.timeLimits[0]!.expire()
    await page.settle()
    expect(page.posts).toHaveLength(1)
    expect(page.stored()).toHaveLength(1)
  })

  it('sends events if AbortSignal.timeout is missing', async () => {
    const page = await lead({ globals: { AbortSignal: {} } })
    expect(page.posts).toHaveLength(1)
    expect(page.stored()).toEqual([])
  })
})

describe('retry', () => {
  it('sends a stored event unchanged on the next page, but not to the pixel', async () => {
    const visitor = createVisitor()
    const failed = await lead({ visitor, respond: fail })
    const next = openPage({ visitor })
    await next.settle()
    expect(next.posts).toEqual([failed.posts[0]])
    expect(next.sent()[0]!.event_id).toBe(failed.eventId)
    expect(next.hits).toEqual([])
    expect(next.stored()).toEqual([])
  })

  it('stores personal data only as hashes', async () => {
    const page = openPage({ respond: fail })
    page.tracker.track('Lead', {}, { email: 'anna@school.example', phone: '+79123456789' })
    await page.settle()
    expect(page.stored()).toHaveLength(1)
    expect(JSON.stringify(page.visitor.storage)).not.toMatch(/anna|9123456789/)
  })

  it.each(['tabs', 'events on one page'])('sends a stored event once with two %s', async (what) => {
    const visitor = createVisitor()
    const { eventId } = await lead({ visitor, respond: fail })
    const tabs = [openPage({ visitor }), openPage({ visitor })]
    if (what !== 'tabs') tabs.pop()
    tabs[0]!.tracker.track('Schedule')
    tabs[0]!.tracker.track('Subscribe')
    for (const tab of tabs) await tab.settle()
    const leads = tabs.flatMap((tab) => tab.sent('Lead'))
    expect(leads.map(({ event_id }) => event_id)).toEqual([eventId])
    expect(tabs[0]!.stored()).toEqual([])
  })

  it('sends a stored event once per page without Web Locks', async () => {
    const visitor = createVisitor()
    const navigator = { locks: undefined }
    await lead({ visitor, respond: fail, navigator })
    const page = openPage({ visitor, navigator })
    page.tracker.track('Schedule')
    page.emit('online')
    await page.settle()
    expect(page.sent('Lead')).toHaveLength(1)
    expect(page.stored()).toEqual([])
  })

  it.each<[string, object]>([
    ['rejects', { request: fail }],
    [
      'throws',
      {
        request() {
          throw new TypeError('broken')
        },
      },
    ],
    ['is missing', {}],
  ])('sends stored events, each once, if navigator.locks.request %s', async (_, locks) => {
    const visitor = createVisitor()
    const failing = openPage({ visitor, respond: fail })
    const ids = [failing.tracker.track('Lead'), failing.tracker.track('Lead')]
    await failing.settle()
    const page = openPage({ visitor, navigator: { locks } })
    await page.settle()
    expect(page.sent().map(({ event_id }) => event_id)).toEqual(expect.arrayContaining(ids))
    expect(page.posts).toHaveLength(2)
    expect(page.stored()).toEqual([])
  })

  it('continues to retry after local storage was full for a moment', async () => {
    const visitor = createVisitor()
    const { eventId } = await lead({ visitor, respond: fail })
    let isFull = true
    const storage = new Proxy(visitor.storage, {
      set(target, key, value) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        return Reflect.set(target, key, value)
      },
    })
    const page = openPage({ visitor: { ...visitor, storage } })
    await page.settle()
    expect(page.posts).toEqual([])
    isFull = false
    page.emit('online')
    await page.settle()
    expect(page.sent()).toMatchObject([{ event_id: eventId }])
    expect(page.stored()).toEqual([])
  })

  it('keeps an event stored if the visitor leaves the page during its retry', async () => {
    const visitor = createVisitor()
    const { eventId } = await lead({ visitor, respond: fail })
    const left = openPage({ visitor, respond: () => new Promise(() => {}) })
    await left.settle()
    expect(left.posts).toHaveLength(1)
    expect(left.stored()).toMatchObject([{ event_id: eventId }])

    visitor.locks.clear() // Browsers release the locks of a page when the visitor leaves it.
    const page = openPage({ visitor })
    await page.settle()
    expect(page.sent()).toMatchObject([{ event_id: eventId }])
    expect(page.stored()).toEqual([])
  })

  it('makes at most five attempts if the visitor leaves every page before the response', async () => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    let attempts = 1
    for (let n = 0; n < 10; n++) {
      const page = openPage({ visitor, respond: () => new Promise(() => {}) })
      await page.settle()
      attempts += page.posts.length
      visitor.locks.clear()
    }
    expect(attempts).toBe(5)
    expect(visitor.storage).toEqual({})
  })

  it.each([
    [DAY - 1, 1],
    [DAY, 0],
  ])('retries events for less than 24 hours: after %i ms, sends %i', async (later, count) => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    visitor.now += later
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toHaveLength(count)
  })

  it('counts the 24 hours from the call of track()', async () => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    visitor.now += DAY - 1
    await openPage({ visitor, respond: fail }).settle()
    visitor.now += 1
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toEqual([])
  })

  it('stores only the newest 20 events', async () => {
    const page = openPage({ respond: fail })
    const ids: string[] = []
    for (let n = 0; n < 30; n++) {
      page.visitor.now += 1
      ids.push(page.tracker.track('Lead'))
    }
    await page.settle()
    expect(page.stored().map(({ event_id }) => event_id)).toEqual(ids.slice(-20))
  })

  const NOW = createVisitor().now
  it.each([
    [NOW, ''],
    [NOW, 'not JSON'],
    [NOW, 'null'],
    [NOW, '1'],
    [NOW, '{}'],
    [NOW, '[[null]]'],
    [NOW, '[["body"]]'],
    [NOW, '0'],
    [NOW, '1 secret'],
    [NOW, '1{"token":"secret"}'],
    [NOW, '0{"event_id":"1"}'],
    [NOW, '9{}'],
    [NOW, '[object Object]'],
    [NOW + 1, '1{"event_id":"1","event_name":"Lead"}'],
    [NOW + 2 * DAY, '1{"event_id":"1","event_name":"Lead"}'],
    [NOW - DAY, '1{"event_id":"1","event_name":"Lead"}'],
  ])('deletes an event stored at %i as %j, and does not send it', async (time, value) => {
    const storage = { [`polaris@${time}@${'0'.repeat(36)}`]: value }
    const page = openPage({ visitor: createVisitor({ storage }) })
    await page.settle()
    expect(page.posts).toEqual([])
    expect(page.visitor.storage).toEqual({})
  })

  it.each([
    'polaris@settings@x',
    'polaris@@x',
    'polaris@x',
    'polaris@1',
    'polaris@ @x',
    'polaris@2026-11-20@x',
    'polaris@v1@1',
  ])("neither sends nor changes another script's entry with the key %s", async (key) => {
    for (const value of ['1{"event_id":"secret"}', '3 secret', '', '9']) {
      const visitor = createVisitor({ storage: { [key]: value } })
      const page = await lead({ visitor })
      page.tracker.consent(false)
      await page.settle()
      expect(page.posts).toHaveLength(1)
      expect(visitor.storage).toEqual({ [key]: value })
    }
  })

  it('does not change other entries in local storage', async () => {
    const storage = { polaris: 'x', 'polaris:theme': 'dark', 'polaris2@1@id': '1{}', other: '[]' }
    const page = await lead({ visitor: createVisitor({ storage: { ...storage } }), respond: fail })
    page.tracker.consent(false)
    await page.settle()
    expect(page.visitor.storage).toEqual(storage)
  })

  it('sends later events if local storage is full', async () => {
    const storage = new Proxy<Record<string, string>>(
      {},
      {
        set() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
    )
    const page = await lead({ visitor: createVisitor({ storage }), respond: fail })
    page.tracker.track('Schedule')
    await page.settle()
    expect(page.sent('Schedule')).toHaveLength(1)
  })

  it('sends only the stored events of its own tracker name', async () => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    const other = openPage({
      visitor,
      script: buildTracker({ name: 'vega', pageView: false, endpoint: '/vega' }),
    })
    other.window['vega'].track('Lead')
    await other.settle()
    expect(other.posts.map(({ url }) => url)).toEqual(['/vega'])
    expect(other.stored()).toHaveLength(1)
    other.run(QUIET)
    await other.settle()
    expect(other.stored()).toEqual([])
  })
})
