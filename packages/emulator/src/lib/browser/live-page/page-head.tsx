import type { PageSettings } from '../../page/page-routes.ts'
import type { Filter, RowCounts } from './model/filter-rows.ts'
import { FaultPanel } from './fault-panel.tsx'
import { type Live, post } from './use-live.ts'

interface PageHeadProps {
  settings: PageSettings
  live: Live
  counts: RowCounts
}

export function PageHead({ settings, live, counts }: PageHeadProps) {
  const { pixelId, siteUrl } = settings
  return (
    <header class="head">
      <div class="titles">
        <h1>Conversion emulator</h1>
        <p class="lead note">
          Pixel {pixelId}. Nothing is sent to Meta.
          {siteUrl && (
            <>
              {' '}
              <a href={siteUrl}>Back to the site</a>
            </>
          )}
        </p>
      </div>
      <Status live={live} counts={counts} />
      <div class="commands">
        <button type="button" popovertarget="faults">
          Faults
        </button>
        <FaultPanel faults={live.faults} />
        <a class="button" href="events.json" download="events.json">
          Export
        </a>
        <button type="button" onClick={() => post('clear')}>
          Clear
        </button>
      </div>
    </header>
  )
}

function Status({ live: { connection }, counts }: Pick<PageHeadProps, 'live' | 'counts'>) {
  const texts = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected, retrying' }
  const problems = counts.rejected > 0 ? `, ${counts.rejected.toLocaleString()} rejected` : ''
  return (
    <p class={`status note ${connection === 'live' ? 'ok' : 'warn'}`} role="status">
      {texts[connection]}
      <span class="hidden-text">
        . {counts.all.toLocaleString()} events{problems}.
      </span>
    </p>
  )
}

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

export function Toolbar({ filter, counts, onFilter }: ToolbarProps) {
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
