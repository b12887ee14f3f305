import { expect, it } from 'vitest'

import { countRows, type Filter, filterRows } from './filter-rows.ts'
import { copy, rejection } from './records.fixture.ts'
import { createStore } from './store.ts'

const NO_FILTER: Filter = { search: '', status: 'all' }
const COPY = copy({
  event_id: '1',
  event_source_url: 'https://school.example/trial-lesson',
})
const store = createStore(10)
store.apply({
  events: [
    COPY,
    { ...COPY, event_id: '3', event_name: 'Contract', action_source: 'phone_call' },
    { ...COPY, event_id: '2', event_name: 'Purchase', warnings: ['custom_data.value is missing.'] },
  ],
  rejections: [
    rejection({
      code: 190,
      problem: 'The access token is not accepted.',
      events: [{ event_name: 'Lead' }],
    }),
  ],
})

it.each<[Partial<Filter>, string[]]>([
  [{}, ['1', '2', '3', '']],
  [{ status: 'counted' }, ['1', '2', '3']],
  [{ status: 'rejected' }, ['']],
  [{ status: 'warnings' }, ['2']],
  [{ search: ' LEAD  trial' }, ['1']],
  [{ search: '190' }, ['']],
  [{ search: 'token' }, ['']],
  [{ search: 'value' }, ['2']],
  [{ search: 'phone' }, ['3']],
  [{ search: 'phone', status: 'warnings' }, []],
  [{ search: 'nothing' }, []],
])('filters by %j', (filter, ids) => {
  const rows = filterRows(store.rows(), { ...NO_FILTER, ...filter })
  expect(rows.map(({ copies }) => copies[0]?.event_id ?? '').sort()).toEqual([...ids].sort())
})

it('counts the rows of each filter', () => {
  expect(countRows(store.rows())).toEqual({ all: 4, counted: 3, rejected: 1, warnings: 1 })
})
