import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { accept, meet, openPage } from './open-page.fixture.ts'

const COOKIES = { _fbp: 'fb.1.1596403881668.1116446470', _fbc: 'fb.1.1554763741205.AbC-_' }

describe('track', () => {
  it('gives the event id that pixel and proxy share', () => {
    const { tracker, hits, sent } = openPage({ visitor: meet({ cookies: { ...COOKIES } }) })
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

  it('gives every event an id of its own', () => {
    const { tracker } = openPage()
    const ids = Array.from({ length: 1000 }, () => tracker.track('PageView'))
    expect(new Set(ids).size).toBe(1000)
  })

  it('posts JSON that outlives the page, without cookies, to the proxy’s path', () => {
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

  it('starts the request before it returns', () => {
    const { tracker, posts } = openPage()
    tracker.track('Lead', {}, { em: 'anna@school.example' })
    expect(posts).toHaveLength(1)
  })

  it('reads the answer, so that the browser’s quota for such requests is free again', async () => {
    const answer = accept()
    const { tracker, settle } = openPage({ answer: () => answer })
    tracker.track('PageView')
    await settle()
    expect(answer.bodyUsed).toBe(true)
  })

  it('looks for the pixel when it is called, so it may come late', () => {
    const { window, tracker, hits } = openPage({ globals: { fbq: undefined } })
    tracker.track('ViewContent')
    window['fbq'] = (...hit: unknown[]) => hits.push(hit)
    const eventID = tracker.track('Lead')
    expect(hits).toEqual([['track', 'Lead', {}, { eventID }]])
  })

  it.each<[string, Parameters<typeof openPage>[0]]>([
    ['no pixel', { globals: { fbq: undefined } }],
    ['a pixel that throws', { globals: { fbq: thrown } }],
    ['a pixel that is something else', { globals: { fbq: 'blocked' } }],
    ['no randomness', { globals: { crypto: undefined } }],
    ['no storage', { globals: { localStorage: undefined } }],
    ['storage that throws', { globals: throwing('localStorage') }],
    ['cookies that throw', { document: throwing('cookie') }],
    ['no beacon', { navigator: { sendBeacon: undefined } }],
    [
      'nothing but fetch',
      {
        globals: throwing('localStorage', 'crypto', 'fbq'),
        document: throwing('cookie'),
        navigator: { sendBeacon: undefined },
      },
    ],
  ])('still posts with %s', async (_, setUp) => {
    const { tracker, sent, settle } = openPage(setUp!)
    const eventId = tracker.track('Lead')
    await settle()
    expect(sent()).toMatchObject([{ event_name: 'Lead', event_id: eventId }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['no fetch', { fetch: undefined }],
    ['a fetch that throws', { fetch: thrown }],
    ['a fetch that gives nothing', { fetch: () => undefined }],
  ])('sends a beacon, as text, and fires the pixel with %s', async (_, globals) => {
    const { tracker, beacons, hits, settle } = openPage({ globals })
    const eventId = tracker.track('Lead')
    await settle()
    expect(hits).toEqual([['track', 'Lead', {}, { eventID: eventId }]])
    expect(beacons).toEqual([[CONVERSION_PATH, expect.any(String)]])
    expect(JSON.parse(String(beacons[0]![1]))).toMatchObject({ event_id: eventId })
  })

  it('still fires the pixel when nothing is left to post with', async () => {
    const { tracker, hits, settle } = openPage({
      globals: throwing('fetch', 'localStorage'),
      document: throwing('cookie'),
      navigator: throwing('sendBeacon'),
    })
    const eventID = tracker.track('Lead')
    await settle()
    expect(hits).toEqual([['track', 'Lead', {}, { eventID }]])
  })

  it.each<[string, Parameters<typeof openPage>[0]]>([
    ['everything removed', { globals: { fetch: undefined, localStorage: undefined } }],
    [
      'everything throwing',
      {
        globals: throwing('fetch', 'localStorage', 'fbq', 'crypto'),
        document: throwing('cookie'),
        navigator: throwing('sendBeacon'),
      },
    ],
  ])('gives an id all the same with %s', async (_, setUp) => {
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
    ['circular custom data', ['Lead', circular()]],
    ['custom data that cannot be JSON', ['Lead', { value: 10n }]],
    ['a getter that throws in custom data', ['Lead', throwing('value')]],
    ['a getter that throws in personal data', ['Lead', {}, throwing('em')]],
    ['symbols in personal data', ['Lead', {}, { em: Symbol('em'), external_id: Symbol('id') }]],
    ['an object that cannot be text', ['Lead', {}, { em: { toString: thrown } }]],
    ['a proxy that throws', ['Lead', new Proxy({}, { get: thrown, ownKeys: thrown })]],
    ['a function', ['Lead', () => {}, () => {}]],
  ])('never throws: %s', async (_, args) => {
    const { tracker, settle } = openPage()
    expect(tracker.track(...args)).toMatch(/^[\da-f-]{36}$/)
    await settle()
  })

  it('still fires the pixel when custom data is circular', () => {
    const { tracker, hits } = openPage()
    const data = circular()
    const eventID = tracker.track('Lead', data)
    expect(hits).toEqual([['track', 'Lead', data, { eventID }]])
  })

  it('works without this', () => {
    const { window, sent } = openPage()
    const { track } = window['polaris']
    track('Lead')
    expect(sent()).toHaveLength(1)
  })

  it('works in a page that freezes the prototypes it uses', async () => {
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

  it('tells every delivery on the console when it is to be debugged', async () => {
    const told: unknown[][] = []
    const { tracker, posts, settle } = openPage({
      script: buildTracker({ name: 'polaris', pageView: false, debug: true }),
      globals: { console: { log: (...words: unknown[]) => told.push(words) } },
      answer: ({ init }) => new Response('', { status: init.body.includes('"Lead"') ? 200 : 503 }),
    })
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    tracker.track('Schedule')
    await settle()
    expect(told).toEqual([
      [true, posts[0]!.init.body],
      [false, posts[1]!.init.body],
    ])
    expect(JSON.stringify(told)).not.toContain('anna')
  })
})

describe('event_source_url', () => {
  const queryParameters = ['utm_source', 'utm_medium']

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
  ])('keeps of %s what is listed', (url, kept) => {
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
