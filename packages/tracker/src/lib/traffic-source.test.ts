import { expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { createVisitor, openPage, type PageSetUp } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const URL = 'https://school.example/physics'
const CAMPAIGN = `${URL}?utm_source=telegram&email=anna%40school.example`

/** Opens pages of a visit, one after the other. */
function visit({
  referrer = '',
  ...options
}: Partial<TrackerOptions> & { referrer?: string } = {}) {
  const visitor = createVisitor()
  const sessionStorage: Record<string, string> = {}
  const script = buildTracker({ name: 'polaris', trafficSource: true, ...options })
  const open = (setUp: PageSetUp = {}) =>
    openPage({ script, url: URL, referrer: URL, visitor, globals: { sessionStorage }, ...setUp })
  return { first: open({ referrer }), next: open, sessionStorage }
}

it.each([
  ['https://chatgpt.com/', URL, '?utm_source=chatgpt.com'],
  ['android-app://org.telegram.messenger/', URL, '?utm_source=org.telegram.messenger'],
  ['https://www.google.com/', CAMPAIGN, '?utm_source=telegram'],
  ['', URL, '?utm_source=direct'],
  ['', `${URL}?utm_source=anna%40school.example`, '?utm_source=other'],
  ['', `${URL}?utm_source=вконтакте`, '?utm_source=other'],
])('adds the source to the events of a visit from %j to %s', (referrer, url, query) => {
  const { next } = visit()
  const sessionStorage = {}
  const first = next({ referrer, url, globals: { sessionStorage } })
  first.tracker.track('ViewContent')
  const second = next({ globals: { sessionStorage } })
  const urls = [...first.sent(), ...second.sent()].map((event) => event.event_source_url)
  expect(urls).toEqual([`${URL}${query}`, `${URL}${query}`, `${URL}${query}`])
})

it('keeps the utm_source of the URL, and starts a new visit with it', () => {
  const { next } = visit({
    referrer: 'https://www.google.com/',
    queryParameters: ['utm_source', 'a'],
  })
  const urls = [`${CAMPAIGN}%26&a=1`, `${URL}?a=1`, URL].map(
    (url) => next({ url }).sent()[0]!.event_source_url,
  )
  const source = 'utm_source=telegram'
  expect(urls).toEqual([`${URL}?${source}&a=1`, `${URL}?a=1&${source}`, `${URL}?${source}`])
})

it('adds nothing if it has not seen the first page of the visit', () => {
  expect(visit({ referrer: URL }).first.sent()[0]!.event_source_url).toBe(URL)
})

it('finds the utm_source on the second page of a visitor who agrees there', () => {
  const { next } = visit({ consent: 'wait' })
  const second = next({ referrer: CAMPAIGN })
  second.tracker.consent(true)
  expect(second.sent()[0]!.event_source_url).toBe(`${URL}?utm_source=telegram`)
  const foreign = next({
    referrer: CAMPAIGN.replace('school', 'other'),
    globals: { sessionStorage: {} },
  })
  foreign.tracker.consent(true)
  expect(foreign.sent()[0]!.event_source_url).toBe(`${URL}?utm_source=other.example`)
})

it('stores nothing without consent, and forgets the source when consent is withdrawn', () => {
  const { first, next, sessionStorage } = visit({ consent: 'wait', referrer: 'https://ya.ru/' })
  expect(Object.keys(sessionStorage)).toEqual([])
  first.tracker.consent(true)
  expect(sessionStorage).toEqual({ capi_source: 'ya.ru' })
  expect(first.sent()[0]!.event_source_url).toBe(`${URL}?utm_source=ya.ru`)
  const second = next()
  second.tracker.consent(false)
  expect(Object.keys(sessionStorage)).toEqual([])
  second.tracker.consent(true)
  second.tracker.track('Lead')
  expect(second.sent()[0]!.event_source_url).toBe(URL)
})

it('writes the source of the first page into capi_source of a form, with consent only', () => {
  const { next } = visit({ consent: 'wait', sourceField: true })
  const field = { value: 'other' }
  const document = { getElementsByName: (name: string) => (name === 'capi_source' ? [field] : []) }
  const first = next({ referrer: 'https://chatgpt.com/', document })
  const values = [undefined, true, false].map((decision) => {
    if (decision !== undefined) first.tracker.consent(decision)
    first.emit('click')
    return field.value
  })
  expect(values).toEqual(['', 'chatgpt.com', ''])
  first.tracker.consent(true)
  const later = next({ document })
  later.tracker.consent(true)
  later.emit('click')
  expect(field.value).toBe('')
})

it.each(['first.example', ''])('keeps the source for the form of a later page: %j', (host) => {
  const { next } = visit({ sourceField: true, referrer: host && `https://${host}/` })
  const field = { value: 'other' }
  const getElementsByName = (name: string) => (name === 'capi_source' ? [field] : [])
  const later = next({ document: { getElementsByName } })
  later.emit('click')
  expect(field.value).toBe(host || 'direct')
})

it('stores nothing for a visitor with Global Privacy Control or on an excluded page', () => {
  const { next, sessionStorage } = visit({ exclude: ['/physics'], referrer: 'https://ya.ru/' })
  next({ navigator: { globalPrivacyControl: true }, url: 'https://school.example/' })
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('sends the event if the storage is blocked, or if the page has no URL', () => {
  const { next } = visit()
  const globals = { sessionStorage: undefined }
  expect(next({ globals, url: CAMPAIGN }).sent()[0]!.event_source_url).toBe(
    `${URL}?utm_source=telegram`,
  )
  expect(next({ globals }).sent()[0]!.event_source_url).toBe(URL)
  expect(next({ url: 'about:srcdoc' }).sent()[0]).not.toHaveProperty('event_source_url')
})
