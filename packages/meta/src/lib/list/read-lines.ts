import type { Result } from '@conversion-capi/core'
import { parse } from 'csv-parse/sync'

import { parseColumns } from './csv-columns.ts'
import type { Mapping } from './mapping.ts'
import { CommandError } from '../terminal/errors.ts'

export interface Line {
  number: number
  /** `undefined` if the line is longer than 262,144 characters. */
  text: string | undefined
}

/** The bytes of a file are not in its encoding. */
export class EncodingError extends CommandError {}

/** More than any event of the proxy. A file without line breaks must not fill the memory. */
const MAX_LINE_LENGTH = 262_144

/**
 * Decodes and splits a file, also into empty lines. They end with LF or CRLF. A byte order mark is removed.
 *
 * @param isStrict Whether bytes that are not in the encoding are an error. Otherwise they become `\uFFFD`.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
  isStrict = true,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  let number = 0
  let rest = ''
  let isTooLong = false
  for await (const chunk of chunks) {
    const [first = '', ...others] = decode(chunk, { stream: true }).split('\n')
    rest += first
    for (const next of others) {
      yield toLine()
      rest = next
    }
    if (rest.length <= MAX_LINE_LENGTH) continue
    isTooLong = true
    rest = ''
  }
  rest += decode()
  if (rest !== '' || isTooLong) yield toLine()

  function decode(...input: Parameters<typeof decoder.decode>): string {
    try {
      return decoder.decode(...input)
    } catch {
      throw new EncodingError(
        `The file is not ${encoding.toUpperCase()}. Save it as UTF-8, or write its encoding, such as --encoding=windows-1251.`,
      )
    }
  }

  function toLine(): Line {
    const text = isTooLong || rest.length > MAX_LINE_LENGTH ? undefined : rest.replace(/\r$/, '')
    isTooLong = false
    number += 1
    return { number, text }
  }
}

/** The cells of a line of a CSV file, or what to write. The message contains no values. */
export type Cells = Result<string[], string>

export const TOO_LONG = {
  ok: false,
  error: 'The line is too long. Write one event per line.',
} as const

/** A sheet has fewer lines than this above its columns. */
const MAX_TITLE_LINES = 50

/**
 * Yields the lines with text from the names of the columns on. A sheet can have a title above them: those lines have
 * fewer cells than the table, or no other filled ones.
 */
export async function* readRows(lines: AsyncIterable<Line>, mapping: Mapping) {
  let first: Line[] | undefined = []
  let delimiter: string | undefined
  for await (const line of lines) {
    if (line.text?.trim() === '') continue
    if (!first) {
      yield toRow(line)
      continue
    }
    first.push(line)
    const cells = splitCells(line)
    const isHeader = cells.ok && parseColumns(cells.value, mapping).ok
    if (!isHeader && first.length < MAX_TITLE_LINES) continue
    yield* (isHeader ? [line] : first.slice(findTable(first))).map(toRow)
    first = undefined
  }
  if (first) yield* first.slice(findTable(first)).map(toRow)

  /** All lines have the delimiter of the first one. */
  function toRow(line: Line): { number: number; cells: Cells } {
    delimiter ??= findDelimiter(line)
    return { number: line.number, cells: splitCells(line, delimiter) }
  }
}

/** Returns the index of the first line whose cells are filled like the table's. */
function findTable(lines: Line[]): number {
  const rows = lines.map((line) => {
    const cells = splitCells(line)
    return cells.ok ? cells.value : []
  })
  const wide = rows.filter(({ length }) => length > 1)
  const byWidth = [...Map.groupBy(wide, ({ length }) => length).values()]
  // Most cells of the file are in the table.
  const [table = []] = byWidth.sort((a, b) => b.flat().length - a.flat().length)
  const most = Math.max(...table.map(countFilled))
  return Math.max(
    0,
    rows.findIndex((cells) => cells.length > 1 && countFilled(cells) * 3 >= most * 2),
  )
}

function countFilled(cells: string[]): number {
  return cells.filter((cell) => cell !== '').length
}

/** Spreadsheets use a semicolon where numbers have a decimal comma. Names of columns contain none of them. */
function findDelimiter({ text = '' }: Line): string {
  return ['\t', ';'].find((each) => text.includes(each)) ?? ','
}

/**
 * A cell cannot contain a line break: otherwise, one quotation mark that is not closed would swallow the events of the
 * following lines.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
function splitCells(line: Line, delimiter = findDelimiter(line)): Cells {
  const { text } = line
  if (text === undefined) return TOO_LONG
  // The parser takes about 40 µs to start.
  if (!text.includes('"')) {
    return { ok: true, value: text.split(delimiter).map((cell) => cell.trim()) }
  }
  try {
    const [cells = []] = parse(text, { delimiter, trim: true, relax_column_count: true })
    return { ok: true, value: cells }
  } catch {
    return {
      ok: false,
      error:
        'A quotation mark is not closed on this line, or is inside a cell. Write each event on one line, cells with a quotation mark as "…", and the mark itself twice.',
    }
  }
}
