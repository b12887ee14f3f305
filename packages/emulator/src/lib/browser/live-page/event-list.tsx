import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

import { describeRow, type RowView } from './model/describe-row.ts'
import { formatTime } from './model/format.ts'
import type { LiveRow } from './model/store.ts'

interface EventListProps {
  rows: readonly LiveRow[]
  selectedKey: string | undefined
  /** Called when the selection moves. */
  onSelect: (key: string) => void
  /** Called when a row is opened. */
  onOpen: (key: string) => void
}

/** In rem, as in the style sheet. */
const ROW_REM = 6.25
/** Rows that are rendered above and below the visible ones. */
const MARGIN = 5

/** The list of events, newest first. Only the visible rows are in the document. */
export function EventList({ rows, selectedKey, onSelect, onOpen }: EventListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800, rowHeight: 100 })
  const { top, height, rowHeight } = view
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + MARGIN)
  const selected = rows.findIndex(({ key }) => key === selectedKey)

  useEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [])
  useAnchor(list, rows, rowHeight)

  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      tabIndex={0}
      aria-label="Events, newest first"
      aria-activedescendant={selected >= first && selected < last ? `row-${selected}` : undefined}
      onScroll={measure}
      onKeyDown={handleKey}
    >
      <div
        class="list-content"
        role="presentation"
        style={{ height: `${rows.length * rowHeight}px` }}
      >
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset
          return (
            <div
              key={row.key}
              id={`row-${index}`}
              class={`row ${describeRow(row).tone}`}
              role="option"
              aria-selected={row.key === selectedKey}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ top: `${index * rowHeight}px` }}
              onClick={() => onOpen(row.key)}
            >
              <Row row={row} />
            </div>
          )
        })}
      </div>
    </div>
  )

  function measure(): void {
    // A last measurement can follow the removal of the list.
    if (!list.current) return
    const { scrollTop, clientHeight } = list.current
    const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    setView({ top: scrollTop, height: clientHeight, rowHeight: ROW_REM * rootSize })
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || rows.length === 0) return
    if ((event.key === 'Enter' || event.key === ' ') && selected >= 0) {
      event.preventDefault()
      onOpen(rows[selected]!.key)
      return
    }
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const target = {
      ArrowDown: selected + 1,
      ArrowUp: selected < 0 ? 0 : selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = Math.min(rows.length - 1, Math.max(0, target))
    // Scrolls the row into view.
    const element = list.current!
    const rowTop = index * rowHeight
    const bottom = rowTop + rowHeight - element.clientHeight
    element.scrollTop = Math.min(rowTop, Math.max(bottom, element.scrollTop))
    onSelect(rows[index]!.key)
  }
}

/** Keeps the visible rows in place if others are inserted above them, unless the list is at its top. */
function useAnchor(
  list: { current: HTMLElement | null },
  rows: readonly LiveRow[],
  rowHeight: number,
): void {
  const anchor = useRef<{ key: string; index: number }>(undefined)
  useLayoutEffect(() => {
    const element = list.current!
    const previous = anchor.current
    if (previous && element.scrollTop > 0) {
      const index = rows.findIndex(({ key }) => key === previous.key)
      if (index > previous.index) element.scrollTop += (index - previous.index) * rowHeight
    }
  }, [rows])
  useEffect(() => {
    const index = Math.floor(list.current!.scrollTop / rowHeight)
    const row = rows[index]
    anchor.current = row && { key: row.key, index }
  })
}

function Row({ row }: { row: LiveRow }): JSX.Element {
  const { startedAt } = row
  const view = describeRow(row)
  const { name, page, value, gap, tone, label, reason } = view
  return (
    <>
      <span class="row-line">
        <bdi class="name">{name}</bdi>
        {value && <span class="value">{value}</span>}
        {tone !== 'ok' && <span class={`label ${tone}`}>{label}</span>}
        <time class="time note" dateTime={new Date(startedAt).toISOString()}>
          {formatTime(startedAt)}
        </time>
      </span>
      <span class="row-line">
        <bdi class="page note">{page}</bdi>
        <Badges view={view} />
        {gap && <span class="gap note">{gap} apart</span>}
      </span>
      <span class="sentence">{reason}</span>
    </>
  )
}

/** Which sides sent a copy of the event. */
export function Badges({ view }: { view: RowView }): JSX.Element | null {
  if (view.browserCopies + view.serverCopies === 0) return null
  return (
    <span class="badges">
      {view.source !== 'server' && <Badge source="browser" count={view.browserCopies} />}
      <Badge source="server" count={view.serverCopies} />
    </span>
  )
}

function Badge({ source, count }: { source: 'browser' | 'server'; count: number }): JSX.Element {
  const name = source === 'browser' ? 'Browser' : 'Server'
  if (count === 0) return <span class="badge absent">no {source}</span>
  return (
    <span class={`badge ${source}`}>
      {name}
      {count > 1 ? ` ×${count}` : ''}
    </span>
  )
}
