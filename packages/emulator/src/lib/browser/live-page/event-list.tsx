import { useEffect } from 'preact/hooks'

import { describeRow, type RowView } from './model/describe-row.ts'
import { formatTime } from './model/format.ts'
import type { LiveRow } from './model/store.ts'

interface EventListProps {
  rows: readonly LiveRow[]
  selectedKey: string | undefined
  onSelect: (key: string) => void
  onOpen: (key: string) => void
}

/** Older rows are in the export. */
const MAX_ROWS = 200

export function EventList({ rows, selectedKey, onSelect, onOpen }: EventListProps) {
  const shown = rows.slice(0, MAX_ROWS)
  const selected = shown.findIndex(({ key }) => key === selectedKey)
  useEffect(() => {
    document.getElementById(`row-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedKey])

  return (
    <>
      <div
        class="list"
        role="listbox"
        tabIndex={0}
        aria-label="Events, newest first"
        aria-activedescendant={selected < 0 ? undefined : `row-${selected}`}
        onKeyDown={handleKey}
      >
        {shown.map((row, index) => (
          <div
            key={row.key}
            id={`row-${index}`}
            class={`row ${describeRow(row).tone}`}
            role="option"
            aria-selected={row.key === selectedKey}
            onClick={() => onOpen(row.key)}
          >
            <Row row={row} />
          </div>
        ))}
      </div>
      {rows.length > MAX_ROWS && (
        <p class="hint note">
          The newest {MAX_ROWS} of {rows.length.toLocaleString()} events. The export contains all.
        </p>
      )}
    </>
  )

  function handleKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.key === 'Enter' || event.key === ' ') && selected >= 0) {
      event.preventDefault()
      onOpen(shown[selected]!.key)
      return
    }
    const target = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      Home: 0,
      End: shown.length - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    onSelect(shown[Math.min(shown.length - 1, Math.max(0, target))]!.key)
  }
}

function Row({ row }: { row: LiveRow }) {
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

export function Badges({ view }: { view: RowView }) {
  if (view.browserCopies + view.serverCopies === 0) return null
  return (
    <span class="badges">
      {view.source !== 'server' && <Badge source="browser" count={view.browserCopies} />}
      <Badge source="server" count={view.serverCopies} />
    </span>
  )
}

function Badge({ source, count }: { source: 'browser' | 'server'; count: number }) {
  const name = source === 'browser' ? 'Browser' : 'Server'
  if (count === 0) return <span class="badge absent">no {source}</span>
  return (
    <span class={`badge ${source}`}>
      {name}
      {count > 1 ? ` ×${count}` : ''}
    </span>
  )
}
