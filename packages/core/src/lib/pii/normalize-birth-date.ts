/**
 * Normalizes a date of birth to `YYYYMMDD`.
 *
 * Accepts `19970216`, `1997-02-16` (also with `T00:00:00Z`), `1997/02/16`, `16.02.1997`, and `2/16/1997` or `16/2/1997`.
 * With slashes or hyphens and the year at the end, a date such as `3/4/1997` can be in March or in April: it is not
 * usable.
 *
 * @returns `undefined` for a date that is ambiguous, that does not exist, or whose year is not from 1900 to 2099.
 */
export function normalizeBirthDate(value: string): string | undefined {
  const text = value.trim().replace(/[T ]00:00[0:.Z+]*$/, '')
  const parts = readParts(text)
  if (!parts) return undefined
  const [year, month, day] = parts
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // A day that does not exist is a day of another month.
  const exists = date.getUTCMonth() === Number(month) - 1
  return exists && year >= '1900' && year <= '2099'
    ? year + month.padStart(2, '0') + day.padStart(2, '0')
    : undefined
}

/** Returns year, month and day, or `undefined` for an ambiguous date and for another format. */
function readParts(text: string): [year: string, month: string, day: string] | undefined {
  const yearFirst = /^(\d{4})([-/.]?)(\d\d?)\2(\d\d?)$/.exec(text)
  if (yearFirst && (yearFirst[2] || text.length === 8)) {
    return [yearFirst[1]!, yearFirst[3]!, yearFirst[4]!]
  }
  const yearLast = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/.exec(text)
  if (!yearLast) return undefined
  const [, first, separator, second, year] = yearLast as unknown as string[]
  const isDayFirst = separator === '.' || Number(first) > 12 || first === second
  if (isDayFirst) return [year!, second!, first!]
  return Number(second) > 12 ? [year!, first!, second!] : undefined
}
