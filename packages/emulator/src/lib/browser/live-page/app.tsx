import {
  countSources,
  describeSources,
  findTrafficSource,
  type TrafficSource,
} from '@conversion-capi/core/diagnostics'
import { render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'

import type { PageSettings } from '../../page/page-routes.ts'
import { EventList } from './event-list.tsx'
import { FaultBanner } from './fault-banner.tsx'
import type { LiveRow } from './model/store.ts'
import { visibleText } from './model/format.ts'
import { PageHead } from './page-head.tsx'
import { RowDetails } from './row-details.tsx'
import { useLive } from './use-live.ts'

function App({ settings }: { settings: PageSettings }) {
  const live = useLive(settings.maxEvents)
  const [open, setOpen] = useState<{ key: string; isFocused: boolean }>()
  const { rows, faults, isComplete } = live
  const sources = useMemo(() => countSources(rows.flatMap(sourceOf)).map(describeSources), [rows])
  const openRow = open && rows.find(({ key }) => key === open.key)

  // Narrow screens show the list or an opened row.
  const view = openRow && open?.isFocused ? 'has-details' : ''

  useEffect(() => {
    document.title = `${rows.length > 0 ? `(${rows.length}) ` : ''}Conversion emulator`
  }, [rows.length])

  return (
    <div class={`app ${view}`}>
      <PageHead settings={settings} live={live} />
      <FaultBanner faults={faults} />
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
        <main class="columns">
          <div class="list-column">
            {sources.map((line) => (
              <p key={line} class="sources note">
                {line}
              </p>
            ))}
            <EventList
              rows={rows}
              selectedKey={open?.key}
              onSelect={(key) => setOpen({ key, isFocused: false })}
              onOpen={(key) => setOpen({ key, isFocused: true })}
            />
          </div>
          <div class="details-column">
            {openRow ? (
              <RowDetails row={openRow} isFocused={open.isFocused} onClose={close} />
            ) : (
              <p class="hint muted">Select an event to compare its copies.</p>
            )}
          </div>
        </main>
      )}
    </div>
  )

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

const root = document.getElementById('app')!
render(<App settings={JSON.parse(root.dataset['settings']!)} />, root)
