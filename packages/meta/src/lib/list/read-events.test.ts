import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { CommandError } from '../terminal/errors.ts'
import { type Format, readEvents } from './read-events.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const TIME = NOW / 1000 - 60
const HEADER = 'event_name,event_id,event_time'
const EVENT = { event_name: 'Lead', event_id: 'a', event_time: TIME }

async function read(content: string | Uint8Array, format: Format, size = 1 << 20) {
  const bytes = Buffer.from(content as string)
  async function* split(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += size) {
      yield bytes.subarray(start, start + size)
    }
  }
  const items = []
  for await (const item of readEvents(split(), format, () => NOW)) items.push(item)
  return items
}

/** Returns what to write in the only event of a CSV file, or the event. */
async function readCell(column: string, cell: string) {
  const [item] = await read(`${HEADER},${column}\nLead,a,${TIME},${cell}`, 'csv')
  return item!.reason ?? item!.event
}

async function reject(content: string | Uint8Array, format: Format = 'csv'): Promise<string> {
  const error: unknown = await read(content, format).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(CommandError)
  return (error as Error).message
}

describe('a JSON Lines file', () => {
  it.each([
    ['LF', '\n', ''],
    ['CRLF', '\r\n', ''],
    ['a byte order mark', '\n', '\uFEFF'],
  ])('is read with %s, empty lines, and a last line without an end', async (_, end, start) => {
    const line = JSON.stringify(EVENT)
    const items = await read(`${start}${line}${end}${end}  ${end}${line}`, 'jsonl')
    expect(items).toEqual([
      { line: 1, id: 'a', event: EVENT },
      { line: 4, id: 'a', event: EVENT },
    ])
  })

  it('names each malformed line and reads the others', async () => {
    const lines = ['{"event_id": "secret@example.com",', '[1]', JSON.stringify(EVENT), 'null']
    const items = await read(lines.join('\n'), 'jsonl')
    expect(items.map(({ line, code }) => [line, code])).toEqual([
      [1, 'line-malformed'],
      [2, 'line-malformed'],
      [3, undefined],
      [4, 'line-malformed'],
    ])
    expect(JSON.stringify(items)).not.toContain('secret')
  })

  it('does not keep a line without an end in memory', async () => {
    const items = await read(`${'x'.repeat(600_000)}\n${JSON.stringify(EVENT)}`, 'jsonl', 1000)
    expect(items.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'The line is too long. Write one event per line.'],
      [2, undefined],
    ])
  })

  it('shows no event ID that contains an email', async () => {
    const line = JSON.stringify({ ...EVENT, event_id: 'ann@example.com', event_time: 'x' })
    expect(await read(line, 'jsonl')).toMatchObject([{ id: '', line: 1, code: 'line-malformed' }])
  })

  it.each([
    ['2026-11-22T12:59:00+01:00', TIME],
    ['2026-11-22 11:59Z', TIME],
    ['2026-11-22t11:59:00.999z', TIME],
    ['2026-11-22 08:59:00 -0300', TIME],
    ['2026-11-22T14:59:00+03', TIME],
    [String(TIME), TIME],
  ])('converts the time %s', async (event_time, expected) => {
    const original_event_data = { event_time }
    const [item] = await read(
      JSON.stringify({ ...EVENT, event_time, original_event_data }),
      'jsonl',
    )
    expect(item).toMatchObject({
      event: { event_time: expected, original_event_data: { event_time: expected } },
    })
  })

  it.each([
    '2026-02-30T11:59:00Z',
    '2026-11-22T25:00:00Z',
    '31.11.2026 11:59',
    'secret',
    '',
    null,
    {},
  ])('rejects the time %j', async (event_time) => {
    const hint =
      'Write Unix time in seconds, or a time with its offset such as 2026-11-22T15:04:05+01:00.'
    const lines = [
      { ...EVENT, event_time },
      { ...EVENT, original_event_data: { event_time } },
    ].map((event) => JSON.stringify(event))
    const items = await read(lines.join('\n'), 'jsonl')
    expect(items.map(({ reason }) => reason)).toEqual([
      `event_time is not a time with an offset. ${hint}`,
      `original_event_data.event_time is not a time with an offset. ${hint}`,
    ])
  })

  it('names an event without a time', async () => {
    const [item] = await read('{"event_id":"a"}', 'jsonl')
    expect(item!.reason).toContain('event_time is missing. Write ')
  })

  it.each([
    ['website', 7.01, 'Meta accepts events of the last 7 days; 62 if action_source is'],
    ['website', 6.99, undefined],
    ['physical_store', 61.99, undefined],
    ['physical_store', 62.01, 'Meta accepts events of the last 62 days.'],
  ])('checks the age of an event of %s that is %d days old', async (source, days, reason) => {
    const event_time = Math.floor(NOW / 1000 - days * 86_400)
    const [item] = await read(
      JSON.stringify({ ...EVENT, event_time, action_source: source }),
      'jsonl',
    )
    expect([item!.code, item!.reason]).toEqual(
      reason ? ['event-too-old', expect.stringContaining(reason)] : [undefined, undefined],
    )
  })
})

describe('a CSV file', () => {
  it.each([',', ';', '\t'])('is read with the delimiter %j', async (delimiter) => {
    const rows = [
      [...HEADER.split(','), 'user_data.em', 'custom_data.value', 'custom_data.level', 'opt_out'],
      ['Lead', 'a', '2026-11-22T11:59:00Z', ' "A ""b"" c" ', '19.90', '', 'TRUE'],
      ['Lead', 'b', String(TIME), '', '', 'B2', ''],
    ]
    const items = await read(rows.map((row) => row.join(delimiter)).join('\r\n'), 'csv')
    expect(items).toEqual([
      {
        line: 2,
        id: 'a',
        event: {
          ...EVENT,
          user_data: { em: 'A "b" c' },
          custom_data: { value: 19.9 },
          opt_out: true,
        },
      },
      { line: 3, id: 'b', event: { ...EVENT, event_id: 'b', custom_data: { level: 'B2' } } },
    ])
  })

  it('costs only its own line if a quotation mark is not closed', async () => {
    const rows = [HEADER, `Lead,"a,${TIME}`, `Lead,b,${TIME}`, `Le"ad",c,${TIME}`, `Lead,d,${TIME}`]
    const items = await read(rows.join('\n'), 'csv')
    expect(items.map(({ line, code }) => [line, code])).toEqual([
      [2, 'line-malformed'],
      [3, undefined],
      [4, 'line-malformed'],
      [5, undefined],
    ])
  })

  it.each([
    ['custom_data.value', '19.90', { custom_data: { value: 19.9 } }],
    ['custom_data.content_ids', 'a', { custom_data: { content_ids: ['a'] } }],
    ['custom_data.content_ids', '"[""a"",""b""]"', { custom_data: { content_ids: ['a', 'b'] } }],
    ['custom_data.contents', '"[{""id"":""a""}]"', { custom_data: { contents: [{ id: 'a' }] } }],
    ['data_processing_options', 'LDU', { data_processing_options: ['LDU'] }],
    ['data_processing_options', '[]', { data_processing_options: [] }],
    ['user_data.zp', '08001', { user_data: { zp: '08001' } }],
    ['custom_data.student_level', 'B2', { custom_data: { student_level: 'B2' } }],
  ])('converts %s %s', async (column, cell, expected) => {
    expect(await readCell(column, cell)).toEqual({ ...EVENT, ...expected })
  })

  it.each([
    ['custom_data.value', '"19,90"', 'custom_data.value must be a number with a decimal point'],
    ['custom_data.value', '€ 19', 'custom_data.value must be a number with a decimal point'],
    ['opt_out', 'yes', 'opt_out must be true or false.'],
    ['custom_data.contents', 'a', 'custom_data.contents must be a JSON array such as'],
    ['custom_data.content_ids', '[a', 'custom_data.content_ids must be one value, or a JSON array'],
    ['opt_out', 'true,secret', 'The line has 5 cells, and the first line has 4.'],
  ])('rejects %s %s', async (column, cell, reason) => {
    expect(await readCell(column, cell)).toEqual(expect.stringContaining(reason))
  })

  it.each([
    [`${HEADER},email`, 'The column "email" is unknown. Write user_data.em, or remove it.'],
    [`${HEADER},value`, 'The column "value" is unknown. Write custom_data.value, or remove it.'],
    ['event_nam,event_id,event_time', 'The column "event_nam" is unknown. Write event_name,'],
    [`${HEADER},orderid`, 'The column "orderid" is unknown. Write custom_data.order_id, or'],
    [
      `${HEADER},original_event_data.event_i`,
      'The column "original_event_data.event_i" is unknown. Write original_event_data.event_id, or',
    ],
    [
      `${HEADER},custom_data.valeu`,
      'The column "custom_data.valeu" is unknown. Write custom_data.value, or remove it.',
    ],
    [
      `${HEADER},user_data.externalid`,
      'The column "user_data.externalid" is unknown. Write user_data.external_id, or remove it.',
    ],
    [
      'event_name,time,Сумма платежа,email',
      'The column event_id is missing. Add it. For a value of your own, write custom_data.<name>.',
    ],
    [
      'event_name,time,Сумма платежа,email',
      'The column "time" is unknown. Write event_time, or remove it. The column "Сумма платежа" is unknown. Remove it. The column "email" is unknown.',
    ],
    [`${HEADER},teacher`, 'The column "teacher" is unknown. Remove it.'],
    [`${HEADER},custom_data.__proto__`, 'The column "custom_data.__proto__" is unknown.'],
    [`${HEADER},ann@example.com`, 'The column (not shown) is unknown.'],
    [`${HEADER},event_id`, 'The column "event_id" occurs twice. Remove one of them.'],
    [`${HEADER},`, 'Column 4 has no name.'],
    ['event_name,event_time', 'The column event_id is missing. Add it.'],
    ['Lead,order-1,1700000000', 'The first line has no known column.'],
    ['"event_name,event_id', 'A quotation mark is not closed'],
  ])('rejects the columns %s', async (header, message) => {
    expect(await reject(`${header}\nsecret`)).toContain(message)
    expect(await reject(header)).not.toMatch(/ann@|order-1/)
  })
})

it.each([
  ['UTF-16', Buffer.from('\uFEFFevent_name', 'utf16le')],
  ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8])],
  ['a character that is cut', Buffer.from([0x61, 0xc3])],
])('rejects a file in another encoding: %s', async (_, bytes) => {
  const message =
    'The file is not UTF-8. Save it as UTF-8, or write its encoding, such as --encoding=windows-1251.'
  expect(await reject(bytes, 'jsonl')).toBe(message)
  expect(await reject(bytes, 'csv')).toBe(message)
})

it.each([
  ['a title', 'Report'],
  ['cells that are empty in a title', 'Report,,'],
  ['a period and a total', 'Period,2026-11-01\nTotal;60\n\n'],
  ['more lines than the table has', 'a\nb\nc\nd\ne\nf'],
])('reads the columns below %s', async (_, title) => {
  const items = await read(`${title}\n${HEADER}\nLead,a,${TIME}`, 'csv')
  expect(items).toMatchObject([{ line: title.split('\n').length + 2, event: EVENT }])
})

describe('any text', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    json(),
    fc.constantFrom(JSON.stringify(EVENT), `Lead,a,${TIME}`, '', ' ', '"', '{', ','),
  )
  const lines = fc.array(
    line.map((each) => each.replaceAll('\n', ' ')),
    { maxLength: 20 },
  )
  const size = fc.integer({ min: 1, max: 50 })

  it('is read line by line, and each line has an event or a reason', async () => {
    const end = fc.constantFrom('\n', '\r\n')
    const format = fc.constantFrom<Format>('jsonl', 'csv')
    await fc.assert(
      fc.asyncProperty(lines, size, end, format, async (texts, bytes, lineEnd, kind) => {
        const all = kind === 'csv' ? [HEADER, ...texts] : texts
        const items = await read(all.join(lineEnd), kind, bytes)
        // The first line may start with a byte order mark.
        const filled = all.flatMap((each, index) =>
          (index === 0 ? each.replace(/^\uFEFF/, '') : each).trim() === '' ? [] : [index + 1],
        )
        expect(items.map((item) => item.line)).toEqual(kind === 'csv' ? filled.slice(1) : filled)
        for (const item of items) expect('event' in item).toBe(item.reason === undefined)
      }),
      { numRuns: 200 },
    )
  })

  it('is read or rejected with a sentence if it is a whole CSV file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), size, async (text, bytes) => {
        await read(text, 'csv', bytes).catch((error) => expect(error).toBeInstanceOf(CommandError))
      }),
    )
  })

  it('keeps every value that a CSV file quotes', async () => {
    const value = fc
      .string({ unit: 'grapheme' })
      .map((each) => each.replaceAll(/[\r\n]/g, ''))
      .filter((each) => each.trim() !== '')
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(',', ';', '\t'), async (text, delimiter) => {
        const rows = [
          [...HEADER.split(','), 'custom_data.content_name'],
          ['Lead', 'a', String(TIME), `"${text.replaceAll('"', '""')}"`],
        ]
        const [item] = await read(rows.map((row) => row.join(delimiter)).join('\n'), 'csv')
        expect(item).toMatchObject({ event: { custom_data: { content_name: text } } })
      }),
    )
  })
})
