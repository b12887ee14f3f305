import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { accept, meet, openPage, type PageSetUp, QUIET } from './open-page.fixture.ts'

const DAY = 86_400_000

function answers(status: number, body: unknown = ''): () => Response {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

function fail(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** Opens a page, tracks a Lead, and waits for what comes of it. */
async function lead(setUp: PageSetUp = {}) {
  const page = openPage(setUp)
  const eventId = page.tracker.track('Lead')
  await page.settle()
  return { ...page, eventId }
}

describe('delivery', () => {
  it.each<[string, () => Response | Promise<Response>]>([
    ['no answer', fail],
    ['429', answers(429)],
    ['500', answers(500)],
    ['503 with HTML', answers(503, '<h1>Maintenance</h1>')],
    ['502 with null', answers(502, null)],
    ['200 from a proxy whose platform was not there', answers(200, { ok: false, error: 'no' })],
    ['200 from a proxy whose platform was busy', answers(200, { ok: false, status: 429 })],
    ['200 from a proxy whose platform failed', answers(200, { ok: false, status: 503 })],
  ])('keeps an event that failed: %s', async (_, answer) => {
    const { stored, sent } = await lead({ answer })
    expect(stored()).toEqual([sent()[0]])
  })

  it.each<[string, () => Response]>([
    ['200', accept],
    ['200 with something else', answers(200, 'accepted')],
    ['200 with null', answers(200, null)],
    ['204', () => new Response(null, { status: 204 })],
    ['400', answers(400, { error: 'Invalid event_name' })],
    ['403', answers(403, { error: 'Origin not allowed' })],
    ['405', answers(405, { error: 'Method not allowed' })],
    ['413', answers(413, { error: 'Payload too large' })],
    ['200 from a proxy whose platform refused', answers(200, { ok: false, status: 400 })],
  ])('is done with an event that was accepted or refused for good: %s', async (_, answer) => {
    const { stored, posts } = await lead({ answer })
    expect(stored()).toEqual([])
    expect(posts).toHaveLength(1)
  })

  it('tries once more without keepalive when the browser refuses the request', async () => {
    const { posts, stored } = await lead({
      answer: ({ init }) => (init.keepalive ? fail() : accept()),
    })
    expect(posts.map(({ init }) => init.keepalive)).toEqual([true, false])
    expect(posts[1]!.init).toEqual({ ...posts[0]!.init, keepalive: false })
    expect(stored()).toEqual([])
  })

  it('sends what is too long for keepalive without it', async () => {
    const { tracker, posts } = openPage()
    tracker.track('Lead', { note: 'x'.repeat(59_000) })
    tracker.track('Lead', { note: 'x'.repeat(60_000) })
    expect(posts.map(({ init }) => init.keepalive)).toEqual([true, false])
  })

  it('keeps an event that no beacon would take', async () => {
    const page = await lead({
      globals: { fetch: undefined },
      navigator: { sendBeacon: () => false },
    })
    expect(page.stored()).toMatchObject([{ event_id: page.eventId }])
  })

  it('gives an event to a beacon once', async () => {
    const { beacons, stored } = await lead({ globals: { fetch: undefined } })
    expect(beacons).toHaveLength(1)
    expect(stored()).toEqual([])
  })
})

describe('what is kept', () => {
  it('is sent on the next page as it was, and not to the pixel again', async () => {
    const visitor = meet()
    const failed = await lead({ visitor, answer: fail })
    const next = openPage({ visitor })
    await next.settle()
    expect(next.posts).toEqual([failed.posts[0]])
    expect(next.sent()[0]!.event_id).toBe(failed.eventId)
    expect(next.hits).toEqual([])
    expect(next.stored()).toEqual([])
  })

  it('holds personal data as hashes only', async () => {
    const page = openPage({ answer: fail })
    page.tracker.track('Lead', {}, { email: 'anna@school.example', phone: '+79123456789' })
    await page.settle()
    expect(page.stored()).toHaveLength(1)
    expect(JSON.stringify(page.visitor.storage)).not.toMatch(/anna|9123456789/)
  })

  it('is sent when the browser is online again', async () => {
    let isOnline = false
    const page = await lead({ answer: () => (isOnline ? accept() : fail()) })
    isOnline = true
    page.emit('online')
    await page.settle()
    expect(page.posts).toHaveLength(3)
    expect(page.stored()).toEqual([])
  })

  it('is sent after a success, one after the other', async () => {
    const visitor = meet()
    for (let n = 0; n < 3; n++) await lead({ visitor, answer: fail })
    const before = openPage({ visitor, answer: fail }).stored()
    const page = openPage({ visitor: meet({ storage: { ...visitor.storage } }) })
    await page.settle()
    expect(before).toHaveLength(2)
    expect(page.sent().map(({ event_id }) => event_id)).toEqual(before.map((body) => body.event_id))
    expect(page.stored()).toEqual([])
  })

  it('waits when one fails again, so that a blocked endpoint causes no storm', async () => {
    const visitor = meet()
    for (let n = 0; n < 5; n++) await lead({ visitor, answer: fail })
    const page = openPage({ visitor, answer: fail })
    await page.settle()
    expect(new Set(page.posts.map(({ init }) => init.body)).size).toBe(1)
    expect(page.stored()).toHaveLength(5)
  })

  it('is taken out before it is sent, so that two tabs do not send it twice', async () => {
    const visitor = meet()
    await lead({ visitor, answer: fail })
    const tabs = [openPage({ visitor }), openPage({ visitor })]
    for (const tab of tabs) await tab.settle()
    expect(tabs.flatMap(({ posts }) => posts)).toHaveLength(1)
  })

  it('is given up after five tries', async () => {
    const visitor = meet()
    const answer = answers(500)
    const bodies = (await lead({ visitor, answer })).posts.map(({ init }) => init.body)
    for (let n = 0; n < 10; n++) {
      const page = openPage({ visitor, answer })
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
  ])('is sent for 24 hours: after %i ms, %i', async (later, count) => {
    const visitor = meet()
    await lead({ visitor, answer: fail })
    visitor.now += later
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toHaveLength(count)
  })

  it('does not start its 24 hours again when it fails again', async () => {
    const visitor = meet()
    await lead({ visitor, answer: fail })
    visitor.now += DAY - 1
    await openPage({ visitor, answer: fail }).settle()
    visitor.now += 1
    const page = openPage({ visitor })
    await page.settle()
    expect(page.posts).toEqual([])
  })

  it('is the last 20 at most', async () => {
    const page = openPage({ answer: fail })
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
  ])('is started anew when the store holds %j', async (text) => {
    const page = await lead({ visitor: meet({ storage: { polaris: text } }), answer: fail })
    expect(page.posts.filter(({ init }) => init.body.includes('"Lead"'))).toHaveLength(2)
    expect(page.stored()).toMatchObject([{ event_id: page.eventId }])
  })

  it('is not lost for others when storage is full', async () => {
    const storage = new Proxy<Record<string, string>>(
      {},
      {
        set() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
    )
    const page = await lead({ visitor: meet({ storage }), answer: fail })
    page.tracker.track('Schedule')
    await page.settle()
    expect(page.posts).toHaveLength(4)
  })

  it('is kept under the tracker’s name, and sent by that tracker only', async () => {
    const visitor = meet()
    await lead({ visitor, answer: fail })
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
