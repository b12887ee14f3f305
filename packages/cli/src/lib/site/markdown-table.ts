import {
  BOUNDARY,
  type Content,
  isBlock,
  type MarkdownNode,
  phrase,
  plainText,
} from './markdown-nodes.ts'

/** Wider tables are layouts, and spans end here. */
const MAX_COLUMNS = 100
/** On one page. Spans could fill more cells than a page can have in its source. */
const MAX_SPANNED = 10_000
/** Longer texts are not repeated in the cells that they span. */
const MAX_REPEATED = 100

/** Converts the rows of a table and its caption. A layout becomes the content of its cells. */
export function toTable(content: MarkdownNode[], role: string, page: { spanned: number }): Content {
  const rows = content.flatMap(({ type, children }) => (type === 'tableRow' ? [children!] : []))
  const others = content.filter(({ type }) => type !== 'tableRow')
  if (isData(rows) && !/^(?:none|presentation)$/.test(role)) return [others, tableOf(rows, page)]
  return [others, rows.flat().map(({ children }) => [BOUNDARY, children!, BOUNDARY])]
}

function isData(rows: MarkdownNode[][]): boolean {
  const cells = rows.flat()
  const hasHeader = cells.some(({ isHead }) => isHead)
  if (!hasHeader && cells.some((cell) => cell['hasTable'] || hasBlocks(cell))) return false
  const filled = rows.filter((row) => phrase(row).length > 0)
  const isGrid = hasHeader
    ? filled.length > 0
    : filled.length > 1 && filled.some((row) => row.length > 1)
  return isGrid && rows.every((row) => row.length <= MAX_COLUMNS)
}

function hasBlocks({ children }: MarkdownNode): boolean {
  return children!.some((node) => isBlock(node) && node.type !== 'paragraph')
}

/** Fills the grid. A cell that spans others is repeated, unless it is the only one of its row. */
function tableOf(rows: MarkdownNode[][], page: { spanned: number }): MarkdownNode {
  const grid: MarkdownNode[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const { children: content, colSpan, rowSpan } of row) {
      while (grid[y]![x]) x++
      const children = phrase(content!, true)
      const isRepeated = plainText(children).length <= MAX_REPEATED && (row.length > 1 || x > 0)
      const cell = { type: 'tableCell', children }
      const width = Math.min(Number(colSpan), MAX_COLUMNS - x)
      const height = Math.min(Number(rowSpan) || rows.length, rows.length - y)
      page.spanned += width > 0 ? width * height - 1 : 0
      const lines = page.spanned < MAX_SPANNED ? grid.slice(y, y + height) : []
      for (const line of lines) {
        for (let column = x; column < x + width; column++)
          line[column] ??= isRepeated ? cell : EMPTY
      }
      grid[y]![x] = cell
    }
  }
  const children = grid
    .map((cells) => ({ type: 'tableRow', children: Array.from(cells, (cell) => cell ?? EMPTY) }))
    .filter((row) => row.children.some((cell) => cell.children!.length > 0))
  const hasHeader = rows.find((row) => row.length > 0)!.some(({ isHead }) => isHead)
  const header = hasHeader ? [] : [{ type: 'tableRow', children: [] }]
  return { type: 'table', children: [...header, ...children] }
}

const EMPTY: MarkdownNode = { type: 'tableCell', children: [] }
