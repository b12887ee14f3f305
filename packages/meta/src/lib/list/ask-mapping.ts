import { EVENT_NAMES, MAX_AGE_DAYS } from '@conversion-capi/core/protocol'

import { findNearest } from '../terminal/did-you-mean.ts'
import type { Prompts } from '../terminal/prompts.ts'
import { isColumn, parseAmount, REQUIRED } from './csv-columns.ts'
import { DATE_ORDERS, type TimeFormat, toUnixSeconds } from './event-time.ts'
import { cellsOf, guessColumn, GUESSED_FIELDS, type Sample } from './guess-column.ts'
import { checkSetting, type Mapping } from './mapping.ts'

/**
 * Asks for the fields of the columns, and for values that no column contains. Formats are asked for if the cells do not
 * prove them.
 */
export async function askMapping(sample: Sample, mapping: Mapping, prompts: Prompts) {
  const fields = await askColumns(sample, mapping, prompts)
  const names = new Map([...fields].map(([field, name]) => [name, field]))
  const columns = Object.fromEntries(sample.names.map((name) => [name, names.get(name) ?? null]))
  const constants = { ...mapping.constants }
  const asked: Mapping = { ...mapping, columns, constants }
  const times = cellsOf(sample, fields.get('event_time')!)
  const unclear = times.filter((cell) => !isTime(cell, { zone: 'UTC' }))
  const dates = await askFormat(
    DATE_ORDERS,
    unclear,
    (cell, order) => isTime(cell, { zone: 'UTC', dates: order }),
    'Does the day or the month come first in the dates?',
  )
  if (dates !== undefined) asked.dates = dates
  const value = fields.get('custom_data.value')
  if (value !== undefined) {
    const cells = cellsOf(sample, value)
    const signs = cells.flatMap((cell) => /[^\d\s.,'’\u2212-][^\d\s\u2212-]*/.exec(cell) ?? [])
    if (new Set(signs).size === 1) asked.sign = signs[0]!
    asked.decimal =
      (await askFormat(
        ['.', ','] as const,
        cells.filter((cell) => /[.,]/.test(cell)),
        (cell, decimal) => parseAmount(cell, { ...asked, decimal }) !== undefined,
        'Which character is before the decimals of the amounts?',
      )) ?? '.'
  }
  await askConstant('event_name', () =>
    prompts.write('Which event is each line, such as Purchase, Lead or Contract?', '', checkName),
  )
  await askConstant('action_source', () =>
    prompts.choose('Where did the events happen?', SOURCES.map(toOption), 'system_generated'),
  )
  if (value !== undefined) {
    const sign = asked.sign === undefined ? '' : ` with ${JSON.stringify(asked.sign)}`
    await askConstant('custom_data.currency', () =>
      prompts.write(`Which currency are the amounts${sign}, such as EUR?`, '', checkCurrency),
    )
  }
  if (asked.zone === undefined && times.some((cell) => !isTime(cell, asked))) {
    const local = new Intl.DateTimeFormat().resolvedOptions().timeZone
    asked.zone = await prompts.write(
      'Which time zone are the times, such as Europe/Moscow?',
      fields.get('event_time')!.includes('UTC') ? 'UTC' : local,
      (text) => checkSetting('zone', text),
    )
  }
  return asked

  async function askConstant(field: string, ask: () => Promise<string>): Promise<void> {
    if (!fields.has(field)) constants[field] ??= await ask()
  }

  async function askFormat<Format extends string>(
    formats: readonly Format[],
    cells: string[],
    isRead: (cell: string, format: Format) => boolean,
    question: string,
  ): Promise<Format | undefined> {
    const proven = new Set(
      cells.flatMap((cell) => {
        const [format, other] = formats.filter((each) => isRead(cell, each))
        return other === undefined ? (format ?? []) : []
      }),
    )
    if (cells.length === 0) return undefined
    return proven.size === 1 ? [...proven][0] : prompts.choose(question, formats.map(toOption))
  }
}

const SOURCES = [...Object.keys(MAX_AGE_DAYS), 'business_messaging']

async function askColumns(
  sample: Sample,
  { columns = {}, constants = {} }: Mapping,
  prompts: Prompts,
): Promise<Map<string, string>> {
  const names = sample.names.filter(
    (name, index, all) => name !== '' && all.indexOf(name) === index,
  )
  const fields = new Map<string, string>()
  for (const name of names) {
    const field = Object.hasOwn(columns, name) ? columns[name] : isColumn(name) && name
    if (field) fields.set(field, name)
  }
  for (const field of GUESSED_FIELDS) {
    if (fields.has(field) || Object.hasOwn(constants, field)) continue
    const used = new Set(fields.values())
    const name = guessColumn(
      field,
      names.filter((each) => !used.has(each)),
      sample,
    )
    if (name !== undefined) fields.set(field, name)
  }
  for (;;) {
    const used = new Set(fields.values())
    const sent = [...fields].map(([field, name]) => `${name} → ${field}`)
    const others = names.filter((name) => !used.has(name)).join(', ') || 'none'
    const isComplete = REQUIRED.every((each) => each === 'event_name' || fields.has(each))
    const field = await prompts.choose(`${sent.join('\n')}\nNot sent: ${others}`, [
      ...(isComplete ? [{ value: '', label: 'Send these columns' }] : []),
      ...[...new Set([...fields.keys(), ...GUESSED_FIELDS])].map((each) => ({
        value: each,
        label: `Choose the column of ${each}`,
      })),
    ])
    if (field === '') return fields
    fields.delete(field)
    const free = names.filter((name) => ![...fields.values()].includes(name))
    const none = { value: '', label: 'None' }
    const name = await prompts.choose(`Which column is ${field}?`, [none, ...free.map(toOption)])
    if (name !== '') fields.set(field, name)
  }
}

function isTime(cell: string, format: TimeFormat): boolean {
  return typeof toUnixSeconds(cell, format) === 'number'
}

function toOption<Value extends string>(value: Value): { value: Value; label: string } {
  return { value, label: value }
}

function checkName(name: string): string | undefined {
  const nearest = findNearest(name, EVENT_NAMES)
  if (nearest !== undefined && nearest !== name) return `Did you mean ${nearest}?`
  return /^.{1,50}$/.test(name) ? undefined : 'Write 1 to 50 characters.'
}

function checkCurrency(code: string): string | undefined {
  const isKnown = Intl.supportedValuesOf('currency').includes(code)
  return isKnown ? undefined : 'Write the three letters of a currency, such as EUR.'
}
