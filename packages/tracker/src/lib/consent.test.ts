import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { accept, meet, openPage } from './open-page.fixture.ts'

const WAITING = buildTracker({ name: 'polaris', consent: 'wait', pixel: { id: '1234567890' } })
const GIVEN = buildTracker({ name: 'polaris' })
const KEPT = JSON.stringify([['{"event_name":"Lead","event_id":"kept"}', meet().now, 1]])

const sink = { head: { append() {} }, createElement: () => ({}) }

/** Everything by which a tracker can be noticed. */
function traces({ visitor, posts, beacons, hits, window }: ReturnType<typeof openPage>) {
  return {
    cookies: visitor.cookies,
    storage: visitor.storage,
    requests: [...posts, ...beacons],
    hits,
    pixel: window['fbq'],
  }
}
const NOTHING = { cookies: {}, storage: {}, requests: [], hits: [], pixel: undefined }
const PIXEL_LESS = { globals: { fbq: undefined }, document: sink }

describe('consent', () => {
  it('leaves no trace while it waits', async () => {
    const page = openPage({ script: WAITING, ...PIXEL_LESS })
    page.tracker.track('Lead', {}, { email: 'anna@school.example' })
    page.emit('online')
    page.emit('pageshow', { persisted: true })
    page.emit('prerenderingchange')
    await page.settle()
    expect(traces(page)).toEqual(NOTHING)
  })

  it('sends what was held back once the visitor agrees, once and in order', async () => {
    const page = openPage({ script: WAITING })
    const eventId = page.tracker.track('Lead')
    page.tracker.consent(true)
    page.tracker.consent(true)
    await page.settle()
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['PageView', 'Lead'])
    expect(page.sent()[1]).toMatchObject({
      event_id: eventId,
      user_data: { fbp: page.visitor.cookies['_fbp'] },
    })
    expect(page.hits.map(([, name]) => name)).toEqual(['PageView', 'Lead'])
    page.tracker.track('Schedule')
    expect(page.sent('Schedule')).toHaveLength(1)
  })

  it('leaves what an earlier page kept until the visitor agrees', async () => {
    const visitor = meet({ storage: { polaris: KEPT } })
    const page = openPage({ script: WAITING, visitor })
    page.emit('online')
    await page.settle()
    expect(visitor.storage['polaris']).toBe(KEPT)
    page.tracker.consent(true)
    await page.settle()
    expect(page.sent('Lead')).toHaveLength(1)
  })

  it('forgets what was held back and what was kept when the visitor declines', async () => {
    const page = openPage({
      script: WAITING,
      visitor: meet({ storage: { polaris: KEPT } }),
      ...PIXEL_LESS,
    })
    page.tracker.track('Lead')
    page.tracker.consent(false)
    page.tracker.track('Schedule')
    page.emit('pageshow', { persisted: true })
    await page.settle()
    expect(traces(page)).toEqual(NOTHING)

    page.tracker.consent(true)
    page.tracker.track('Subscribe')
    await page.settle()
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['Subscribe'])
  })

  it('can be withdrawn', async () => {
    const page = openPage({ script: GIVEN, answer: () => new Response('', { status: 503 }) })
    await page.settle()
    expect(page.stored()).toHaveLength(1)
    page.tracker.consent(false)
    page.tracker.track('Lead')
    page.emit('online')
    await page.settle()
    expect(page.visitor.storage).toEqual({})
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['PageView'])
  })

  it('keeps nothing of an event that was under way when it was withdrawn', async () => {
    let give: (answer: Response) => void = () => {}
    const answer = () => new Promise<Response>((resolve) => (give = resolve))
    const page = openPage({ script: GIVEN, answer })
    page.tracker.consent(false)
    give(new Response('', { status: 503 }))
    await page.settle()
    expect(page.visitor.storage).toEqual({})
  })

  it('can go back to waiting', async () => {
    const page = openPage({ script: GIVEN })
    page.tracker.consent('wait')
    page.tracker.track('Lead')
    await page.settle()
    expect(page.sent('Lead')).toEqual([])
    page.tracker.consent(true)
    expect(page.sent('Lead')).toHaveLength(1)
  })

  it('is given unless the site waits for it', () => {
    expect(openPage({ script: GIVEN, answer: accept }).sent()).toHaveLength(1)
  })

  it('outlasts prerendering: both have to allow it', () => {
    const page = openPage({ script: WAITING, document: { prerendering: true } })
    page.tracker.consent(true)
    expect(page.sent()).toEqual([])
    page.window['document'].prerendering = false
    page.emit('prerenderingchange')
    expect(page.sent()).toHaveLength(1)
  })
})

describe('Global Privacy Control', () => {
  const navigator = { globalPrivacyControl: true }

  it.each(['given', 'waiting'])('cannot be overruled by consent: %s', async (consent) => {
    const page = openPage({
      script: consent === 'given' ? GIVEN : WAITING,
      navigator,
      visitor: meet({ storage: { polaris: KEPT } }),
      ...PIXEL_LESS,
    })
    page.tracker.track('Lead')
    page.tracker.consent(true)
    page.tracker.track('Lead')
    page.emit('online')
    page.emit('pageshow', { persisted: true })
    await page.settle()
    expect(traces(page)).toEqual(NOTHING)
  })

  it('counts for nothing when the browser says no', () => {
    const page = openPage({ script: GIVEN, navigator: { globalPrivacyControl: false } })
    expect(page.sent()).toHaveLength(1)
  })

  it('can be ignored', () => {
    const script = buildTracker({ name: 'polaris', globalPrivacyControl: 'ignore' })
    expect(openPage({ script, navigator }).sent()).toHaveLength(1)
  })
})
