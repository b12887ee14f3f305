/** Formats a number for messages: `10,000`, or `1 row` and `10,000 rows` with a noun. */
export function formatCount(count: number, noun?: string): string {
  const digits = count.toLocaleString('en-US')
  return noun === undefined ? digits : `${digits} ${noun}${count === 1 ? '' : 's'}`
}
