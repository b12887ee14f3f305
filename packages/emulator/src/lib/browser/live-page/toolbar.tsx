import type { JSX } from 'preact'

import type { Filter, RowCounts } from './model/filter-rows.ts'
import { shorten, visibleText } from './model/visible-text.ts'

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

/** Search and filters. */
export function Toolbar({ filter, counts, onFilter }: ToolbarProps): JSX.Element {
  const change = (part: Partial<Filter>) => onFilter({ ...filter, ...part })
  return (
    <search class="toolbar">
      <input
        type="search"
        aria-label="Search events"
        aria-keyshortcuts="/"
        placeholder="Search: name, page, id, code"
        value={filter.search}
        onInput={(event) => change({ search: event.currentTarget.value })}
      />
      <select
        aria-label="Event name"
        value={filter.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      >
        <option value="">All names</option>
        {counts.names.map(([name, count]) => (
          <option key={name} value={name}>
            {shorten(visibleText(name), 60)} ({count.toLocaleString()})
          </option>
        ))}
      </select>
      <select
        aria-label="Source"
        value={filter.source}
        onChange={(event) => change({ source: event.currentTarget.value as Filter['source'] })}
      >
        <option value="">All sources</option>
        <option value="page">Pages ({counts.page.toLocaleString()})</option>
        <option value="server">Your server ({counts.server.toLocaleString()})</option>
      </select>
      <fieldset class="segments">
        <legend class="hidden-text">Status</legend>
        {STATUSES.map(([status, label]) => (
          <label key={status}>
            <input
              type="radio"
              name="status"
              checked={filter.status === status}
              onChange={() => change({ status })}
            />
            {label} <b>{counts[status].toLocaleString()}</b>
          </label>
        ))}
      </fieldset>
    </search>
  )
}
