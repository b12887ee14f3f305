/** Parses a command line option, or exits with an error if it is not a non-negative integer. */
export function parseIntegerOption(name: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  console.error(`--${name} must be a non-negative integer, got "${value}".`)
  process.exit(1)
}
