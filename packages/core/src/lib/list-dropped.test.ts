import { describe, expect, it } from 'vitest'

import { listDropped } from './list-dropped.ts'

describe('listDropped', () => {
  it('is empty when everything was kept', () => {
    const event = { event_name: 'Lead', event_id: '1', user_data: { em: ['a'] }, custom_data: {} }
    expect(listDropped(event, event)).toEqual([])
  })

  it('tells unusable fields from unknown ones', () => {
    const sent = { event_id: '1', custom_data: 5, pixel_id: '1', user_data: { fbp: 5, zp: '1' } }
    expect(listDropped(sent, { user_data: {} })).toEqual(
      expect.arrayContaining([
        { key: 'custom_data', why: 'unusable' },
        { key: 'pixel_id', why: 'unknown' },
        { key: 'user_data.fbp', why: 'unusable' },
        { key: 'user_data.zp', why: 'unknown' },
      ]),
    )
  })

  it('tells a list that lost some of its values', () => {
    const kept = { user_data: { em: ['a'] } }
    expect(listDropped({ user_data: { em: ['a', 5] } }, kept)).toEqual([
      { key: 'user_data.em', why: 'unusable' },
    ])
  })

  it('tells user_data once when all of it was unusable', () => {
    expect(listDropped({ user_data: 'em' }, {})).toEqual([{ key: 'user_data', why: 'unusable' }])
  })

  it.each(['ivan@school.example', '+79123456789', '79123456789', 'Иван', 'a b', 'x'.repeat(41)])(
    'does not repeat a key that is no field name: %s',
    (key) => {
      expect(listDropped({ [key]: 1 }, {})).toEqual([{ key: '(other)', why: 'unknown' }])
    },
  )

  it('tells keys that every object inherits', () => {
    expect(listDropped({ constructor: 1, toString: 2 }, {})).toEqual([
      { key: 'constructor', why: 'unknown' },
      { key: 'toString', why: 'unknown' },
    ])
  })

  it('is bounded', () => {
    const sent = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`key${i}`, i]))
    expect(listDropped(sent, {})).toHaveLength(20)
  })
})
