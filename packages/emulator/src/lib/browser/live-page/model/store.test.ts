import { describe, expect, it } from 'vitest'

import { copy, rejection } from './records.fixture.ts'
import { createStore, type LiveRow } from './store.ts'

const OUTCOME = { kind: 'accepted', durationMs: 3, attempts: 1, dropped: [], warnings: [] }
const LEAD = { event_name: 'Lead', event_id: 'lead-1' }

const sizes = ({ copies, rejections, outcomes }: LiveRow) =>
  [copies, rejections, outcomes].map(({ length }) => length)

describe('createStore()', () => {
  it('joins copies, rejections and outcomes by the name and id of the event', () => {
    const store = createStore(10)
    store.apply({
      events: [copy({ source: 'browser' }), copy()],
      rejections: [rejection()],
      outcomes: [{ ...OUTCOME, eventName: 'Lead', eventId: 'lead-1', received_at: 0 }],
    })
    expect(store.rows().map(sizes)).toEqual([[2, 1, 1]])
  })

  it('keeps records apart that cannot be joined', () => {
    const store = createStore(10)
    const masked = { event_name: 'Lead', event_id: '[masked]' }
    store.apply({
      events: [copy({ event_name: 'Purchase' }), copy({ event_id: '' }), copy({ event_id: '' })],
      rejections: [[LEAD, LEAD], [masked], [masked]].map((events, request_id) =>
        rejection({ events, request_id }),
      ),
      outcomes: [
        { ...OUTCOME, received_at: 0 },
        { ...OUTCOME, received_at: 0 },
      ],
    })
    expect(store.rows()).toHaveLength(8)
  })

  it('lists the newest event first, in the order of the first records', () => {
    const store = createStore(10)
    store.apply({ events: [copy({ received_at: 1 }), copy({ event_id: '2', received_at: 2 })] })
    store.apply({ events: [copy({ received_at: 3 })] })
    expect(store.rows().map(({ copies }) => copies[0]!.event_id)).toEqual(['2', 'lead-1'])
  })

  it('keeps at most maxEvents records of each kind', () => {
    const store = createStore(3)
    for (let index = 0; index < 10; index++) {
      store.apply({
        events: [copy({ event_id: `${index % 2}` })],
        rejections: [rejection({ events: [], request_id: index })],
        outcomes: [{ ...OUTCOME, received_at: 0 }],
      })
    }
    const total = store.rows().map(sizes)
    expect([0, 1, 2].map((kind) => total.reduce((sum, row) => sum + row[kind]!, 0))).toEqual([
      3, 3, 3,
    ])
    expect(store.rows()).toHaveLength(2 + 3 + 3)
  })

  it('returns the same array until something changes, and forgets everything on reset', () => {
    const store = createStore(3)
    store.apply({ events: [copy()] })
    const rows = store.rows()
    expect(store.rows()).toBe(rows)
    store.apply({ reset: true, events: [copy({ event_id: 'new' })] })
    expect(store.rows().map(({ copies }) => copies[0]!.event_id)).toEqual(['new'])
  })
})
