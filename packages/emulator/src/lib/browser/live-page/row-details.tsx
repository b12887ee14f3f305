import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

import { CompareTable } from './compare-table.tsx'
import { Badges } from './event-list.tsx'
import { MatchQuality } from './match-quality.tsx'
import { describeRow } from './model/describe-row.ts'
import type { LiveRow } from './model/store.ts'
import { Pairs, Part, Text } from './parts.tsx'
import { RawRequestDetails } from './raw-request.tsx'
import { RejectionNote } from './rejections.tsx'
import { Timeline } from './timeline.tsx'

interface RowDetailsProps {
  row: LiveRow
  onClose: () => void
  /** Whether the row was opened by a key or a click, and not selected in passing. */
  isFocused: boolean
}

export function RowDetails({ row, onClose, isFocused }: RowDetailsProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [row.key, isFocused])

  const { copies, rejections } = row
  const view = describeRow(row)
  return (
    <article
      class="details"
      aria-labelledby="details-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header class="details-head">
        <button type="button" class="small back" onClick={onClose}>
          <span aria-hidden="true">←</span> Events
        </button>
        <div class="details-title">
          <h2 id="details-title" tabIndex={-1} ref={heading}>
            <bdi>{view.name}</bdi> {view.value && <span class="value muted">{view.value}</span>}
          </h2>
          <Badges view={view} />
          <button type="button" class="small close" onClick={onClose}>
            Close
          </button>
        </div>
        <p class={`verdict ${view.tone}`}>{view.sentence}</p>
        <Pairs items={{ Page: copies[0]?.event_source_url, event_id: view.eventId }} />
      </header>
      {rejections.map((rejection, index) => (
        <RejectionNote key={index} rejection={rejection} />
      ))}
      {view.warnings.length > 0 && (
        <Part title="Warnings">
          <ul>
            {view.warnings.map((warning) => (
              <li key={warning} class="advice warn">
                <Text>{warning}</Text>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {copies.length > 0 && <CompareTable row={row} />}
      <Timeline row={row} />
      <RawRequests row={row} />
      {copies.length > 0 && <MatchQuality copies={copies} />}
    </article>
  )
}

const MAX_RAW_REQUESTS = 20

function RawRequests({ row }: { row: LiveRow }): JSX.Element | null {
  const requests = new Map<number, string>()
  for (const { request_id } of row.faulted) requests.set(request_id, 'Failed attempt')
  for (const { request_id, source } of row.copies) {
    requests.set(request_id, source === 'browser' ? 'Browser’s copy' : 'Server’s copy')
  }
  for (const { request_id } of row.rejections) {
    if (request_id !== undefined) requests.set(request_id, 'Rejected')
  }
  if (requests.size === 0) return null
  return (
    <Part title="Requests">
      {[...requests]
        .sort(([one], [other]) => one - other)
        .slice(-MAX_RAW_REQUESTS)
        .map(([id, title]) => (
          <RawRequestDetails key={id} id={id} title={title} />
        ))}
    </Part>
  )
}
