import { type MarkdownNode, phrase, plainText } from './markdown-nodes.ts'

/** A cell of an HTML table. */
export interface Cell {
  content: MarkdownNode[]
  isHead: boolean
  colSpan: number
  rowSpan: number
}

/** Spans end here, and wider tables are not converted: padding would take quadratic time. */
const MAX_COLUMNS = 100
/** Longer texts are not repeated in the cells that they span. */
const MAX_REPEATED = 100

/** Converts the rows of a table. A cell that spans others is repeated, unless it is the only one of its row. */
export function toTable(rows: Cell[][]): MarkdownNode | undefined {
  if (rows.some((row) => row.length > MAX_COLUMNS)) return undefined
  const grid: MarkdownNode[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const { content, colSpan, rowSpan } of row) {
      while (grid[y]![x]) x++
      const { children } = phrase(content, true)
      const cell = { type: 'tableCell', children }
      const isRepeated = plainText(children).length <= MAX_REPEATED && (row.length > 1 || x > 0)
      const width = Math.max(1, Math.min(colSpan, MAX_COLUMNS - x))
      const height = x < MAX_COLUMNS ? Math.min(rowSpan || rows.length, rows.length - y) : 1
      for (let below = 0; below < height; below++) {
        for (let right = 0; right < width; right++) {
          const isOwn = below === 0 && right === 0
          grid[y + below]![x + right] ??= isOwn || isRepeated ? cell : EMPTY
        }
      }
    }
  }
  const filled = grid.filter((cells) => cells.some((cell) => cell?.children!.length))
  const children = filled.map((cells) => ({ type: 'tableRow', children: Array.from(cells, (cell) => cell ?? EMPTY) }))
  if (!rows.find((row) => row.length > 0)?.some(({ isHead }) => isHead)) children.unshift({ type: 'tableRow', children: [] })
  return { type: 'table', children }
}

const EMPTY: MarkdownNode = { type: 'tableCell', children: [] }
