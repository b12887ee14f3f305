import { describe, expect, it } from 'vitest'

import type { DroppedField } from './diff-fields.ts'
import { parseEvent } from './event-parser.ts'

function drop(fields: object): DroppedField[] {
  const parsed = parseEvent({ event_name: 'Lead', event_id: 'e-1', ...fields }, undefined)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value.dropped
}

describe('diffFields', () => {
  it.each(['event_source_url', 'user_data', 'custom_data'])('lists a malformed %s', (key) => {
    expect(drop({ [key]: 5 })).toEqual([{ key, reason: 'malformed' }])
  })

  it('lists a list that lost some of its items', () => {
    expect(drop({ user_data: { external_id: ['a', 1.5] } })).toEqual([
      { key: 'user_data.external_id', reason: 'malformed' },
    ])
  })

  it.each(['ivan@school.example', '+79123456789', '79123456789', 'Иван', 'a b', 'x'.repeat(41)])(
    'lists a key that does not look like a field name as (other): %s',
    (key) => {
      expect(drop({ [key]: 1 })).toEqual([{ key: '(other)', reason: 'unknown' }])
    },
  )

  it('lists keys that every object inherits', () => {
    expect(drop({ constructor: 1, toString: 2 })).toEqual([
      { key: 'constructor', reason: 'unknown' },
      { key: 'toString', reason: 'unknown' },
    ])
  })
})
