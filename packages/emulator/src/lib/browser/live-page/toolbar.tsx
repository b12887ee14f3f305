import type { JSX } from 'preact'

import type { Filter, RowCounts } from './model/filter-rows.ts'

interface ToolbarProps {
  filter: Filter
  counts: RowCounts
  onFilter: (filter: Filter) => void
}

const STATUSES: [Filter['status'], string][] = [
  ['all', 'All'],
  ['counted', 'Counted'],
  ['rejected', 'Rejected'],
  ['warnings', 'Warnings'],
]

export function Toolbar({ filter, counts, onFilter }: ToolbarProps): JSX.Element {
  return (
    <search class="toolbar">
      <input
        type="search"
        aria-label="Search events"
        placeholder="Search: name, page, id, code"
        value={filter.search}
        onInput={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      <div class="statuses" role="radiogroup" aria-label="Status">
        {STATUSES.map(([status, label]) => (
          <label key={status}>
            <input
              type="radio"
              name="status"
              checked={filter.status === status}
              onChange={() => onFilter({ ...filter, status })}
            />{' '}
            {label} {counts[status].toLocaleString()}
          </label>
        ))}
      </div>
    </search>
  )
}
