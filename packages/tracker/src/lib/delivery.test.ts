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
    ['429', responding(429)],
    ['500', responding(500)],
    ['503 with HTML', responding(503, '<h1>Maintenance</h1>')],
    ['502 with null', responding(502, null)],
    ['200 from a proxy that could not reach upstream', responding(200, { ok: false, error: 'no' })],
    ['200 from a proxy whose upstream returned 429', responding(200, { ok: false, status: 429 })],
    ['200 from a proxy whose upstream returned 503', responding(200, { ok: false, status: 503 })],
  ])('stores an event for a retry after %s', async (_, respond) => {
    const { stored, sent } = await lead({ respond })
    expect(stored()).toEqual([sent()[0]])
  })

  it.each<[string, () => Response]>([
    ['200', accept],
    ['200 that is not JSON', responding(200, 'accepted')],
    ['200 with null', responding(200, null)],
    ['204', () => new Response(null, { status: 204 })],
    ['400', responding(400, { error: 'Invalid event_name' })],
    ['403', responding(403, { error: 'Origin not allowed' })],
    ['405', responding(405, { error: 'Method not allowed' })],
    ['413', responding(413, { error: 'Payload too large' })],
    ['200 from a proxy whose upstream returned 400', responding(200, { ok: false, status: 400 })],
  ])('neither stores nor retries an event after %s', async (_, respond) => {
    const { stored, posts } = await lead({ respond })
    expect(stored()).toEqual([])
    expect(posts).toHaveLength(1)
  })

  it('sends a second request without keepalive if the first one fails', async () => {
    const { posts, stored } = await lead({
      respond: ({ init }) => (init.keepalive ? fail() : accept()),
    })
    expect(posts.map(({ init }) => init.keepalive)).toEqual([true, false])
    expect(posts[1]!.init).toEqual({ ...posts[0]!.init, keepalive: false })
    expect(stored()).toEqual([])
  })

  it('sends long bodies without keepalive', async () => {
    const { tracker, posts } = openPage()
    tracker.track('Lead', { note: 'x'.repeat(59_000) })
    tracker.track('Lead', { note: 'x'.repeat(60_000) })
    expect(posts.map(({ init }) => init.keepalive)).toEqual([true, false])
  })

  it('stores an event if sendBeacon returns false', async () => {
    const page = await lead({
      globals: { fetch: undefined },
      navigator: { sendBeacon: () => false },
    })
    expect(page.stored()).toMatchObject([{ event_id: page.eventId }])
  })

  it('sends an event with one beacon if fetch is missing', async () => {
    const { beacons, stored } = await lead({ globals: { fetch: undefined } })
    expect(beacons).toHaveLength(1)
    expect(stored()).toEqual([])
  })
})

describe('retry', () => {
  it('sends the stored event unchanged on the next page, and not to the pixel', async () => {
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

  it('sends stored events when the browser is online again', async () => {
    let isOnline = false
    const page = await lead({ respond: () => (isOnline ? accept() : fail()) })
    isOnline = true
    page.emit('online')
    await page.settle()
    expect(page.posts).toHaveLength(3)
    expect(page.stored()).toEqual([])
  })

  it('sends stored events one after the other, each after a success', async () => {
    const visitor = createVisitor()
    for (let n = 0; n < 3; n++) await lead({ visitor, respond: fail })
    const before = openPage({ visitor, respond: fail }).stored()
    const page = openPage({ visitor: createVisitor({ storage: { ...visitor.storage } }) })
    await page.settle()
    expect(before).toHaveLength(2)
    expect(page.sent().map(({ event_id }) => event_id)).toEqual(before.map((body) => body.event_id))
    expect(page.stored()).toEqual([])
  })

  it('stops after a failure, so that a blocked endpoint gets few requests', async () => {
    const visitor = createVisitor()
    for (let n = 0; n < 5; n++) await lead({ visitor, respond: fail })
    const page = openPage({ visitor, respond: fail })
    await page.settle()
    expect(new Set(page.posts.map(({ init }) => init.body)).size).toBe(1)
    expect(page.stored()).toHaveLength(5)
  })

  it('sends a stored event from only one of two tabs', async () => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    const tabs = [openPage({ visitor }), openPage({ visitor })]
    for (const tab of tabs) await tab.settle()
    expect(tabs.flatMap(({ posts }) => posts)).toHaveLength(1)
  })

  it('drops an event after five attempts', async () => {
    const visitor = createVisitor()
    const respond = responding(500)
    const bodies = (await lead({ visitor, respond })).posts.map(({ init }) => init.body)
    for (let n = 0; n < 10; n++) {
      const page = openPage({ visitor, respond })
      await page.settle()
      bodies.push(...page.posts.map(({ init }) => init.body))
    }
    expect(bodies).toHaveLength(5)
    expect(new Set(bodies).size).toBe(1)
    expect(openPage({ visitor }).stored()).toEqual([])
  })

  it.each([
    [DAY - 1, 1],
    [DAY, 0],
  ])('retries events for 24 hours: after %i ms, %i', async (later, count) => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    visitor.now += later
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toHaveLength(count)
  })

  it('counts the 24 hours from the first attempt', async () => {
    const visitor = createVisitor()
    await lead({ visitor, respond: fail })
    visitor.now += DAY - 1
    await openPage({ visitor, respond: fail }).settle()
    visitor.now += 1
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toEqual([])
  })

  it('stores the newest 20 events', async () => {
    const page = openPage({ respond: fail })
    const ids = Array.from({ length: 30 }, () => page.tracker.track('Lead'))
    await page.settle()
    expect(page.stored().map(({ event_id }) => event_id)).toEqual(ids.slice(-20))
  })

  it.each([
    'not JSON',
    'null',
    '1',
    '{}',
    '[1,null]',
    '[[]]',
    '["text"]',
    '[["body"]]',
    '[["{}",null,null]]',
    '[["{}","yesterday",{}]]',
    '',
  ])('replaces an invalid queue: %j', async (text) => {
    const page = await lead({
      visitor: createVisitor({ storage: { polaris: text } }),
      respond: fail,
    })
    expect(page.posts.filter(({ init }) => init.body.includes('"Lead"'))).toHaveLength(2)
    expect(page.stored()).toMatchObject([{ event_id: page.eventId }])
  })

  it('sends other events if storage is full', async () => {
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
    expect(page.posts).toHaveLength(4)
  })

  it('is separate for each tracker name', async () => {
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
