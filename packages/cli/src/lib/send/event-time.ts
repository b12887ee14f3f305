const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)?\s?(Z|[+-]\d\d(?::?\d\d)?)$/i

/** What to write as a time. */
export const TIME_HINT =
  'Write Unix time in seconds, or a time with its offset such as 2026-11-22T15:04:05+01:00.'

/**
 * Converts a time to Unix time in seconds.
 *
 * @param value Unix time as a number or as digits, or an ISO 8601 time with an offset.
 * @returns `undefined` for anything else, such as a time without an offset or a day that does not exist.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function toUnixSeconds(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const [, date, minutes, seconds = ':00', , offset = ''] = ISO_TIME.exec(text) ?? []
  if (date === undefined || !isDay(date)) return undefined
  const [, sign = '', hours, offsetMinutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const suffix = hours === undefined ? 'Z' : `${sign}${hours}:${offsetMinutes}`
  const ms = Date.parse(`${date}T${minutes}${seconds}${suffix}`)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

/** `Date` accepts 31 days in every month. */
function isDay(date: string): boolean {
  const ms = Date.parse(date)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}
