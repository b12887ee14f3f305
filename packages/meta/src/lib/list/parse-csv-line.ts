import type { Result } from '@conversion-capi/core'
import type { JsonObject } from '@conversion-capi/core/protocol'
import { parse } from 'csv-parse/sync'

import type { Column } from './csv-columns.ts'

/** The fields of a line, or what to write. The message contains no values. */
export type ParsedLine = Result<JsonObject, string>

/** A character between two cells. Spreadsheets use a semicolon where numbers have a decimal comma. */
export type Delimiter = ',' | ';' | '\t'

/** Returns the delimiter of the first line. Names of columns contain none of them. */
export function findDelimiter(header: string): Delimiter {
  return (['\t', ';'] as const).find((each) => header.includes(each)) ?? ','
}

/**
 * Splits a line of a CSV file. A cell cannot contain a line break: otherwise, one quotation mark that is not closed
 * would swallow the events of the following lines.
 *
 * @returns The cells, or what to write. The message contains no values.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function splitCells(text: string, delimiter: Delimiter): Result<string[], string> {
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

/** Parses the cells of a line, and the constants of the last columns. Empty cells are omitted. */
export function parseCells(
  cells: string[],
  columns: (Column | undefined)[],
  constants: string[] = [],
): ParsedLine {
  const width = columns.length - constants.length
  if (cells.length !== width) {
    return {
      ok: false,
      error: `The line has ${cells.length} cells, and the first line has ${width}. Put cells that contain a delimiter in quotation marks.`,
    }
  }
  const event: JsonObject = {}
  for (const [index, cell] of [...cells, ...constants].entries()) {
    const column = columns[index]
    if (column === undefined || cell === '') continue
    const { path, parse: parseCell, expected } = column
    const value = parseCell(cell)
    if (value === undefined) return { ok: false, error: `${path.join('.')} must be ${expected}.` }
    const [group, key] = path as [string, string?]
    if (key === undefined) event[group] = value
    else event[group] = { ...(event[group] as JsonObject | undefined), [key]: value }
  }
  return { ok: true, value: event }
}
