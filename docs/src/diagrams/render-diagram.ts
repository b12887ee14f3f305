/** Boxes in rows, with arrows that lead down. */
export interface Diagram {
  title: string
  /** The text alternative. */
  description: string
  /** Each row has one or two boxes. */
  rows: Box[][]
  arrows: Arrow[]
}

interface Box {
  id: string
  title: string
  lines: string[]
  /** Whether it is our project, which is highlighted. */
  isOurs?: boolean
}

interface Arrow {
  /** The id of a box. */
  from: string
  /** The id of a box in the next row. */
  to: string
  label: string
}

interface PlacedBox extends Box {
  x: number
  y: number
  width: number
  height: number
}

/** Fits a phone without scaling, so that the text stays readable. */
const WIDTH = 360
const COLUMN_GAP = 16
const ROW_GAP = 52
const LINE_HEIGHT = 19
const PADDING = 12

/** Renders a diagram as SVG, with colors for light and dark pages. */
export function renderDiagram({ title, description, rows, arrows }: Diagram): string {
  const boxes = placeBoxes(rows)
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + 1
  const find = (id: string): PlacedBox => boxes.find((box) => box.id === id)!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escape(title)}</title>
  <desc id="description">${escape(description)}</desc>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; dominant-baseline: central }
    .title { font-size: 15px; font-weight: 600 }
    .label { fill: #59636e; text-anchor: start }
    rect { fill: #f6f8fa; stroke: #8c959f }
    .ours { fill: #e6f4ef; stroke: #1a7f64; stroke-width: 2 }
    path { fill: none; stroke: #59636e; stroke-width: 1.5 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .label { fill: #9198a1 }
      rect { fill: #21262d; stroke: #6e7681 }
      .ours { fill: #12312a; stroke: #2ea98a }
      path { stroke: #9198a1 }
    }
  </style>
${[...boxes.map(renderBox), ...arrows.map(({ from, to, label }) => renderArrow(find(from), find(to), label))].join('\n')}
</svg>
`
}

/** The boxes of a row have the same height, and share the width. */
function placeBoxes(rows: Box[][]): PlacedBox[] {
  let y = 1
  return rows.flatMap((row) => {
    const width = (WIDTH - 2 - COLUMN_GAP * (row.length - 1)) / row.length
    const lines = Math.max(...row.map((box) => box.lines.length))
    const height = (lines + 1) * LINE_HEIGHT + 2 * PADDING
    const top = y
    y += height + ROW_GAP
    return row.map((box, column) => ({
      ...box,
      x: 1 + column * (width + COLUMN_GAP),
      y: top,
      width,
      height,
    }))
  })
}

function renderBox({ x, y, width, height, title, lines, isOurs }: PlacedBox): string {
  const texts = [title, ...lines].map((line, index) => {
    const middle = y + PADDING + (index + 0.5) * LINE_HEIGHT
    const style = index === 0 ? ' class="title"' : ''
    return `  <text x="${x + width / 2}" y="${middle}"${style}>${escape(line)}</text>`
  })
  const style = isOurs ? ' class="ours"' : ''
  return `  <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"${style}/>
${texts.join('\n')}`
}

/** The arrow and its label are above or below the middle of the narrower box. */
function renderArrow(from: PlacedBox, to: PlacedBox, label: string): string {
  const narrow = from.width < to.width ? from : to
  const x = narrow.x + narrow.width / 2 - 44
  const start = from.y + from.height + 4
  const end = to.y - 4
  return `  <path d="M${x} ${start}V${end}m-5-7 5 7 5-7"/>
  <text x="${x + 12}" y="${(start + end) / 2}" class="label">${escape(label)}</text>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
