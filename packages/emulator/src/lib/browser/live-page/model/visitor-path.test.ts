import { sha256Hex } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ReceivedEvent } from '../../../received-event.ts'
import { copy } from './records.fixture.ts'
import { createStore, type LiveRow } from './store.ts'
import { findPath, LINK_KEYS } from './visitor-path.ts'

type UserData = ReceivedEvent['user_data']

const FBP = 'fb.1.1795170995788.1093847562'
const OTHER_FBP = 'fb.1.1795170995788.2093847562'
const EM = sha256Hex('mary@example.com')
const LEAD_ID = '1234567890123456'

function copyAt(index: number, changes: Partial<ReceivedEvent>): ReceivedEvent {
  return copy({ event_id: `id-${index}`, event_time: index, received_at: 1e6 + index, ...changes })
}

/** Returns one row per `user_data`, in the same order. */
function createRows(...list: UserData[]): LiveRow[] {
  const store = createStore(1000)
  store.apply({ events: list.map((user_data, index) => copyAt(index, { user_data })) })
  return store.rows().toReversed()
}

/** Returns the indexes of the rows on the path of the first row. */
function pathOf(...list: UserData[]): number[] {
  const rows = createRows(...list)
  return findPath(rows, rows[0]!).map(({ row }) => rows.indexOf(row))
}

describe('findPath()', () => {
  it.each<[string, UserData, UserData]>([
    ['external_id', { external_id: '42' }, { external_id: ['7', ' 42 '] }],
    ['external_id as a number', { external_id: 42 }, { external_id: '42' }],
    ['a hashed external_id', { external_id: EM }, { external_id: EM.toUpperCase() }],
    ['fbp', { fbp: FBP }, { fbp: FBP }],
    ['fbp with an appendix', { fbp: FBP }, { fbp: `${FBP}.AQYCAQMB` }],
    ['lead_id', { lead_id: Number(LEAD_ID) }, { lead_id: LEAD_ID }],
    ['em', { em: [EM] }, { em: `${EM}.AQYCAQMB` }],
    ['ph', { ph: EM }, { ph: EM.toUpperCase() }],
  ])('links events that share %s', (_, one, other) => {
    expect(pathOf(one, other, { external_id: 'other' })).toEqual([0, 1])
  })

  it.each<[string, UserData]>([
    ['no value', {}],
    ['the IP and the browser', { client_ip_address: '203.0.113.7', client_user_agent: 'x' }],
    ['a name and a city', { fn: EM, ln: EM, ct: EM }],
    ['an empty external_id', { external_id: ' ' }],
    ['a list of empty values', { external_id: ['', null, undefined], em: [], ph: [''] }],
    ['an external_id for nobody', { external_id: ['null', 'undefined', '0', 'Guest', 0] }],
    ['a masked external_id', { external_id: 'user-[masked]' }],
    ['a masked email', { em: '[masked]', ph: '[masked]', external_id: '[masked 3f2a9c]' }],
    ['a cut external_id', { external_id: `${'x'.repeat(10_000)}… [7 more characters]` }],
    ['an external_id that is an object', { external_id: {}, fbp: {}, lead_id: {}, em: {} }],
    ['a fraction as external_id', { external_id: 0.1 }],
    ['a rounded external_id', { external_id: 2 ** 53 }],
    ['the hash of nothing', { em: sha256Hex(''), ph: sha256Hex(''), external_id: sha256Hex('') }],
    ['the hash of null', { em: sha256Hex('null').toUpperCase(), ph: sha256Hex('undefined') }],
    ['an unhashed email', { em: 'x', ph: '123' }],
    ['a malformed fbp', { fbp: 'fb.1..1' }],
    ['an fbp without a number', { fbp: 'fb.1.1795170995788.' }],
    ['an fbp that is fbc', { fbc: 'fb.1.1795170995788.IwAR2' }],
    ['a short lead_id', { lead_id: '1' }],
    ['a rounded lead_id', { lead_id: Number('12345678901234567') }],
  ])('does not link events by %s', (_, user_data) => {
    expect(pathOf(user_data, user_data)).toEqual([0])
  })

  it('does not link values of different keys', () => {
    expect(pathOf({ em: EM }, { ph: EM }, { external_id: EM })).toEqual([0])
  })

  it('follows links through other events, and names the keys and whether a link is direct', () => {
    const rows = createRows(
      { fbp: FBP, em: sha256Hex('unique') },
      { lead_id: LEAD_ID, em: EM },
      { fbp: FBP, em: EM },
      { fbp: OTHER_FBP },
    )
    const steps = findPath(rows, rows[0]!)
    expect(steps.map(({ row, keys, isDirect }) => [rows.indexOf(row), keys, isDirect])).toEqual([
      [0, ['fbp'], true],
      [1, ['em'], false],
      [2, ['fbp', 'em'], true],
    ])
  })

  it('lists the events in the order in which they happened', () => {
    const store = createStore(10)
    const user_data = { external_id: '42' }
    store.apply({
      events: [
        copyAt(1, { user_data, event_time: 300 }),
        copyAt(2, { user_data, event_time: 100 }),
        copyAt(3, { user_data, event_time: 200 }),
        copyAt(3, { user_data, event_time: 50, source: 'browser' }),
      ],
    })
    const steps = findPath(store.rows(), store.rows()[0]!)
    expect(steps.map(({ at }) => at)).toEqual([50_000, 100_000, 300_000])
  })

  it('contains an event without copies alone', () => {
    const store = createStore(10)
    const outcome = { kind: 'bot', durationMs: 1, attempts: 0, dropped: [], warnings: [] }
    store.apply({ outcomes: [{ ...outcome, received_at: 5 }] })
    expect(findPath(store.rows(), store.rows()[0]!)).toEqual([
      { row: store.rows()[0], at: 5, keys: [], isDirect: true },
    ])
  })

  it('notices a copy that arrives later', () => {
    const store = createStore(10)
    store.apply({ events: [copyAt(1, { user_data: { fbp: FBP } }), copyAt(2, {})] })
    const row = store.rows()[0]!
    expect(findPath(store.rows(), row)).toHaveLength(1)
    store.apply({ events: [copyAt(2, { source: 'browser', user_data: { fbp: FBP } })] })
    expect(findPath(store.rows(), row)).toHaveLength(2)
  })

  const junk = fc.constantFrom('', 'null', '[masked]', sha256Hex(''), ' ', 0, {})
  const userData = fc.record(
    {
      external_id: fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), junk),
      fbp: fc.oneof(fc.constantFrom(FBP, OTHER_FBP), junk),
      em: fc.array(fc.oneof(fc.constantFrom('1', '2', '3', '4').map(sha256Hex), junk), {
        maxLength: 3,
      }),
      client_ip_address: fc.constant('203.0.113.7'),
    },
    { requiredKeys: ['client_ip_address'] },
  )

  it('is an equivalence relation', () => {
    fc.assert(
      fc.property(fc.array(userData, { minLength: 1, maxLength: 12 }), (list) => {
        const rows = createRows(...list)
        const paths = rows.map((row) => new Set(findPath(rows, row).map((step) => step.row)))
        for (const [index, row] of rows.entries()) {
          expect(paths[index]!.has(row)).toBe(true)
          // Symmetric and transitive: each event of a path has the same path.
          for (const other of paths[index]!) {
            expect(paths[rows.indexOf(other)]).toEqual(paths[index])
          }
        }
      }),
    )
  })

  it('never links the events of different visitors, even if they share values that identify nobody', () => {
    const event = fc
      .record({
        visitor: fc.nat(3),
        keys: fc.subarray([...LINK_KEYS]),
        junk: fc.array(fc.tuple(fc.constantFrom(...LINK_KEYS), junk)),
      })
      .map(({ visitor, keys, junk }) => {
        const values = {
          external_id: `visitor-${visitor}`,
          fbp: `fb.1.1795170995788.${visitor}`,
          lead_id: `12345678901234${visitor}`,
          em: sha256Hex(`em ${visitor}`),
          ph: sha256Hex(`ph ${visitor}`),
        }
        const userData: Record<string, unknown[]> = {}
        for (const [key, value] of junk) (userData[key] ??= []).push(value)
        for (const key of keys) (userData[key] ??= []).push(values[key])
        return { visitor, userData }
      })
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events) => {
        const rows = createRows(...events.map(({ userData }) => userData))
        for (const [index, row] of rows.entries()) {
          const { visitor } = events[index]!
          for (const step of findPath(rows, row)) {
            expect(events[rows.indexOf(step.row)]!.visitor).toBe(visitor)
          }
        }
      }),
    )
  })
})
