import { formatSpread, spread } from './rounds.ts'

export interface Part {
  summary: string
  /** The default effort. It has only the keys that the part uses. */
  full: Partial<Effort>
  quick: Partial<Effort>
  run: (effort: Effort) => Promise<Section>
}

export interface Effort {
  /** How often each subject is measured. */
  rounds: number
  seconds: number
}

/** The results of a part. Contains no functions, because it is saved as JSON. */
export interface Section {
  title: string
  /** How the part was measured, for example `31 rounds of 0.2 s`. */
  effort: string
  /** The versions of the peers, for example `hono 4.13.19`. */
  versions: string[]
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

/**
 * Compares the median of numbers with a goal.
 *
 * @param isMet Returns whether the median reaches the goal.
 */
export function target(
  subject: string,
  goal: string,
  numbers: number[],
  isMet: (median: number) => boolean,
  { unit = '×', digits = 2 } = {},
): Target {
  const measured = `${formatSpread(numbers, digits)} ${unit}`
  return { subject, goal, measured, isMet: isMet(spread(numbers).median) }
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
