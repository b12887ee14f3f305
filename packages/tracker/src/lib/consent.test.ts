import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { cookieDocument, createVisitor, openPage } from './open-page.fixture.ts'

const WAITING = buildTracker({ name: 'polaris', consent: 'wait', pixel: { id: '1234567890' } })
const GRANTED = buildTracker({ name: 'polaris' })
const STORED = {
  [`polaris@${createVisitor().now}@stored`]: '1{"event_name":"Lead","event_id":"stored"}',
}

const sink = { head: { append() {} }, createElement: () => ({}) }

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
const WITHOUT_PIXEL = { globals: { fbq: undefined }, document: sink }

describe('consent', () => {
  it('does not store a failed event if consent was withdrawn during its request', async () => {
    let resolveResponse: (response: Response) => void = () => {}
    const respond = () => new Promise<Response>((resolve) => (resolveResponse = resolve))
    const page = openPage({ script: GRANTED, respond })
    await page.settle()
    page.tracker.consent(false)
    resolveResponse(new Response('', { status: 503 }))
    await page.settle()
    expect(page.visitor.storage).toEqual({})
  })

  it('stores a failed event on consent(true) if consent became pending during its request', async () => {
    let fail: (error: Error) => void = () => {}
    const respond = () => new Promise<Response>((_, reject) => (fail = reject))
    const page = openPage({ script: GRANTED, respond })
    await page.settle()
    page.tracker.consent('wait')
    fail(new TypeError('Failed to fetch'))
    await page.settle()
    expect(page.visitor.storage).toEqual({})
    page.tracker.consent(true)
    expect(page.stored()).toHaveLength(1)
  })

  it("deletes Meta's cookies on consent(false), on the domain they were set on", () => {
    const visitor = createVisitor({ cookies: { _fbc: 'fb.2.1554763741205.click', other: '1' } })
    const page = openPage({ script: GRANTED, visitor, url: 'https://a.b.school.example/' })
    expect(Object.keys(visitor.cookies)).toEqual(['_fbc', 'other', '_fbp'])
    page.tracker.consent(false)
    expect(visitor.cookies).toEqual({ other: '1' })
    page.tracker.consent(true)
    page.tracker.track('Lead')
    expect(page.sent('Lead')[0]!.user_data).toEqual({ fbp: visitor.cookies['_fbp'] })
  })

  it('does not store an event that fails after another page has withdrawn consent', async () => {
    let fail: (error: Error) => void = () => {}
    const respond = () => new Promise<Response>((_, reject) => (fail = reject))
    const page = openPage({ script: WAITING, respond })
    page.tracker.consent(true)
    await page.settle()
    openPage({ script: WAITING, visitor: page.visitor }).tracker.consent(false)
    fail(new TypeError('Failed to fetch'))
    await page.settle()
    expect(page.visitor).toMatchObject({ cookies: {}, storage: {} })
    expect(page.hits.at(-1)).toEqual(['consent', 'revoke'])
  })

  it('sends events while the cookie has got the fifth segment of newer pixels, or if there are no cookies', () => {
    for (const document of [{}, cookieDocument(() => '')]) {
      const page = openPage({ script: WAITING, document })
      page.tracker.consent(true)
      if (page.visitor.cookies['_fbp']) page.visitor.cookies['_fbp'] += '.AQYCAQMB'
      page.tracker.track('Lead')
      expect(page.sent('Lead')).toHaveLength(1)
    }
  })

  it('starts add-ons once, even if consent is withdrawn and granted again', () => {
    const history = { pushState() {}, replaceState() {} }
    const script = buildTracker({ name: 'polaris', singlePage: true })
    const page = openPage({ script, globals: { history } })
    const { pushState } = history
    page.tracker.consent(false)
    page.tracker.consent(true)
    expect(history.pushState).toBe(pushState)
  })

  it('does not send events of a prerendered page before it is visible, even after consent(true)', () => {
    const page = openPage({ script: WAITING, document: { prerendering: true } })
    page.tracker.consent(true)
    expect(page.sent()).toEqual([])
    page.window['document'].prerendering = false
    page.emit('prerenderingchange')
    expect(page.sent()).toHaveLength(1)
  })
})

describe('consent, with a pixel that the page loads', () => {
  const decisions = ({ hits }: ReturnType<typeof openPage>) =>
    hits.filter(([command]) => command === 'consent').map(([, decision]) => decision)

  it('sends revoke to the pixel at the start, and grant before the queued events', () => {
    const page = openPage({ script: WAITING })
    expect(page.hits).toEqual([['consent', 'revoke']])
    page.tracker.consent(true)
    expect(page.hits.map(([command]) => command)).toEqual(['consent', 'consent', 'track'])
    expect(decisions(page)).toEqual(['revoke', 'grant'])
  })

  it('forwards every decision to the pixel', () => {
    const page = openPage({ script: GRANTED })
    for (const decision of [false, true, 'wait'] as const) page.tracker.consent(decision)
    expect(decisions(page)).toEqual(['revoke', 'grant', 'revoke'])
  })

  it('does not send grant to the pixel unless the page calls consent(true)', () => {
    expect(decisions(openPage({ script: GRANTED }))).toEqual([])
  })

  it('sends only revoke to the pixel if the browser sends Global Privacy Control', () => {
    const page = openPage({ script: GRANTED, navigator: { globalPrivacyControl: true } })
    page.tracker.consent(true)
    expect(decisions(page)).toEqual(['revoke', 'revoke'])
  })
})

describe('Global Privacy Control', () => {
  const navigator = { globalPrivacyControl: true }

  it.each(['granted', 'pending'])(
    'is not overridden by consent(true) if consent is initially %s',
    async (consent) => {
      const page = openPage({
        script: consent === 'granted' ? GRANTED : WAITING,
        navigator,
        visitor: createVisitor({ storage: { ...STORED } }),
        ...WITHOUT_PIXEL,
      })
      page.tracker.track('Lead')
      page.tracker.consent(true)
      page.tracker.track('Lead')
      page.emit('online')
      page.emit('pageshow', { persisted: true })
      await page.settle()
      expect(traces(page)).toEqual(NOTHING)
    },
  )

  it('does not apply if the browser sends false', () => {
    const page = openPage({ script: GRANTED, navigator: { globalPrivacyControl: false } })
    expect(page.sent()).toHaveLength(1)
  })

  it('is ignored with globalPrivacyControl: "ignore"', () => {
    const script = buildTracker({ name: 'polaris', globalPrivacyControl: 'ignore' })
    expect(openPage({ script, navigator }).sent()).toHaveLength(1)
  })
})
