import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { accept, createVisitor, openPage } from './open-page.fixture.ts'

const COOKIES = { _fbp: 'fb.1.1596403881668.1116446470', _fbc: 'fb.1.1554763741205.AbC-_' }

describe('track', () => {
  it('returns the event ID that the pixel and the proxy receive', () => {
    const { tracker, hits, sent } = openPage({
      visitor: createVisitor({ cookies: { ...COOKIES } }),
    })
    const eventId = tracker.track('Lead', { value: 10, currency: 'EUR' })
    expect(eventId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(hits).toEqual([['track', 'Lead', { value: 10, currency: 'EUR' }, { eventID: eventId }]])
    expect(sent()).toEqual([
      {
        event_name: 'Lead',
        event_id: eventId,
        event_source_url: 'https://www.school.example/physics',
        user_data: { fbp: COOKIES._fbp, fbc: COOKIES._fbc },
        custom_data: { value: 10, currency: 'EUR' },
      },
    ])
  })

  it('returns a different id for every event', () => {
    const { tracker } = openPage()
    const ids = Array.from({ length: 1000 }, () => tracker.track('PageView'))
    expect(new Set(ids).size).toBe(1000)
  })

  it('posts JSON to the default endpoint, with keepalive and without cookies', () => {
    const { tracker, posts } = openPage()
    tracker.track('PageView')
    expect(posts[0]!.url).toBe(CONVERSION_PATH)
    expect(posts[0]!.init).toMatchObject({
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
    })
  })

  it('reads the response body, so that the request no longer counts toward the keepalive limit', async () => {
    const response = accept()
    const { tracker, settle } = openPage({ respond: () => response })
    tracker.track('PageView')
    await settle()
    expect(response.bodyUsed).toBe(true)
  })

  it('calls a pixel that loads after the tracker', () => {
    const { window, tracker, hits } = openPage({ globals: { fbq: undefined } })
    tracker.track('ViewContent')
    window['fbq'] = (...hit: unknown[]) => hits.push(hit)
    const eventID = tracker.track('Lead')
    expect(hits).toEqual([['track', 'Lead', {}, { eventID }]])
  })

  it.each<[string, Parameters<typeof openPage>[0]]>([
    ['no pixel', { globals: { fbq: undefined } }],
    ['a pixel that throws', { globals: { fbq: thrown } }],
    ['an fbq that is a string', { globals: { fbq: 'blocked' } }],
    ['no crypto', { globals: { crypto: undefined } }],
    ['no storage', { globals: { localStorage: undefined } }],
    ['storage that throws', { globals: throwing('localStorage') }],
    ['cookies that throw', { document: throwing('cookie') }],
    [
      'fetch as the only working API',
      {
        globals: throwing('localStorage', 'crypto', 'fbq'),
        document: throwing('cookie'),
      },
    ],
  ])('posts the event with %s', async (_, setUp) => {
    const { tracker, sent, settle } = openPage(setUp!)
    const eventId = tracker.track('Lead')
    await settle()
    expect(sent()).toMatchObject([{ event_name: 'Lead', event_id: eventId }])
  })

  it('calls the pixel if fetch, localStorage and cookies throw', async () => {
    const { tracker, hits, settle } = openPage({
      globals: throwing('fetch', 'localStorage'),
      document: throwing('cookie'),
    })
    const eventID = tracker.track('Lead')
    await settle()
    expect(hits).toEqual([['track', 'Lead', {}, { eventID }]])
  })

  it.each<[string, Parameters<typeof openPage>[0]]>([
    ['fetch and localStorage removed', { globals: { fetch: undefined, localStorage: undefined } }],
    [
      'every API throwing',
      {
        globals: throwing('fetch', 'localStorage', 'fbq', 'crypto'),
        document: throwing('cookie'),
      },
    ],
  ])('returns an id with %s', async (_, setUp) => {
    const { tracker, emit, settle } = openPage({
      ...setUp,
      script: buildTracker({ name: 'polaris' }),
    })
    expect(tracker.track('Lead')).toMatch(/^[\da-f-]{36}$/)
    emit('online')
    tracker.consent(false)
    await settle()
  })

  it.each<[string, unknown[]]>([
    ['nothing', []],
    ['null', [null, null, null]],
    ['symbols', [Symbol('name'), Symbol('data'), Symbol('pii')]],
  ])('never throws when called with %s', async (_, args) => {
    const { tracker, settle } = openPage()
    expect(tracker.track(...args)).toMatch(/^[\da-f-]{36}$/)
    await settle()
  })

  it.each<[string, unknown, unknown?]>([
    ['circular custom data', circular()],
    ['custom data with a bigint', { value: 10n }],
    ['a getter that throws in custom data', throwing('value')],
    ['a symbol as custom data', Symbol('data')],
    ['a proxy that throws', new Proxy({}, { get: thrown, ownKeys: thrown })],
    ['functions', () => {}, () => {}],
    ['a getter that throws in personal data', { value: 1 }, throwing('em')],
    ['symbols in personal data', { value: 1 }, { em: Symbol('em'), external_id: Symbol('id') }],
    ['an object whose toString throws', { value: 1 }, { em: { toString: thrown } }],
  ])('posts an event and calls the pixel with %s, without what is unusable', (_, data, pii) => {
    const { tracker, sent, hits } = openPage()
    const eventID = tracker.track('Lead', data, pii)
    expect(sent()).toMatchObject([{ event_name: 'Lead', event_id: eventID }])
    expect(sent()[0]!.custom_data).toEqual(pii && typeof data === 'object' ? data : undefined)
    expect(hits).toHaveLength(1)
    expect(hits[0]![2]).toBe(data)
  })

  it('posts a copy of the custom data from the time of the call', () => {
    const script = buildTracker({ name: 'polaris', pageView: false, consent: 'wait' })
    const { tracker, sent } = openPage({ script })
    const data = { value: 1 }
    tracker.track('Lead', data)
    data.value = 2
    tracker.consent(true)
    expect(sent()[0]!.custom_data).toEqual({ value: 1 })
  })

  it.each(['extend', 'em', 'signal'])(
    'posts an event and calls the pixel in a page that sets Object.prototype.%s',
    async (property) => {
      const page = openPage({ script: `Object.prototype.${property} = 1` })
      page.run(buildTracker({ name: 'polaris', pageView: false }))
      const eventID = page.tracker.track('Lead', {}, { phone: '+79123456789' })
      await page.settle()
      expect(page.sent()).toMatchObject([
        { event_id: eventID, user_data: { ph: expect.stringMatching(/^[\da-f]{64}$/) } },
      ])
      expect(page.hits).toHaveLength(1)
    },
  )

  it('does not compute the SHA-256 constants before the first personal data', () => {
    const count = `self.calls = 0; const { every } = Array.prototype
      Array.prototype.every = function (...args) { calls++; return every.apply(this, args) }`
    const page = openPage({ script: count })
    page.run(buildTracker({ name: 'polaris' }))
    expect(page.window['calls']).toBe(0)
    page.tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(page.window['calls']).toBeGreaterThan(0)
  })

  it('sends an event when called without this', () => {
    const { window, sent } = openPage()
    const { track } = window['polaris']
    track('Lead')
    expect(sent()).toHaveLength(1)
  })

  it('sends hashed personal data in a page with frozen prototypes', async () => {
    const freeze = 'for (const type of [Array, Object, String, Promise, Function, RegExp, Number])'
    const page = openPage({ script: `${freeze} Object.freeze(type.prototype)` })
    page.run(
      buildTracker({
        name: 'polaris',
        queryParameters: ['utm_source'],
        nationalPhone: { countryCode: '7', trunkPrefix: '8' },
      }),
    )
    page.tracker.track('Lead', {}, { email: 'anna@school.example', phone: '8 912 345 67 89' })
    await page.settle()
    expect(page.sent('Lead')[0]!.user_data).toMatchObject({
      em: expect.any(String),
      ph: expect.any(String),
    })
  })
})

describe('event_source_url', () => {
  const queryParameters = ['utm_source', 'utm_medium']

  it.each([
    'about:srcdoc',
    'about:blank',
    'data:text/html,<p>anna@school.example',
    'blob:https://school.example/8a0f',
    'file:///home/anna/page.html',
  ])('is omitted if the page has no URL on the web: %s', (url) => {
    for (const options of [{}, { queryParameters }]) {
      const page = openPage({ url, script: buildTracker({ name: 'polaris', ...options }) })
      expect(page.sent('PageView')).toHaveLength(1)
      expect(page.sent()[0]).not.toHaveProperty('event_source_url')
    }
  })

  it.each([
    ['https://school.example/?utm_source=ads&email=a@b.example#top', '/?utm_source=ads'],
    [
      'https://school.example/a?x=1&utm_medium=cpc&utm_source=ads',
      '/a?utm_medium=cpc&utm_source=ads',
    ],
    ['https://school.example/a?utm_source=a%26b%3D', '/a?utm_source=a%26b%3D'],
    ['https://school.example/a?utm_source', '/a?utm_source'],
    ['https://school.example/a?utm_source_2=1&UTM_SOURCE=2', '/a'],
    ['https://school.example/a?', '/a'],
    ['https://school.example/a#?utm_source=ads', '/a'],
  ])('keeps only the listed query parameters of %s', (url, kept) => {
    const script = buildTracker({ name: 'polaris', queryParameters })
    expect(openPage({ url, script }).sent()[0]!.event_source_url).toBe(
      `https://school.example${kept}`,
    )
  })
})

function throwing(...keys: string[]): Record<string, unknown> {
  const getter = { get: thrown, enumerable: true, configurable: true }
  return Object.defineProperties({}, Object.fromEntries(keys.map((key) => [key, getter])))
}

function thrown(): never {
  throw new Error('broken')
}

function circular(): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  return Object.assign(data, { data })
}
