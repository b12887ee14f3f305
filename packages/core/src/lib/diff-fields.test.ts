import { describe, expect, it } from 'vitest'

import { diffFields } from './diff-fields.ts'

describe('diffFields', () => {
  it('returns an empty list if no field was dropped', () => {
    const event = { event_name: 'Lead', event_id: '1', user_data: { em: ['a'] }, custom_data: {} }
    expect(diffFields(event, event)).toEqual([])
  })

  it('distinguishes malformed from unknown fields', () => {
    const input = { event_id: '1', custom_data: 5, pixel_id: '1', user_data: { fbp: 5, zp: '1' } }
    expect(diffFields(input, { user_data: {} })).toEqual(
      expect.arrayContaining([
        { key: 'custom_data', reason: 'malformed' },
        { key: 'pixel_id', reason: 'unknown' },
        { key: 'user_data.fbp', reason: 'malformed' },
        { key: 'user_data.zp', reason: 'unknown' },
      ]),
    )
  })

  it.each(['event_source_url', 'user_data', 'custom_data'])('lists a malformed %s', (key) => {
    expect(diffFields({ [key]: 5 }, {})).toEqual([{ key, reason: 'malformed' }])
  })

  it('lists a list that lost some of its items', () => {
    const event = { user_data: { em: ['a'] } }
    expect(diffFields({ user_data: { em: ['a', 5] } }, event)).toEqual([
      { key: 'user_data.em', reason: 'malformed' },
    ])
  })

  it('lists user_data once if it is not an object', () => {
    expect(diffFields({ user_data: 'em' }, {})).toEqual([{ key: 'user_data', reason: 'malformed' }])
  })

  it.each(['ivan@school.example', '+79123456789', '79123456789', 'Иван', 'a b', 'x'.repeat(41)])(
    'lists a key that does not look like a field name as (other): %s',
    (key) => {
      expect(diffFields({ [key]: 1 }, {})).toEqual([{ key: '(other)', reason: 'unknown' }])
    },
  )

  it('lists keys that every object inherits', () => {
    expect(diffFields({ constructor: 1, toString: 2 }, {})).toEqual([
      { key: 'constructor', reason: 'unknown' },
      { key: 'toString', reason: 'unknown' },
    ])
  })
})
