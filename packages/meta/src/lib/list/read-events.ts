import type { EventToSend, Result } from '@conversion-capi/core'
import { isUnhashedPii } from '@conversion-capi/core/pii'
import {
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  MAX_EVENT_ID_LENGTH,
} from '@conversion-capi/core/protocol'

import { parseJsonObject } from '../try-call.ts'
import { CommandError } from '../terminal/errors.ts'
import { type Counts, increase } from '../terminal/format-count.ts'
import { type Column, parseColumns, showColumn } from './csv-columns.ts'
import { TIME_HINT, type TimeFormat, toUnixSeconds } from './event-time.ts'
import type { Mapping } from './mapping.ts'
import { type Cells, readLines, readRows, TOO_LONG } from './read-lines.ts'
import { showStatus } from './status-column.ts'

export type Format = 'jsonl' | 'csv'

/** A line of a file: an event in Meta's field names, or why it is not sent. */
export type ReadEvent = FailedLine | ReadableLine

interface ReadableLine {
  line: number
  id: string
  event: EventToSend
  code?: undefined
  reason?: undefined
}

/** An event that is not sent, or was not accepted. */
export interface FailedLine {
  line: number
  /** The `event_id` for messages. */
  id: string
  event?: undefined
  code: 'line-malformed' | 'event-too-old' | 'event-invalid' | 'event-declined' | 'event-unanswered'
  /** Contains no values of the event. */
  reason: string
}

/** The lines that `only` of a mapping leaves out. */
export interface LeftOut {
  counts: Counts
  /** Sentences about the lines above the columns, and the texts that no line has. */
  notes: string[]
}

/**
 * Reads the events of a file. Lines without text, and those above the names of the columns, are skipped.
 *
 * @param now Decides about the age of the events.
 * @param onSelected Called at the end of a CSV file.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  format: Format,
  now: () => number,
  mapping: Mapping = {},
  onSelected: (lines: LeftOut) => void = () => {},
): AsyncGenerator<ReadEvent> {
  const lines = readLines(chunks, mapping.encoding)
  if (format === 'jsonl') {
    for await (const { number, text } of lines) {
      if (text?.trim() !== '') yield toEvent(number, parseJsonLine(text), now(), mapping)
    }
    return
  }
  const filters = Object.entries(mapping.only ?? {}).map(([column, texts]) => ({
    column,
    texts: new Set(texts),
    unseen: new Set(texts),
  }))
  const counts: Counts = new Map()
  const notes: string[] = []
  let parse: ((cells: Cells) => ParsedLine | string) | undefined
  let isRead = false
  for await (const { number, cells } of readRows(lines, mapping)) {
    if (!parse) {
      parse = readHeader(cells, mapping, filters)
      if (number > 1)
        notes.push(`The names of the columns are in line ${number}. The lines above are not read.`)
      continue
    }
    const parsed = parse(cells)
    isRead ||= typeof parsed !== 'string'
    if (typeof parsed === 'string') increase(counts, parsed)
    else yield toEvent(number, parsed, now(), mapping)
  }
  if (!isRead && counts.size > 0) {
    throw new CommandError('"only" of the mapping leaves out every line. Correct its texts.')
  }
  for (const { column, unseen } of filters) {
    for (const text of unseen) {
      notes.push(`No line has ${showColumn(text)} in the column ${showColumn(column)}.`)
    }
  }
  onSelected({ counts, notes })
}

/** The texts of a column that select a line, and those that no line has had yet. */
interface Filter {
  column: string
  texts: Set<string>
  unseen: Set<string>
}

type ParsedLine = Result<JsonObject, string>

function parseJsonLine(text: string | undefined): ParsedLine {
  if (text === undefined) return TOO_LONG
  const value = parseJsonObject(text)
  if (value !== undefined) return { ok: true, value }
  return {
    ok: false,
    error: 'The line is not a JSON object. Write each event on one line: {"event_name": …}.',
  }
}

/** Returns a function that parses the other lines. It returns the reason if the mapping leaves a line out. */
function readHeader(names: Cells, mapping: Mapping, filters: Filter[]) {
  const columns = names.ok ? parseColumns(names.value, mapping) : names
  if (!names.ok || !columns.ok) throw new CommandError((columns as { error: string }).error)
  const header = names.value
  return (cells: Cells): ParsedLine | string => {
    if (!cells.ok) return cells
    const { value } = cells
    if (value.length !== header.length) {
      // The text of a filter can be in another column.
      const error = `The line has ${value.length} cells, and the first line has ${header.length}. Put cells that contain a delimiter in quotation marks.`
      return { ok: false, error }
    }
    const reasons = filters.flatMap(({ column, texts, unseen }) => {
      const cell = value[header.indexOf(column)]!
      unseen.delete(cell)
      return texts.has(cell) ? [] : `${showColumn(column)} is ${showStatus(column, cell)}`
    })
    const constants = Object.values(mapping.constants ?? {})
    return reasons[0] ?? parseCells([...value, ...constants], columns.value)
  }
}

function parseCells(cells: string[], columns: (Column | undefined)[]): ParsedLine {
  const event: JsonObject = {}
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (column === undefined || cell === '') continue
    const { path, parse, expected } = column
    const value = parse(cell)
    if (value === undefined) return { ok: false, error: `${path.join('.')} must be ${expected}.` }
    const [group, key] = path as [string, string?]
    if (key === undefined) event[group] = value
    else event[group] = { ...(event[group] as JsonObject | undefined), [key]: value }
  }
  return { ok: true, value: event }
}

/** Checks what the sender does not know. It checks the other fields. */
function toEvent(line: number, parsed: ParsedLine, nowMs: number, format: TimeFormat): ReadEvent {
  if (!parsed.ok) return { line, id: '', code: 'line-malformed', reason: parsed.error }
  const event = parsed.value
  const id = showEventId(event['event_id'])
  const problem = convertTimes(event, format)
  if (problem !== undefined) return { line, id, code: 'line-malformed', reason: problem }
  const reason = describeAge(event, nowMs)
  if (reason !== undefined) return { line, id, code: 'event-too-old', reason }
  return { line, id, event: event as unknown as EventToSend }
}

/** Converts the times of the event. Returns what to write if one is unusable. */
function convertTimes(event: JsonObject, format: TimeFormat): string | undefined {
  const original = event['original_event_data']
  const hasOriginal = isJsonObject(original) && original['event_time'] !== undefined
  for (const object of hasOriginal ? [event, original] : [event]) {
    const value = object['event_time']
    const time = value === undefined ? `is missing. ${TIME_HINT}` : toUnixSeconds(value, format)
    object['event_time'] = time
    const prefix = object === event ? '' : 'original_event_data.'
    if (typeof time !== 'number') return `${prefix}event_time ${time}`
  }
  return undefined
}

/**
 * Returns why Meta does not accept an event of this age.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event#event-time
 */
export function describeAge({ event_time, action_source }: JsonObject, nowMs: number) {
  // Not every value can be converted to a key.
  const source = typeof action_source === 'string' ? action_source : 'website'
  const maxDays = source === 'business_messaging' ? 7 : MAX_AGE_DAYS[source as 'chat']
  const days = (nowMs / 1000 - (event_time as number)) / 86_400
  if (!(days > maxDays)) return undefined
  return `Meta accepts events of the last ${maxDays} days${maxDays === 7 ? '; 62 if action_source is physical_store' : ''}.`
}

/** Returns an ID for messages, or an empty string. An ID that contains an email is not shown. */
function showEventId(value: unknown): string {
  const isShown =
    typeof value === 'string' && value.length <= MAX_EVENT_ID_LENGTH && !isUnhashedPii('', value)
  return isShown ? value : ''
}
