/**
 * The last day of each version of the Graph API. The newest version has no known end.
 *
 * @see https://developers.facebook.com/docs/graph-api/changelog/versions
 */
const LAST_DAYS: Record<string, string | undefined> = {
  'v18.0': '2026-01-26',
  'v19.0': '2026-05-21',
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
  'v26.0': undefined,
}

export const NEWEST_GRAPH_VERSION = 'v26.0'

const NOTICE_DAYS = 90

export type VersionStatus =
  | { status: 'current' | 'unknown' }
  | { status: 'expired' | 'expiring'; date: string }

export function graphVersionStatus(version: string, now: number): VersionStatus {
  // Older than every version in the table.
  if (Number(version.slice(1)) < 18) return { status: 'expired', date: 'a day before 2026-01-26' }
  if (!Object.hasOwn(LAST_DAYS, version)) return { status: 'unknown' }
  const date = LAST_DAYS[version]
  if (date === undefined) return { status: 'current' }
  const days = (Date.parse(date) - now) / 86_400_000
  if (days < 0) return { status: 'expired', date }
  return days < NOTICE_DAYS ? { status: 'expiring', date } : { status: 'current' }
}
