import {
  BOUNDARY,
  type Content,
  flat,
  flow,
  isBlock,
  type MarkdownNode,
  phrase,
  plainText,
} from './markdown-nodes.ts'

/** Wider tables are layouts, and spans end here: filling more cells would take quadratic time. */
const MAX_COLUMNS = 100
/** Longer texts are not repeated in the cells that they span. */
const MAX_REPEATED = 100

/** Converts the rows and the caption of a table. A layout becomes the content of its cells. */
export function toTable(content: MarkdownNode[], isLayout: boolean, hasTables: boolean): Content {
  const rows = content.filter(({ type }) => type === 'tableRow').map(({ children }) => children!)
  const others = content.filter(({ type }) => type !== 'tableRow')
  const filled = rows.filter((row) => phrase(row).children.length > 0)
  const hasHeader = rows.flat().some(({ isHead }) => isHead)
  const isData =
    filled.length > 0 &&
    rows.every((row) => row.length <= MAX_COLUMNS) &&
    (hasHeader ||
      (!hasTables &&
        filled.length > 1 &&
        filled.some((row) => row.length > 1) &&
        !rows.flat().some(hasBlocks)))
  if (isData && !isLayout) return [others, tableOf(rows)]
  const cells = rows.flat().filter((cell) => !isMenu(cell))
  return [others, cells.map(({ children }) => [BOUNDARY, children!, BOUNDARY])]
}

/** Returns whether a cell contains at least three links and no other text. */
function isMenu({ children }: MarkdownNode): boolean {
  const isLink = ({ type }: MarkdownNode): boolean => type === 'link'
  const others = children!.filter((node) => !isLink(node))
  return children!.length - others.length >= 3 && !/[\p{L}\p{N}]/u.test(plainText(others))
}

function hasBlocks({ children }: MarkdownNode): boolean {
  return children!.some((node) => isBlock(node) && node.type !== 'paragraph')
}

/** Fills the grid. A cell that spans others is repeated, unless it is the only one of its row. */
function tableOf(rows: MarkdownNode[][]): MarkdownNode {
  const grid: MarkdownNode[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const { children: content, colSpan, rowSpan } of row) {
      while (grid[y]![x]) x++
      const { children } = phrase(content!, true)
      const cell = { type: 'tableCell', children }
      const isShort = plainText(children).length <= MAX_REPEATED
      const copy = isShort && (row.length > 1 || x > 0) ? cell : EMPTY
      const right = Math.max(x + 1, Math.min(x + Number(colSpan), MAX_COLUMNS))
      const bottom =
        x < MAX_COLUMNS ? Math.min(y + (Number(rowSpan) || rows.length), rows.length) : y + 1
      for (let below = y; below < bottom; below++) {
        for (let across = x; across < right; across++)
          grid[below]![across] ??= below === y && across === x ? cell : copy
      }
    }
  }
  const children = grid
    .map((cells) => ({ type: 'tableRow', children: Array.from(cells, (cell) => cell ?? EMPTY) }))
    .filter((row) => row.children.some((cell) => cell.children!.length > 0))
  const isHeadless = !rows.find((row) => row.length > 0)!.some(({ isHead }) => isHead)
  return {
    type: 'table',
    children: isHeadless ? [{ type: 'tableRow', children: [] }, ...children] : children,
  }
}

const EMPTY: MarkdownNode = { type: 'tableCell', children: [] }
