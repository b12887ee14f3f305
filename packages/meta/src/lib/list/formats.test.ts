import { describe, expect, it } from 'vitest'

import { parseAmount, parseColumns } from './csv-columns.ts'
import { toUnixSeconds } from './event-time.ts'

const AMBIGUOUS =
  'can be read as dd/mm/yyyy or mm/dd/yyyy. Write one of them as "dates" into the mapping file.'
const NO_OFFSET = 'has no offset. Write its time zone, such as --zone=Europe/Moscow.'
const CLOCK = 'does not exist or occurs twice, because the clocks change. Write its offset.'

describe('toUnixSeconds()', () => {
  it.each([
    ['20.11.2026', 'Europe/Moscow', '2026-11-20T12:00:00+03:00'],
    ['1.2.26 9:05', 'Europe/Berlin', '2026-02-01T09:05:00+01:00'],
    ['2026-07-01 23:59:58', 'Europe/Berlin', '2026-07-01T23:59:58+02:00'],
    ['2026-07-01T08:00:00.123', 'Asia/Kolkata', '2026-07-01T08:00:00+05:30'],
    ['11.12.2026, 10:00', 'America/Sao_Paulo', '2026-12-11T10:00:00-03:00'],
    ['2026/11/20 12:30 am', 'America/New_York', '2026-11-20T00:30:00-05:00'],
    // The first and the last second around the missing and the repeated hour.
    ['29.03.2026 01:59:59', 'Europe/Berlin', '2026-03-29T01:59:59+01:00'],
    ['29.03.2026 03:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
    ['25.10.2026 01:59:59', 'Europe/Berlin', '2026-10-25T01:59:59+02:00'],
    ['25.10.2026 03:00', 'Europe/Berlin', '2026-10-25T03:00:00+01:00'],
  ])('reads %s in %s', (text, zone, expected) => {
    expect(toUnixSeconds(text, { zone })).toBe(Date.parse(expected) / 1000)
  })

  it.each([
    ['dd/mm/yyyy', '2026-04-03T14:03:00Z'],
    ['mm/dd/yyyy', '2026-03-04T14:03:00Z'],
  ] as const)('reads a date with slashes as %s', (dates, expected) => {
    for (const text of ['03/04/2026 14:03', '3/4/26, 2:03 PM', '03-04-2026 14:03']) {
      expect(toUnixSeconds(text, { zone: 'UTC', dates })).toBe(Date.parse(expected) / 1000)
    }
  })

  it.each([
    ['03/04/2026', { zone: 'UTC' }, AMBIGUOUS],
    ['20.11.2026', {}, NO_OFFSET],
    ['2026-11-20 14:03', {}, NO_OFFSET],
    ['29.03.2026 02:30', { zone: 'Europe/Berlin' }, CLOCK],
    ['25.10.2026 02:30', { zone: 'Europe/Berlin' }, CLOCK],
    ['20/11/2026', { zone: 'UTC', dates: 'mm/dd/yyyy' }, expect.stringContaining('is not a time')],
    ['20.11/2026', { zone: 'UTC' }, expect.stringContaining('is not a time')],
    ['20.11.2026 25:00', { zone: 'UTC' }, expect.stringContaining('is not a time')],
  ] as const)('rejects %s with %j', (text, format, problem) => {
    expect(toUnixSeconds(text, format)).toEqual(problem)
  })
})

it('reads the net revenue of a line as a number, and the IDs of a chat as text', () => {
  const names = [
    'event_name',
    'event_id',
    'event_time',
    'custom_data.net_revenue',
    'messaging_channel',
  ]
  const ids = ['user_data.ctwa_clid', 'user_data.whatsapp_business_account_id', 'user_data.page_id']
  const cells = [
    'Purchase',
    'a',
    '1795197600',
    '132,50',
    'whatsapp',
    'ARAk',
    '102290129340398',
    '7',
  ]
  const columns = parseColumns([...names, ...ids], { decimal: ',' })
  const values = columns.ok ? columns.value.map((each, n) => each!.parse(cells[n]!)) : columns.error
  expect(values).toEqual(['Purchase', 'a', '1795197600', 132.5, 'whatsapp', ...cells.slice(5)])
})

it.each([
  ['1.234,56', { decimal: ',' }, 1234.56],
  ['1 234 567,5', { decimal: ',' }, 1_234_567.5],
  ['1\u202F234,50 zł', { decimal: ',', sign: 'zł' }, 1234.5],
  ['12 500 руб.', { decimal: ',', sign: 'руб.' }, 12_500],
  ['1.234', { decimal: ',' }, 1234],
  ['1.234', { decimal: '.' }, 1.234],
  ["CHF 1'234.50", { sign: 'CHF' }, 1234.5],
  ['1,23,456.00', {}, 123_456],
  ['-R$ 5,00', { decimal: ',', sign: 'R$' }, -5],
  ['\u22125', {}, -5],
  ['1,5', {}, undefined],
  ['12 34', {}, undefined],
  ['1.2.3', {}, undefined],
  ['€ 5', { sign: '$' }, undefined],
  ['5 тыс.', { sign: 'руб.' }, undefined],
  ['', {}, undefined],
] as const)('parses the amount %j with %j', (text, format, expected) => {
  expect(parseAmount(text, format)).toBe(expected)
})

describe('parseColumns() with a mapping', () => {
  const constants = { event_name: 'Purchase' }
  const columns = { Номер: 'event_id', Дата: 'event_time', Имя: null }

  it('returns the columns that are sent, and the constants', () => {
    const parsed = parseColumns(['Имя', 'Дата', 'Номер', 'user_data.em'], { columns, constants })
    expect(parsed.ok && parsed.value.map((column) => column?.path.join('.'))).toEqual([
      undefined,
      'event_time',
      'event_id',
      'user_data.em',
      'event_name',
    ])
  })

  it.each([
    [['Дата', 'Номер', 'Новая'], { columns, constants }, 'The column "Новая" is unknown.'],
    [['Дата'], { columns, constants }, 'The column "Номер" of the mapping is missing.'],
    [['Дата', 'Номер'], { columns }, 'The column event_name is missing.'],
    [['Дата', 'Номер', 'Номер'], { columns, constants }, 'The column "event_id" occurs twice.'],
    [
      ['Дата', 'Номер', 'event_name'],
      { columns, constants },
      'The column "event_name" occurs twice.',
    ],
    [['Дата', 'Номер'], { columns, constants: { ...constants, valeu: '1' } }, 'Write custom_data.'],
  ])('rejects %j', (names, mapping, message) => {
    expect(parseColumns(names, mapping)).toMatchObject({ error: expect.stringContaining(message) })
  })
})
