import { describe, expect, it } from 'vitest'

import { parseEvent } from './event-parser.ts'

function parse(customData: string) {
  const result = parseEvent(
    JSON.parse(`{"event_name":"Lead","event_id":"e-1","custom_data":${customData}}`),
    undefined,
  )
  if (!result.ok) throw new Error(result.error)
  const { event, dropped } = result.value
  return { forwarded: JSON.stringify(event.custom_data), dropped }
}

function nest(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
}

describe('custom_data', () => {
  it.each([65, 5000, 100_000])('is dropped if it has %i levels', (levels) => {
    expect(parse(nest(levels))).toEqual({
      forwarded: undefined,
      dropped: [{ key: 'custom_data', reason: 'malformed' }],
    })
  })

  it('is forwarded if it has 64 levels', () => {
    expect(parse(nest(64))).toEqual({ forwarded: nest(64), dropped: [] })
  })

  it.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '1e999', '-1e999'])(
    'loses a number that JSON.parse changes: %s',
    (number) => {
      expect(parse(`{"order":${number},"value":1}`)).toEqual({
        forwarded: '{"value":1}',
        dropped: [{ key: 'custom_data.order', reason: 'malformed' }],
      })
    },
  )

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '0.1',
    '1e15',
    '"12345678901234567890"',
    'null',
  ])('keeps %s', (value) => {
    expect(parse(`{"value":${value}}`)).toEqual({
      forwarded: JSON.stringify({ value: JSON.parse(value) }),
      dropped: [],
    })
  })

  it('loses changed numbers in nested objects and lists', () => {
    const contents = '[{"id":9007199254740993,"price":1},{"id":2}]'
    const ids = '[1,9007199254740993,2,1e999,[9007199254740993],3]'
    expect(parse(`{"contents":${contents},"ids":${ids}}`)).toEqual({
      forwarded: '{"contents":[{"price":1},{"id":2}],"ids":[1,2,[],3]}',
      dropped: [
        { key: 'custom_data.contents.0.id', reason: 'malformed' },
        { key: 'custom_data.ids.1', reason: 'malformed' },
        { key: 'custom_data.ids.3', reason: 'malformed' },
        { key: 'custom_data.ids.4.0', reason: 'malformed' },
      ],
    })
  })

  it('loses everything under a key that is personal data, listed once', () => {
    expect(parse('{"anna@school.example":{"fn":"Anna"}}')).toEqual({
      forwarded: '{}',
      dropped: [{ key: 'custom_data.(other)', reason: 'unhashed' }],
    })
  })

  it('is listed with at most 20 dropped fields, without keys that could be personal data', () => {
    const { forwarded, dropped } = parse(
      `{"anna@school.example":1e999,"ids":[${new Array(100_000).fill('1e999').join()}]}`,
    )
    expect(forwarded).toBe('{"ids":[]}')
    expect(dropped).toHaveLength(20)
    expect(dropped[0]).toEqual({ key: 'custom_data.(other)', reason: 'malformed' })
  })
})
