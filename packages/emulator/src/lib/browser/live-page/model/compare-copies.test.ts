import { expect, it } from 'vitest'

import { hashId } from '../../hash-user-data.ts'
import { compareCopies } from './compare-copies.ts'
import { copy } from './records.fixture.ts'

const HASH = 'a'.repeat(64)
const OTHER_HASH = 'b'.repeat(64)
const { action_source: _, ...COPY } = copy({
  source: 'browser',
  event_id: '1',
  event_time: 5,
  user_data: { fbp: 'x' },
  custom_data: { value: '240', nested: { a: 1 } },
})

it('compares each parameter, and treats numbers like strings', () => {
  const server = {
    ...COPY,
    event_time: 6,
    user_data: { fbp: 'x', em: ['a', 'b'] },
    custom_data: { value: 240 },
  }
  expect(compareCopies(COPY, server)).toEqual([
    { path: 'user_data.fbp', browser: 'x', server: 'x', difference: 'same' },
    { path: 'user_data.em', server: '["a","b"]', difference: 'server only' },
    { path: 'event_name', browser: 'Lead', server: 'Lead', difference: 'same' },
    { path: 'event_id', browser: '1', server: '1', difference: 'same' },
    { path: 'event_time', browser: '5', server: '6', difference: 'differs' },
    { path: 'custom_data.value', browser: '240', server: '240', difference: 'same' },
    { path: 'custom_data.nested.a', browser: '1', difference: 'browser only' },
  ])
})

it.each<[key: string, browser: unknown, server: unknown, difference: string]>([
  ['em', HASH, HASH, 'same'],
  ['em', HASH, [HASH], 'same'],
  ['em', HASH.toUpperCase(), `${HASH}.AQ`, 'same'],
  ['em', HASH, OTHER_HASH, 'differs'],
  ['em', HASH, [HASH, OTHER_HASH], 'differs'],
  ['external_id', hashId('user-42'), 'User-42 ', 'same'],
  ['external_id', hashId('user-42'), 42, 'differs'],
  ['external_id', hashId('42'), 42, 'same'],
  ['external_id', 'user-42', 'user-43', 'differs'],
  // Only an external_id may be unhashed.
  ['ct', hashId('berlin'), 'berlin', 'differs'],
])('compares the hashes of %s: %j and %j', (key, browser, server, difference) => {
  const [field] = compareCopies(
    { ...COPY, user_data: { [key]: browser } },
    { ...COPY, user_data: { [key]: server } },
  )
  expect(field).toMatchObject({ path: `user_data.${key}`, difference })
})
