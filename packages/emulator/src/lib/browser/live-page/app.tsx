import {
  countSources,
  describeSources,
  findTrafficSource,
  type TrafficSource,
} from '@conversion-capi/core/diagnostics'
import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'

import type { PageSettings } from '../../page/page-routes.ts'
import { EventList } from './event-list.tsx'
import { FaultBanner, FaultPanel } from './fault-panel.tsx'
import { countRows, type Filter, filterRows } from './model/filter-rows.ts'
import type { LiveRow } from './model/store.ts'
import { visibleText } from './model/visible-text.ts'
import { PageHead } from './page-head.tsx'
import { RejectionSummary } from './rejections.tsx'
import { RowDetails } from './row-details.tsx'
import { Toolbar } from './toolbar.tsx'
import { useLive } from './use-live.ts'

const NO_FILTER: Filter = { search: '', status: 'all' }

export function App({ settings }: { settings: PageSettings }): JSX.Element {
  const live = useLive(settings.maxEvents)
  const [filter, setFilter] = useState(NO_FILTER)
  const [hasPanel, setPanel] = useState(false)
  const [open, setOpen] = useState<{ key: string; isFocused: boolean }>()
  const { rows, faults, isComplete } = live
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter])
  const counts = useMemo(() => countRows(rows), [rows])
  const sources = useMemo(() => countSources(rows.flatMap(sourceOf)).map(describeSources), [rows])
  const openRow = open && rows.find(({ key }) => key === open.key)

  // Narrow screens show one of the list, an opened row and a panel.
  const view = openRow && open?.isFocused ? 'has-details' : hasPanel ? 'has-panel' : ''

  useEffect(() => {
    document.title = `${rows.length > 0 ? `(${rows.length}) ` : ''}Conversion emulator`
  }, [rows.length])

  return (
    <div class={`app ${view}`}>
      <PageHead
        settings={settings}
        live={live}
        counts={counts}
        hasPanel={hasPanel}
        onPanel={setPanel}
      />
      <FaultBanner faults={faults} />
      {hasPanel && <FaultPanel faults={faults} onClose={closePanel} />}
      {rows.length === 0 ? (
        <main class="hint" aria-busy={!isComplete}>
          {isComplete && (
            <>
              <h2>No events yet</h2>
              <p>
                Every event and every rejected request appears here as soon as it is sent. Set{' '}
                <code>META_GRAPH_URL</code> to the URL of this page.
              </p>
            </>
          )}
        </main>
      ) : (
        <>
          <Toolbar filter={filter} counts={counts} onFilter={setFilter} />
          <main class="columns">
            <div class="list-column">
              {sources.map((line) => (
                <p key={line} class="sources note">
                  {line}
                </p>
              ))}
              {shown.length > 0 ? (
                <EventList
                  rows={shown}
                  selectedKey={open?.key}
                  onSelect={(key) => setOpen({ key, isFocused: false })}
                  onOpen={openKey}
                />
              ) : (
                <div class="hint">
                  <p>No event matches the filter.</p>
                  <button type="button" onClick={() => setFilter(NO_FILTER)}>
                    Show all
                  </button>
                </div>
              )}
            </div>
            <div class="details-column">
              {openRow ? (
                <RowDetails row={openRow} isFocused={open.isFocused} onClose={close} />
              ) : (
                <>
                  <RejectionSummary rows={rows} onOpen={openKey} />
                  <p class="hint muted">Select an event to compare its copies.</p>
                </>
              )}
            </div>
          </main>
        </>
      )}
    </div>
  )

  function openKey(key: string): void {
    setOpen({ key, isFocused: true })
  }

  function closePanel(): void {
    setPanel(false)
    document.querySelector<HTMLElement>('[aria-controls="faults-panel"]')?.focus()
  }

  function close(): void {
    setOpen(undefined)
    // After the list is shown again on narrow screens.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.list')?.focus())
  }
}

function sourceOf({ copies }: LiveRow): [name: string, source: TrafficSource][] {
  const copy = copies.find(({ source }) => source === 'server')
  const source = findTrafficSource(copy?.event_source_url)
  return copy && source ? [[visibleText(copy.event_name), source]] : []
}
