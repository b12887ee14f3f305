export type Counts = Map<string, number>

export function increase(counts: Counts, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1)
}

export function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
