import { describeRow } from './describe-row.ts'
import type { LiveRow } from './store.ts'

export interface Filter {
  search: string
  status: 'all' | 'counted' | 'rejected' | 'warnings'
}

export function filterRows(rows: readonly LiveRow[], filter: Filter): readonly LiveRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  const { status } = filter
  if (words.length === 0 && status === 'all') return rows
  return rows.filter((row) => {
    const { warnings, searchText } = describeRow(row)
    if ((status === 'counted' || status === 'rejected') && statusOf(row) !== status) return false
    if (status === 'warnings' && warnings.length === 0) return false
    return words.every((word) => searchText.includes(word))
  })
}

/** Each event has one status. An event whose server copy was rejected does not count as it should. */
function statusOf(row: LiveRow): 'counted' | 'rejected' {
  return row.copies.length > 0 && describeRow(row).tone !== 'bad' ? 'counted' : 'rejected'
}

export type RowCounts = Record<Filter['status'], number>

export function countRows(rows: readonly LiveRow[]): RowCounts {
  const counts = { all: rows.length, counted: 0, rejected: 0, warnings: 0 }
  for (const row of rows) {
    counts[statusOf(row)]++
    if (describeRow(row).warnings.length > 0) counts.warnings++
  }
  return counts
}
