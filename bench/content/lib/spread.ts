export interface Spread {
  least: number
  median: number
  most: number
}

export function spread(numbers: number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]!
  return { least: sorted[0]!, median, most: sorted.at(-1)! }
}
