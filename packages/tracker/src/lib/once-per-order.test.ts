import { expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { createVisitor, openPage } from './open-page.fixture.ts'

const OPTIONS = { name: 'polaris', pageView: false, oncePerOrder: true }
const script = buildTracker(OPTIONS)
const ORDER = { value: 240, currency: 'EUR', order_id: '2026-1042' }

it('sends the event of an order once per browser, to the pixel too, under the ID of the order', () => {
  const visitor = createVisitor()
  const pages = [1, 2, 3].map(() => openPage({ script, visitor }))
  for (const { tracker } of pages) expect(tracker.track('Purchase', ORDER)).toBe('2026-1042')
  expect(pages.flatMap(({ sent }) => sent())).toMatchObject([{ event_id: '2026-1042' }])
  const hits = pages.flatMap((page) => page.hits)
  expect(hits).toEqual([['track', 'Purchase', ORDER, { eventID: '2026-1042' }]])
  for (const args of [
    ['InitiateCheckout', ORDER],
    ['Purchase', { ...ORDER, order_id: '2026-104' }],
    ['Purchase', ORDER, null, 'an-id'],
    ['Purchase', ORDER, null, 'an-id'],
    ['Purchase', { ...ORDER, order_id: 7 }],
  ]) {
    pages[2]!.tracker.track(...args)
  }
  expect(pages[2]!.sent().map(({ event_id }) => event_id)).toEqual([
    '2026-1042',
    '2026-104',
    'an-id',
    '7',
  ])
})

it.each(['anna@school.example', 'Anna Petrova', '', 'x'.repeat(101), {}, undefined, null])(
  'sends each event under a UUID if the order ID is %j',
  (order_id) => {
    const { tracker, sent } = openPage({ script })
    const ids = [1, 2].map(() => tracker.track('Purchase', { ...ORDER, order_id }))
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/)
    expect(sent()).toMatchObject(ids.map((event_id) => ({ event_id })))
  },
)

it('stores the order only with consent, and deletes it when consent is denied', () => {
  const page = openPage({ script: buildTracker({ ...OPTIONS, consent: 'wait' }) })
  for (let n = 0; n < 2; n++) page.tracker.track('Purchase', ORDER)
  expect(page.visitor.storage).toEqual({})
  page.tracker.consent(true)
  expect(page.sent()).toHaveLength(1)
  expect(Object.values(page.visitor.storage)).toEqual(['Purchase@2026-1042 '])
  page.tracker.consent(false)
  expect(page.visitor.storage).toEqual({})
})

it('remembers a limited number of orders, and sends them if local storage is blocked', () => {
  const page = openPage({ script })
  for (let n = 0; n < 2000; n++) page.tracker.track('Purchase', { ...ORDER, order_id: n })
  expect(Object.values(page.visitor.storage).join('').length).toBe(5000)
  page.tracker.track('Purchase', { ...ORDER, order_id: 1999 })
  expect(page.sent()).toHaveLength(2000)
  const blocked = openPage({ script, globals: { localStorage: undefined } })
  blocked.tracker.track('Purchase', ORDER)
  expect(blocked.sent()).toHaveLength(1)
})
