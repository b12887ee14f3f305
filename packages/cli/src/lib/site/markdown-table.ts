import {
  BOUNDARY,
  type Content,
  isBlock,
  type MarkdownNode,
  phrase,
  plainText,
} from './markdown-nodes.ts'

/** Wider tables are layouts, and spans end here: filling more cells would take quadratic time. */
const MAX_COLUMNS = 100
/** Longer texts are not repeated in the cells that they span. */
const MAX_REPEATED = 100

/**
 * Converts the rows of a table and what is beside them, such as a caption. A layout becomes the content of its cells,
 * without menus.
 *
 * @param hasTables Whether other tables are in it.
 */
export function toTable(content: MarkdownNode[], role: string, hasTables: boolean): Content {
  const rows = content.flatMap(({ type, children }) => (type === 'tableRow' ? [children!] : []))
  const others = content.filter(({ type }) => type !== 'tableRow')
  const cells = rows.flat()
  const filled = rows.filter((row) => phrase(row).length > 0)
  const isPlain = !hasTables && !cells.some(hasBlocks)
  const isGrid = isPlain && filled.length > 1 && filled.some((row) => row.length > 1)
  const isFilled = filled.length > 0 && rows.every((row) => row.length <= MAX_COLUMNS)
  const isData = isFilled && (isGrid || cells.some(({ isHead }) => isHead))
  if (isData && !/^(?:none|presentation)$/.test(role)) return [others, tableOf(rows)]
  const shown = cells.filter((cell) => !isMenu(cell))
  return [others, shown.map(({ children }) => [BOUNDARY, children!, BOUNDARY])]
}

function hasBlocks({ children }: MarkdownNode): boolean {
  return children!.some((node) => isBlock(node) && node.type !== 'paragraph')
}

/** Returns whether a cell contains at least three links and no other text. */
function isMenu({ children }: MarkdownNode): boolean {
  const links = linksOf(children!)
  return links.length >= 3 && countLetters(links) === countLetters(children!)
}

function linksOf(nodes: MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => (node.type === 'link' ? [node] : linksOf(node.children ?? [])))
}

function countLetters(nodes: MarkdownNode[]): number {
  return plainText(nodes).match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Fills the grid. A cell that spans others is repeated, unless it is the only one of its row. */
function tableOf(rows: MarkdownNode[][]): MarkdownNode {
  const grid: MarkdownNode[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const { children: content, colSpan, rowSpan } of row) {
      while (grid[y]![x]) x++
      const children = phrase(content!, true)
      const isRepeated = plainText(children).length <= MAX_REPEATED && (row.length > 1 || x > 0)
      const cell = { type: 'tableCell', children }
      const right = Math.max(x + 1, Math.min(x + Number(colSpan), MAX_COLUMNS))
      const bottom = x < MAX_COLUMNS ? y + (Number(rowSpan) || rows.length) : y + 1
      for (const line of grid.slice(y, bottom)) {
        for (let column = x; column < right; column++) line[column] ??= isRepeated ? cell : EMPTY
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
