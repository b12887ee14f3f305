import { formatCount } from '../terminal/format-count.ts'
import type { PixelReport } from '../report/run-report.ts'

/** Puts the rows of each day in UTC next to the events that Meta counted, for the names in the list. */
export function compareDays(
  { rows, days }: { rows: number; days: Record<string, number> },
  { from, to, hours }: Pick<PixelReport, 'from' | 'to' | 'hours'>,
): string[] {
  const counts = Object.entries(hours).map(([source, all]) => {
    const byDay = new Map<string, number>()
    for (const { name, count, start } of all) {
      const key = dayKey(start / 1000, name)
      byDay.set(key, (byDay.get(key) ?? 0) + count)
    }
    return [SOURCES[source as keyof typeof SOURCES], byDay] as const
  })
  if (counts.length === 0) return []
  const names = new Set(Object.keys(days).map((key) => key.slice(DAY_LENGTH)))
  // Meta's first day is not whole.
  const first = dayKey(from / 1000 + DAY, '')
  const last = dayKey(to / 1000, '\uffff')
  const keys = new Set([...Object.keys(days), ...counts.flatMap(([, byDay]) => [...byDay.keys()])])
  const compared = [...keys]
    .filter((key) => key >= first && key <= last && names.has(key.slice(DAY_LENGTH)))
    .sort()
  const others = compared.reduce((left, key) => left - (days[key] ?? 0), rows)
  return [
    ...compared.map((key) => {
      const counted = counts.map(([source, all]) => `${formatCount(all.get(key) ?? 0)} ${source}`)
      return `${key}: ${formatCount(days[key] ?? 0)} in the list; Meta has ${counted.join(' and ')}.`
    }),
    ...(others > 0
      ? [
          `Not known: ${formatCount(others, 'row')} of other days. Meta returns the counts of seven days.`,
        ]
      : []),
  ]
}

const SOURCES = { browser: 'from browsers', server: 'from the server' }
const DAY = 86_400
const DAY_LENGTH = '2026-11-23 '.length

export function dayKey(time: number, name: string): string {
  return `${dateOf(time)} ${name}`
}

/** Returns the date in UTC of a Unix time in seconds, or `undefined` if its year does not have four digits. */
export function dateOf(time: number): string | undefined {
  const date = new Date(time * 1000)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}
