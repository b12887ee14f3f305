import { describeRow, identify, type RowView } from './describe-row.ts'
import type { LiveRow } from './store.ts'

/** Which rows the list shows. */
export interface Filter {
  /** Words that the row must contain, separated by spaces. */
  search: string
  status: 'all' | 'counted' | 'rejected' | 'warnings'
  /** An event name; `''` for all. */
  name: string
  /** Where the events happened; `''` for all. */
  source: '' | NonNullable<RowView['source']>
}

/** Returns the rows that match, in the same order. */
export function filterRows(rows: readonly LiveRow[], filter: Filter): readonly LiveRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  const { status, name, source } = filter
  if (words.length === 0 && status === 'all' && name === '' && source === '') return rows
  return rows.filter((row) => {
    if (name && identify(row).event_name !== name) return false
    const { warnings, searchText, source: rowSource } = describeRow(row)
    if (source && rowSource !== source) return false
    if ((status === 'counted' || status === 'rejected') && statusOf(row) !== status) return false
    if (status === 'warnings' && warnings.length === 0) return false
    return words.every((word) => searchText.includes(word))
  })
}

/** Each event has one status. An event whose server copy was rejected does not count as it should. */
function statusOf(row: LiveRow): 'counted' | 'rejected' {
  return row.copies.length > 0 && describeRow(row).tone !== 'bad' ? 'counted' : 'rejected'
}

/** Numbers of rows for the filter's labels. */
export interface RowCounts {
  all: number
  counted: number
  rejected: number
  warnings: number
  page: number
  server: number
  /** How many rows have each event name, most frequent first. */
  names: [name: string, count: number][]
}

/** Counts the rows by status and name. */
export function countRows(rows: readonly LiveRow[]): RowCounts {
  const counts = { all: rows.length, counted: 0, rejected: 0, warnings: 0, page: 0, server: 0 }
  const names = new Map<string, number>()
  for (const row of rows) {
    const { warnings, source } = describeRow(row)
    if (source) counts[source]++
    counts[statusOf(row)]++
    if (warnings.length > 0) counts.warnings++
    const { event_name } = identify(row)
    if (event_name) names.set(event_name, (names.get(event_name) ?? 0) + 1)
  }
  return { ...counts, names: [...names].sort((one, other) => other[1] - one[1]).slice(0, 50) }
}
