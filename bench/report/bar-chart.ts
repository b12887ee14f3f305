import type { Spread } from './spread.ts'
import { formatNumber } from './spread.ts'

/** A chart of horizontal bars with the spread of each. */
export interface BarChart {
  /** The name of the file, without `.svg`. */
  file: string
  title: string
  /** For example `µs`. */
  unit: string
  /** Decimal places of the values. */
  digits: number
  bars: Bar[]
}

export interface Bar {
  label: string
  /** Whether it is our project, which is highlighted. */
  isOurs: boolean
  value: Spread
}

const WIDTH = 760
const LABEL_WIDTH = 290
const VALUE_WIDTH = 90
const ROW_HEIGHT = 30
const TOP = 46

/** Renders a chart as SVG, with colors for light and dark pages. */
export function renderBarChart({ title, unit, digits, bars }: BarChart): string {
  const height = TOP + bars.length * ROW_HEIGHT + 8
  const end = Math.max(...bars.map(({ value }) => value.most)) || 1
  const x = (value: number): string =>
    (LABEL_WIDTH + (value / end) * (WIDTH - LABEL_WIDTH - VALUE_WIDTH)).toFixed(1)
  const rows = bars.map(({ label, isOurs, value: { least, median, most } }, index) => {
    const top = TOP + index * ROW_HEIGHT
    const middle = top + ROW_HEIGHT / 2
    return `  <text x="${LABEL_WIDTH - 10}" y="${middle}" class="label">${escape(label)}</text>
  <rect x="${LABEL_WIDTH}" y="${top + 5}" width="${(Number(x(median)) - LABEL_WIDTH).toFixed(1)}" height="${ROW_HEIGHT - 10}" rx="2" class="${isOurs ? 'ours' : 'peer'}"/>
  <path d="M${x(least)} ${middle}H${x(most)}M${x(least)} ${middle - 4}v8M${x(most)} ${middle - 4}v8" class="spread"/>
  <text x="${Number(x(most)) + 8}" y="${middle}" class="value">${formatNumber(median, digits)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328; dominant-baseline: central }
    .title { font-weight: 600; font-size: 15px }
    .label { text-anchor: end }
    .unit { fill: #59636e }
    .ours { fill: #1a7f64 }
    .peer { fill: #8c959f }
    .spread { stroke: #1f2328; stroke-width: 1.5; fill: none }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .unit { fill: #9198a1 }
      .ours { fill: #2ea98a }
      .peer { fill: #6e7681 }
      .spread { stroke: #f0f6fc }
    }
  </style>
  <text x="0" y="18" class="title">${escape(title)}<tspan class="unit" font-weight="400">, ${escape(unit)}</tspan></text>
${rows.join('\n')}
</svg>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
