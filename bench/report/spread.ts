/** The smallest, the middle and the largest of several measurements. */
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

/** Returns the spread of the ratios of measurements that were made in the same rounds. */
export function spreadOfRatios(numbers: number[], base: number[]): Spread {
  return spread(numbers.map((number, round) => number / base[round]!))
}

/** Formats a spread as `median [least–most]`. */
export function formatSpread({ least, median, most }: Spread, digits = 0): string {
  return `${format(median)} [${format(least)}–${format(most)}]`

  function format(number: number): string {
    return formatNumber(number, digits)
  }
}

/** Formats a number with a comma between thousands. */
export function formatNumber(number: number, digits = 0): string {
  return number.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
