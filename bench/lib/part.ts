import { format, formatSpread, spread } from './rounds.ts'

export interface Part {
  title: string
  summary: string
  peers: string[]
  /** The default effort. It has only the keys that the part uses. */
  full: Partial<Effort>
  quick: Partial<Effort>
  run: (effort: Effort) => Promise<Section>
}

export interface Effort {
  rounds: number
  seconds: number
}

/** The results of a part. Contains no functions, because it is saved as JSON. */
export interface Section {
  /** How the part was measured, for example `31 rounds of 0.2 s`. */
  effort: string
  /** Markdown. */
  blocks: string[]
  targets: Target[]
}

export interface Target {
  subject: string
  goal: string
  measured: string
  isMet: boolean
}

/** Compares the median of numbers with a limit. */
export function target(
  subject: string,
  numbers: number[],
  relation: 'at most' | 'at least',
  limit: number,
  unit: string = '×',
  digits: number = 2,
): Target {
  const { median } = spread(numbers)
  return {
    subject,
    goal: `${relation} ${format(limit, digits)} ${unit}`,
    measured: `${formatSpread(numbers, digits)} ${unit}`,
    isMet: relation === 'at least' ? median >= limit : median <= limit,
  }
}

/** Returns a Markdown table of columns by their head. The first column is aligned left, the others right. */
export function table<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string | number>,
): string {
  const heads = Object.keys(columns)
  const alignment = heads.map((_, at) => (at === 0 ? '---' : '---:'))
  const cells = rows.map((row) => Object.values(columns).map((render) => render(row)))
  return [heads, alignment, ...cells].map((each) => `| ${each.join(' | ')} |`).join('\n')
}
