export type Counts = Map<string, number>

export function increase(counts: Counts, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1)
}

export function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Returns the sentences about counts that are not 0, each after its count. */
export function listCounts(...sentences: [count: number, sentence: string][]): string[] {
  return sentences.flatMap(([count, sentence]) =>
    count > 0 ? `${formatCount(count)} ${sentence}` : [],
  )
}

/** Formats a number for messages: `10,000`, or `1 row` and `10,000 rows` with a noun. */
export function formatCount(count: number, noun?: string): string {
  const digits = count.toLocaleString('en-US')
  return noun === undefined ? digits : `${digits} ${noun}${count === 1 ? '' : 's'}`
}
