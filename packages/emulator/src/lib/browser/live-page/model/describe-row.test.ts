import { describe, expect, it } from 'vitest'

import { describeRow, type RowView } from './describe-row.ts'
import { copy, rejection } from './records.fixture.ts'
import { createStore } from './store.ts'
import type { LiveUpdate } from '../../../record/records.ts'

const HASH = 'a'.repeat(64)
const OUTCOME = { durationMs: 12, attempts: 3, dropped: [], warnings: [] }
const JOIN = { eventName: 'Lead', eventId: 'lead-1', received_at: 0 }

const BROWSER = copy({ source: 'browser', user_data: { fbp: 'x' } })
const SERVER = copy({
  counted: false,
  received_at: 12,
  user_data: { fbp: 'x', em: HASH, ln: [HASH] },
})
const PROBLEM = { problem: 'The Purchase has no currency.' }

const SAME = 'Counted once. Both copies have the same identifiers.'

function pair(browser: object, server: object): LiveUpdate {
  return {
    events: [
      { ...BROWSER, user_data: { ...browser } },
      { ...SERVER, user_data: { ...server } },
    ],
  }
}

function view(update: LiveUpdate): RowView {
  const store = createStore(10)
  store.apply(update)
  expect(store.rows()).toHaveLength(1)
  return describeRow(store.rows()[0]!)
}

describe('describeRow()', () => {
  it.each<[LiveUpdate, string]>([
    [{ events: [BROWSER, SERVER] }, 'Counted once. The server’s copy added em, ln.'],
    [pair({ fbp: 'x' }, { fbp: 'x' }), SAME],
    [
      pair({ fbp: 'x' }, { fbp: 'y', em: HASH }),
      'Counted once. The copies have different values of fbp.',
    ],
    [pair({ em: HASH }, { em: [HASH] }), SAME],
    [{ events: [copy()] }, 'Counted. Only the server’s copy arrived.'],
    [
      { events: [copy({ action_source: 'system_generated' })] },
      'Counted. From your server. No browser copy is expected.',
    ],
    [
      { rejections: [rejection({ ...PROBLEM, event_count: 1000, invalid_event: { index: 412 } })] },
      'The Purchase has no currency. All 1,000 events were rejected because of data[412].',
    ],
    [
      { rejections: [rejection({ ...PROBLEM, event_count: 2 })] },
      'The Purchase has no currency. All 2 events were rejected.',
    ],
    [
      { rejections: [rejection({ ...PROBLEM, event_count: 1, invalid_event: { index: 0 } })] },
      'The Purchase has no currency.',
    ],
    [{ events: [BROWSER] }, 'Counted. Only the browser’s copy arrived.'],
    [
      { events: [copy({ event_id: '' })] },
      'Counted. It has no event_id, so another copy of it would count again.',
    ],
    [{ events: [copy(), copy()] }, 'Counted 2 times: copies more than 48 hours apart.'],
    [
      {
        ...pair({ fbp: 'x' }, { fbp: 'x' }),
        outcomes: ['kept', 'accepted'].map((kind) => ({ ...OUTCOME, ...JOIN, kind })),
      },
      `${SAME} The proxy kept it and redelivered it.`,
    ],
    [
      {
        events: [BROWSER],
        outcomes: [{ ...OUTCOME, ...JOIN, kind: 'upstream_error', upstreamStatus: 503, code: 2 }],
      },
      'Counted. Only the browser’s copy arrived. The proxy got an error after 12 ms (3 attempts): status 503, code 2.',
    ],
    [
      { outcomes: [{ ...OUTCOME, ...JOIN, kind: 'kept' }] },
      'The proxy kept it for redelivery after 12 ms (3 attempts).',
    ],
  ])('describes %#', (update, sentence) => {
    expect(view(update).sentence).toBe(sentence)
  })

  const DETAILS = {
    event_source_url: 'https://school.example/programs/%D0%BC?a=1',
    custom_data: { value: '240', currency: 'eur' },
  }
  const warnings = ['one', 'two']

  it.each<[LiveUpdate, Partial<RowView>]>([
    [
      {
        events: [
          { ...BROWSER, ...DETAILS },
          { ...SERVER, ...DETAILS },
        ],
      },
      {
        name: 'Lead',
        page: '/programs/м?a=1',
        value: (240).toLocaleString(undefined, { style: 'currency', currency: 'EUR' }),
        browserCopies: 1,
        serverCopies: 1,
        gap: '12 ms',
        tone: 'ok',
        label: 'Counted',
      },
    ],
    // Without a URL, the page is where the event happened.
    [{ events: [copy()] }, { source: 'page', page: 'No page' }],
    [{ events: [copy({ action_source: 'phone_call' })] }, { source: 'server', page: 'Phone call' }],
    [{ events: [copy({ action_source: 'other' }), BROWSER] }, { source: 'page' }],
    [{ rejections: [rejection({ ...PROBLEM, event_count: 1000 })] }, { name: '1,000 events' }],
    [{ rejections: [rejection({ ...PROBLEM, event_count: 1 })] }, { name: 'Lead' }],
    [
      {
        events: [
          { ...BROWSER, warnings },
          { ...SERVER, warnings },
        ],
      },
      { tone: 'warn', label: '2 warnings', warnings },
    ],
  ])('shows %#', (update, expected) => {
    expect(view(update)).toMatchObject(expected)
  })
})
