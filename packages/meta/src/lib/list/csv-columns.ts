import type { Result } from '@conversion-capi/core'
import type { PiiKey, ProfileKey } from '@conversion-capi/core/protocol'

import { findNearest } from '../terminal/did-you-mean.ts'
import { tryCall } from '../try-call.ts'
import type { Mapping } from './mapping.ts'

interface CellType {
  parse: (text: string) => unknown
  /** Completes the message "<column> must be …". */
  expected: string
}

const TEXT: CellType = { parse: (text) => text, expected: 'text' }
const ID: CellType = {
  parse: (text) => (/^\d([.,]\d+)?e\+?\d+$/i.test(text) ? undefined : text),
  expected: 'an ID, not a number that a spreadsheet rounded. Format the column as text',
}
const NUMBER: CellType = {
  parse: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  expected: 'a number with a decimal point, such as 240 or 19.90, without a currency',
}
const BOOLEAN: CellType = {
  parse: (text) => ({ true: true, false: false })[text.toLowerCase()],
  expected: 'true or false',
}
const LIST: CellType = {
  parse: (text) => (text.startsWith('[') ? parseJsonArray(text) : [text]),
  expected: 'one value, or a JSON array such as ["a", "b"]',
}
const OBJECTS: CellType = {
  parse: parseJsonArray,
  expected: 'a JSON array such as [{"id": "a", "quantity": 1}]',
}

const KEY_NAMES: Record<PiiKey | ProfileKey, string> = {
  em: 'email',
  ph: 'phone',
  fn: 'first_name',
  ln: 'last_name',
  ge: 'gender',
  db: 'birthday',
  ct: 'city',
  st: 'state',
  zp: 'zip',
  country: 'country',
}

/** The columns by the path of their field. Of those with the same last part, a misspelling means the first. */
const COLUMNS: Record<string, CellType> = {
  event_name: TEXT,
  event_id: ID,
  event_time: TEXT,
  action_source: TEXT,
  messaging_channel: TEXT,
  event_source_url: TEXT,
  referrer_url: TEXT,
  opt_out: BOOLEAN,
  data_processing_options: LIST,
  data_processing_options_country: NUMBER,
  data_processing_options_state: NUMBER,
  ...listTexts('user_data', [...Object.keys(KEY_NAMES), 'external_id', 'fbp', 'fbc']),
  ...listTexts('user_data', ['client_ip_address', 'client_user_agent', 'subscription_id']),
  ...listTexts('user_data', ['lead_id', 'fb_login_id', 'ctwa_clid']),
  ...listTexts('user_data', ['whatsapp_business_account_id', 'page_id']),
  'custom_data.value': NUMBER,
  'custom_data.net_revenue': NUMBER,
  'custom_data.content_ids': LIST,
  'custom_data.contents': OBJECTS,
  'custom_data.num_items': NUMBER,
  'custom_data.predicted_ltv': NUMBER,
  ...listTexts('custom_data', ['currency', 'content_name', 'content_category', 'content_type']),
  ...listTexts('custom_data', ['order_id', 'search_string', 'status', 'delivery_category']),
  ...listTexts('custom_data', ['event_source', 'lead_event_source']),
  ...listTexts('original_event_data', ['event_name', 'event_id', 'event_time', 'order_id']),
}

function listTexts(group: string, keys: string[]): Record<string, CellType> {
  return Object.fromEntries(keys.map((key) => [`${group}.${key}`, TEXT]))
}

const ALIASES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(KEY_NAMES).map(([key, alias]) => [alias, `user_data.${key}`]),
  ),
  name: 'event_name',
  id: 'event_id',
  time: 'event_time',
}

export const REQUIRED = ['event_name', 'event_id', 'event_time']

export interface Column extends CellType {
  path: string[]
}

/**
 * Parses the names in the first line of a CSV file.
 *
 * @returns The columns, then the constants' columns, or all problems and what to write. They contain no name that could be
 *   personal data. A column that is not sent is `undefined`.
 */
export function parseColumns(
  header: string[],
  mapping: Mapping = {},
): Result<(Column | undefined)[], string> {
  const { only = {}, constants = {} } = mapping
  // A column that only selects lines is not sent.
  const columns = {
    ...Object.fromEntries(Object.keys(only).map((name) => [name, null])),
    ...mapping.columns,
  }
  const names = [
    ...header.map((name) => (Object.hasOwn(columns, name) ? columns[name]! : name)),
    ...Object.keys(constants),
  ]
  const sent = names.filter((name) => name !== null)
  // Then it is a line of data, which must not be shown.
  if (!sent.some((name) => isColumn(name) || suggestColumn(name) !== undefined)) {
    const error =
      'The first line has no known column. Write the names of the columns there, such as event_name,event_id,event_time,user_data.em.'
    return { ok: false, error }
  }
  const problems = [
    ...names.flatMap((name, index) => describeName(name, index, names) ?? []),
    ...REQUIRED.filter(
      (name) => !sent.some((each) => each === name || suggestColumn(each) === name),
    ).map((name) => `The column ${name} is missing. Add it.`),
    ...Object.keys(columns)
      .filter((name) => columns[name] !== null || Object.hasOwn(only, name))
      .filter((name) => !header.includes(name))
      .map(
        (name) => `The column ${showColumn(name)} of the mapping is missing. Correct the mapping.`,
      ),
  ]
  if (sent.some((name) => name !== '' && !isColumn(name))) {
    problems.push('For a value of your own, write custom_data.<name>.')
  }
  if (problems.length > 0) return { ok: false, error: problems.join(' ') }
  return {
    ok: true,
    value: names.map((name) => (name === null ? undefined : toColumn(name, mapping))),
  }
}

function toColumn(name: string, mapping: Mapping): Column {
  const path = name.split('.')
  const type = COLUMNS[name] ?? TEXT
  const { decimal, sign = '' } = mapping
  if (type !== NUMBER || (decimal === undefined && sign === '')) return { ...type, path }
  return {
    path,
    parse: (text) => parseAmount(text, mapping),
    expected: `an amount with a decimal ${decimal === ',' ? 'comma' : 'point'}, and no sign but ${JSON.stringify(sign)}`,
  }
}

/** Returns the name of a column for messages. A name that could be personal data is not shown. */
export function showColumn(name: string): string {
  return isValue(name) ? '(not shown)' : JSON.stringify(name)
}

/** Returns whether a name could be a value, because the first line is one of data. */
export function isValue(name: string): boolean {
  return /@|\d{6}|^.{61}|^\P{L}*\d\P{L}*$/u.test(name)
}

function describeName(name: string | null, index: number, names: (string | null)[]) {
  if (name === null) return undefined
  if (name === '') return `Column ${index + 1} has no name. Write one, or remove the column.`
  const shown = showColumn(name)
  if (names.indexOf(name) !== index) return `The column ${shown} occurs twice. Remove one of them.`
  if (isColumn(name)) return undefined
  const nearest = suggestColumn(name)
  const hint = nearest === undefined ? 'Remove it' : `Write ${nearest}, or remove it`
  return `The column ${shown} is unknown. ${hint}.`
}

/** Custom data may have any name that is not a misspelling of Meta's. */
export function isColumn(name: string): boolean {
  if (Object.hasOwn(COLUMNS, name)) return true
  return /^custom_data\.[a-z]\w{0,39}$/i.test(name) && suggestColumn(name) === undefined
}

/** Returns the column that was probably meant, even if only the last part of its path was written: `value`. */
function suggestColumn(name: string): string | undefined {
  const key = name.toLowerCase().split('.').at(-1)!
  const inGroup = Object.keys(COLUMNS).filter(
    (column) => !name.startsWith('custom_data.') || column.startsWith('custom_data.'),
  )
  const byKey = Map.groupBy(inGroup, (column) => column.split('.').at(-1)!)
  const nearestKey = findNearest(key, byKey.keys())
  if (nearestKey !== undefined) {
    const nearest = byKey.get(nearestKey)!
    const group = name.slice(0, name.indexOf('.') + 1)
    return nearest.find((column) => column.startsWith(group)) ?? nearest[0]
  }
  return name.startsWith('custom_data.') ? undefined : ALIASES[key.replaceAll(/[ -]/g, '_')]
}

function parseJsonArray(text: string): unknown[] | undefined {
  const value: unknown = tryCall(() => JSON.parse(text))
  return Array.isArray(value) ? value : undefined
}

/** Parses an amount, with or without a thousands separator: `R$ 1.234,50`, `1 234,50`, `1,23,456`. */
export function parseAmount(text: string, { decimal = '.', sign = '' }: Mapping) {
  const bare = text.replace(sign, '').trim().replace('\u2212', '-').replace(/^-\s+/, '-')
  const [whole = '', fraction = '0', ...others] = bare.split(decimal)
  const isWhole = decimal === ',' ? WITH_POINTS.test(whole) : WITH_COMMAS.test(whole)
  if (!isWhole || !/^\d+$/.test(fraction) || others.length > 0) return undefined
  return Number(`${whole.replaceAll(/[^\d-]/g, '')}.${fraction}`)
}

const WITH_POINTS = /^-?(\d+|\d{1,3}([.\s'’]\d{2,3})*[.\s'’]\d{3})$/
const WITH_COMMAS = /^-?(\d+|\d{1,3}([,\s'’]\d{2,3})*[,\s'’]\d{3})$/
