/**
 * The last day of each version of the Graph API. The newest version has no known end.
 *
 * @see https://developers.facebook.com/docs/graph-api/changelog/versions
 */
export const LAST_DAYS: Record<string, string | undefined> = {
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
