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
import { SetupSteps } from './setup-steps.tsx'
import { Toolbar } from './toolbar.tsx'
import { useLive } from './use-live.ts'

const NO_FILTER: Filter = { search: '', status: 'all', name: '', source: '' }

/** The live page. */
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
  useShortcuts(hasPanel, () => setPanel(false))

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
      {hasPanel && <FaultPanel faults={faults} />}
      {rows.length === 0 ? (
        <main class="empty" aria-busy={!isComplete}>
          {isComplete && (
            <>
              <h2>No events yet</h2>
              <p>
                Every event appears here as soon as it is sent, and so does every request that is
                rejected.
              </p>
              <SetupSteps settings={settings} />
            </>
          )}
        </main>
      ) : (
        <>
          <Toolbar filter={filter} counts={counts} onFilter={setFilter} />
          <main class="columns">
            <div class="list-column">
              {sources.map((line) => (
                <p key={line} class="sources">
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
                  <div class="hint">
                    <p>Select an event to compare its copies.</p>
                    <p>
                      <kbd>↑</kbd> <kbd>↓</kbd> select, <kbd>Enter</kbd> opens, <kbd>Esc</kbd>{' '}
                      closes, <kbd>/</kbd> searches
                    </p>
                  </div>
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

  function close(): void {
    setOpen(undefined)
    // After the list is shown again on narrow screens.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.list')?.focus())
  }
}

/** Returns the name of an event and the source of its visit, if the URL tells it. */
function sourceOf({ copies }: LiveRow): [name: string, source: TrafficSource][] {
  const copy = copies.find(({ source }) => source === 'server')
  const source = findTrafficSource(copy?.event_source_url)
  return copy && source ? [[visibleText(copy.event_name), source]] : []
}

const TEXT_FIELD = 'input:not([type=radio], [type=checkbox]), textarea'
/** Parts that use the keys of the list themselves. */
const KEY_USERS = 'input, select, textarea, .list, .details-column, .panel'
const LIST_KEYS = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/

/** Handles the keys that work on the whole page. */
function useShortcuts(hasPanel: boolean, onClosePanel: () => void): void {
  useEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  })

  function handle(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event
    const target = event.target as HTMLElement
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const list = find('.list')
    const search = find('[type=search]')
    // An opened event is closed before a panel.
    if (key === 'Escape' && hasPanel && !target.closest('.details')) {
      find('[aria-controls="faults-panel"]')?.focus()
      onClosePanel()
    } else if (key === '/' && search && !target.matches(TEXT_FIELD)) {
      event.preventDefault()
      search.focus()
    } else if (list && LIST_KEYS.test(key) && !target.closest(KEY_USERS)) {
      if (altKey || ctrlKey || metaKey) return
      event.preventDefault()
      list.focus()
      list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }
  }
}
