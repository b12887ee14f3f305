import type { EventToSend } from '@conversion-capi/core'
import { isUnhashedPii } from '@conversion-capi/core/pii'
import {
  type ActionSource,
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  MAX_EVENT_ID_LENGTH,
} from '@conversion-capi/core/protocol'

import { parseJsonObject } from '../parse-json.ts'
import { CommandError } from '../terminal/errors.ts'
import { type Counts, increase } from './counts.ts'
import { parseColumns, showColumn } from './csv-columns.ts'
import { TIME_HINT, type TimeFormat, toUnixSeconds } from './event-time.ts'
import type { Mapping } from './mapping.ts'
import { findDelimiter, parseCells, type ParsedLine, splitCells } from './parse-csv-line.ts'
import { readLines } from './read-lines.ts'
import { skipTitle } from './skip-title.ts'
import { showStatus } from './status-column.ts'

export type Format = 'jsonl' | 'csv'

/** A line of a file: an event in Meta's field names, or why it is not sent. */
export type ReadEvent = {
  line: number
  /** The `event_id` for messages. */
  id: string
} & ({ event: EventToSend; failure?: undefined } | { failure: FailedLine })

/** An event that is not sent, or was not accepted. */
export interface FailedLine {
  line: number
  /** The `event_id` for messages. */
  id: string
  /** The code of the finding. */
  code: 'line-malformed' | 'event-too-old' | 'event-invalid' | 'event-declined' | 'event-unanswered'
  /** Contains no values of the event. */
  reason: string
}

/** The lines that `only` of a mapping leaves out. */
export interface LeftOut {
  /** Their number by their reason. */
  counts: Counts
  /** Sentences about the lines above the columns, and the texts that no line has. */
  notes: string[]
}

/**
 * Reads the events of a file. Lines without text, and those above the names of the columns, are skipped.
 *
 * @param now Decides about the age of the events.
 * @param onSelected Called at the end.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  format: Format,
  now: () => number,
  mapping: Mapping = {},
  onSelected: (lines: LeftOut) => void = () => {},
): AsyncGenerator<ReadEvent> {
  let parse: ParseLine | undefined = format === 'jsonl' ? parseJsonLine : undefined
  const filters = Object.entries(mapping.only ?? {}).map(([column, texts]) => ({
    column,
    texts: new Set(texts),
    unseen: new Set(texts),
  }))
  const counts: Counts = new Map()
  const notes: string[] = []
  let isRead = false
  const all = readLines(chunks, mapping.encoding)
  for await (const { number: line, text } of parse ? all : skipTitle(all, mapping)) {
    if (text?.trim() === '') continue
    if (parse) {
      const parsed = text === undefined ? TOO_LONG : parse(text)
      isRead ||= typeof parsed !== 'string'
      if (typeof parsed === 'string') increase(counts, parsed)
      else yield toEvent(line, parsed, now(), mapping)
    } else {
      parse = readHeader(text ?? '', mapping, filters)
      if (line > 1)
        notes.push(`The names of the columns are in line ${line}. The lines above are not read.`)
    }
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

/** Parses a line. Returns the reason if the mapping leaves it out. */
type ParseLine = (text: string) => ParsedLine | string

const TOO_LONG = { ok: false, error: 'The line is too long. Write one event per line.' } as const

function parseJsonLine(text: string): ParsedLine {
  const value = parseJsonObject(text)
  if (value !== undefined) return { ok: true, value }
  return {
    ok: false,
    error: 'The line is not a JSON object. Write each event on one line: {"event_name": …}.',
  }
}

function readHeader(text: string, mapping: Mapping, filters: Filter[]): ParseLine {
  const delimiter = findDelimiter(text)
  const names = splitCells(text, delimiter)
  const columns = names.ok ? parseColumns(names.value, mapping) : names
  if (!columns.ok) throw new CommandError(columns.error)
  const added = Object.values(mapping.constants ?? {})
  const header = names.ok ? names.value : []
  const indexed = filters.map((filter) => ({ ...filter, index: header.indexOf(filter.column) }))
  return (line) => {
    const cells = splitCells(line, delimiter)
    if (!cells.ok) return cells
    // In a line with missing cells, the text can be in another column.
    const isWhole = cells.value.length === header.length
    const reasons = isWhole ? indexed.flatMap((filter) => checkText(cells.value, filter)) : []
    return reasons[0] ?? parseCells(cells.value, columns.value, added)
  }
}

/** Returns why the filter leaves out the line, if it does. */
function checkText(
  cells: string[],
  { column, index, texts, unseen }: Filter & { index: number },
): string | [] {
  const cell = cells[index]!
  unseen.delete(cell)
  if (texts.has(cell)) return []
  return `${showColumn(column)} is ${showStatus(column, cell)}`
}

/** Checks what the sender does not know. It checks the other fields. */
function toEvent(line: number, parsed: ParsedLine, nowMs: number, format: TimeFormat): ReadEvent {
  const fail = (reason: string, id = ''): ReadEvent => ({
    line,
    id,
    failure: { line, id, code: 'line-malformed', reason },
  })
  if (!parsed.ok) return fail(parsed.error)
  const event = parsed.value
  const id = showEventId(event['event_id'])
  const timeProblem = convertTime(event, 'event_time', format)
  if (timeProblem !== undefined) return fail(timeProblem, id)
  const original = event['original_event_data']
  const originalProblem =
    isJsonObject(original) &&
    original['event_time'] !== undefined &&
    convertTime(original, 'event_time', format)
  if (originalProblem) return fail(`original_event_data.${originalProblem}`, id)
  const reason = describeAge(event, nowMs)
  if (reason !== undefined) {
    return { line, id, failure: { line, id, code: 'event-too-old', reason } }
  }
  return { line, id, event: event as unknown as EventToSend }
}

/** Converts a time in the object. Returns what to write if it is unusable. */
function convertTime(object: JsonObject, key: string, format: TimeFormat): string | undefined {
  const time =
    object[key] === undefined ? `is missing. ${TIME_HINT}` : toUnixSeconds(object[key], format)
  object[key] = time
  return typeof time === 'number' ? undefined : `${key} ${time}`
}

/**
 * Returns why Meta does not accept an event of this age.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event#event-time
 */
export function describeAge(
  { event_time, action_source }: JsonObject,
  nowMs: number,
): string | undefined {
  // Not every value can be converted to a key.
  const source = typeof action_source === 'string' ? action_source : 'website'
  const maxDays = MAX_AGE_DAYS[source as ActionSource]
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
