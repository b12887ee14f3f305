import { parseColumns } from './csv-columns.ts'
import type { Mapping } from './mapping.ts'
import { findDelimiter, splitCells } from './parse-csv-line.ts'
import type { Line } from './read-lines.ts'

/** A sheet has fewer lines than this above its columns. */
const MAX_TITLE_LINES = 50

/**
 * Yields the lines with text from the names of the columns on. A sheet can have a title above them: those lines have
 * fewer cells than the table, or no other filled ones.
 */
export async function* skipTitle(
  lines: AsyncIterable<Line>,
  mapping: Mapping,
): AsyncGenerator<Line> {
  let first: Line[] | undefined = []
  for await (const line of lines) {
    if (line.text?.trim() === '') continue
    if (!first) {
      yield line
      continue
    }
    first.push(line)
    const isHeader = parseColumns(split(line), mapping).ok
    if (!isHeader && first.length < MAX_TITLE_LINES) continue
    yield* isHeader ? [line] : first.slice(findTable(first))
    first = undefined
  }
  if (first) yield* first.slice(findTable(first))
}

/** Returns the index of the first line whose cells are filled like those of the table. */
function findTable(lines: Line[]): number {
  const rows = lines.map(split)
  const byWidth = [...Map.groupBy(rows, ({ length }) => length)]
  // Most cells of the file are in the table.
  const [, table] = byWidth.reduce(
    (largest, each) => (sizeOf(each) > sizeOf(largest) ? each : largest),
    [0, []],
  )
  const most = Math.max(...table.map(countFilled))
  return Math.max(
    0,
    rows.findIndex((cells) => cells.length > 1 && countFilled(cells) * 3 >= most * 2),
  )
}

function sizeOf([width, rows]: [number, string[][]]): number {
  return width > 1 ? width * rows.length : 0
}

function countFilled(cells: string[]): number {
  return cells.filter((cell) => cell !== '').length
}

function split({ text = '' }: Line): string[] {
  const cells = splitCells(text, findDelimiter(text))
  return cells.ok ? cells.value : []
}
