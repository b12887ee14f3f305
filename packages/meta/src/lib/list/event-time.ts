export const DATE_ORDERS = ['dd/mm/yyyy', 'mm/dd/yyyy'] as const

export interface TimeFormat {
  zone?: string
  /** Which one is first. Only a date with points is known to start with the day. */
  dates?: (typeof DATE_ORDERS)[number]
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)?\s?(Z|[+-]\d\d(?::?\d\d)?)$/i

const LOCAL_TIME =
  /^(\d{4}|\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{1,2})(?:(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:\s?([AP])M)?)?$/i

export const TIME_HINT =
  'Write Unix time in seconds, or a time with its offset such as 2026-11-22T15:04:05+01:00.'

/**
 * Converts a time to Unix time in seconds. A date without a time becomes noon, which is on the same day in nearly all
 * time zones.
 *
 * @returns The time, or what is wrong with it. It completes the message "event_time …".
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function toUnixSeconds(value: unknown, format: TimeFormat = {}): number | string {
  if (typeof value === 'number') return value
  const unusable = `is not a time with an offset. ${TIME_HINT}`
  if (typeof value !== 'string') return unusable
  const text = value.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const [, date, minutes, seconds = ':00', , offset = ''] = ISO_TIME.exec(text) ?? []
  if (date === undefined) return readLocalTime(text, format) ?? unusable
  if (!isDay(date)) return unusable
  const [, sign = '', hours, offsetMinutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const suffix = hours === undefined ? 'Z' : `${sign}${hours}:${offsetMinutes}`
  const ms = Date.parse(`${date}T${minutes}${seconds}${suffix}`)
  return Number.isNaN(ms) ? unusable : ms / 1000
}

/** `Date` accepts 31 days in every month. */
function isDay(date: string): boolean {
  const ms = Date.parse(date)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}

function readLocalTime(text: string, { zone, dates }: TimeFormat): number | string | undefined {
  const [, first, mark, second, third, hours, minutes = '0', seconds = '0', half] =
    LOCAL_TIME.exec(text) ?? []
  if (first === undefined) return undefined
  const isYearFirst = first.length === 4
  if (!isYearFirst && mark !== '.' && dates === undefined) {
    return `can be read as ${DATE_ORDERS.join(' or ')}. Write one of them as "dates" into the mapping file.`
  }
  const isMonthFirst = dates === 'mm/dd/yyyy'
  const [year, month, day] = (
    isYearFirst
      ? [first, second, third]
      : isMonthFirst
        ? [third, first, second]
        : [third, second, first]
  ) as [string, string, string]
  const isHalf = half !== undefined && hours !== undefined
  const hour = isHalf ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : (hours ?? '12')
  const [date, time] = [
    [year.length === 2 ? `20${year}` : year, month, day],
    [hour, minutes, seconds],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')))
  const local = Date.parse(`${date!.join('-')}T${time!.join(':')}Z`)
  if (Number.isNaN(local) || !isDay(date!.join('-'))) return undefined
  return zone === undefined
    ? 'has no offset. Write its time zone, such as --zone=Europe/Moscow.'
    : toUtc(local, zone)
}

const DAY_MS = 86_400_000

/** Converts a time of a zone. When clocks change, it can exist twice, or not at all. */
function toUtc(local: number, zone: string): number | string {
  const times = [-DAY_MS, DAY_MS].map((distance) => local - offsetAt(local + distance, zone))
  const [time, other] = new Set(times.filter((each) => each + offsetAt(each, zone) === local))
  if (time !== undefined && other === undefined) return time / 1000
  return 'does not exist or occurs twice, because the clocks change. Write its offset.'
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the milliseconds by which a zone is before UTC. */
function offsetAt(ms: number, zone: string): number {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    formatters.set(zone, formatter)
  }
  const [, sign, hours = 0, minutes = 0] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(ms)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
