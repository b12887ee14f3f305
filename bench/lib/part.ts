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

export type Target = ReturnType<typeof target>

/** Compares the median of numbers with a limit. */
export function target(
  subject: string,
  numbers: number[],
  relation: 'at most' | 'at least',
  limit: number,
  unit: string = '×',
  digits: number = 2,
) {
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

/**
 * Measures several subjects in rounds, so that other load on the machine affects all of them equally. Each round
 * measures every subject once; the subject that starts rotates. Before, each subject runs once to compile its code.
 *
 * @returns The measurements of each subject in the order of the rounds.
 */
export async function interleave<Name extends string, Measurement>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<Measurement>,
): Promise<Record<Name, Measurement[]>> {
  for (const name of names) await measure(name)
  const measurements = Object.fromEntries(names.map((name) => [name, [] as Measurement[]]))
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measurements[name]!.push(await measure(name))
    }
  }
  return measurements as Record<Name, Measurement[]>
}

export function spread(numbers: number[]): { least: number; median: number; most: number } {
  const sorted = numbers.toSorted((a, b) => a - b)
  const median = sorted[Math.ceil(sorted.length / 2) - 1]!
  return { least: sorted[0]!, median, most: sorted.at(-1)! }
}

export function ratios(numbers: number[], base: number[]): number[] {
  return numbers.map((number, round) => number / base[round]!)
}

/** Formats several measurements as `median [least–most]`, and a single one as a number. */
export function formatSpread(numbers: number[], digits = 0): string {
  const [least, median, most] = Object.values(spread(numbers)).map((each) => format(each, digits))
  return numbers.length === 1 ? median! : `${median} [${least}–${most}]`
}

export function format(number: number, digits = 0): string {
  return number.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
