import { useEffect, useRef } from 'preact/hooks'

import { CompareTable } from './compare-table.tsx'
import { Badges } from './event-list.tsx'
import { describeOutcome, describeRow } from './model/describe-row.ts'
import type { LiveRow } from './model/store.ts'
import { Pairs, Part, Text } from './parts.tsx'
import type { RejectedEvent, RejectedRequest } from '../../record/rejected-request.ts'
import { formatGap, formatTime } from './model/format.ts'

interface RowDetailsProps {
  row: LiveRow
  onClose: () => void
  /** Whether the row was opened by a key or a click, and not selected in passing. */
  isFocused: boolean
}

export function RowDetails({ row, onClose, isFocused }: RowDetailsProps) {
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
    </article>
  )
}

function RejectionNote({ rejection }: { rejection: RejectedRequest }) {
  const { status, code, error_subcode, problem, fix, message, route } = rejection
  const { events, event_count, invalid_event } = rejection
  const codes = error_subcode === undefined ? `${code}` : `${code} / ${error_subcode}`
  return (
    <section class="part rejection bad" aria-label={`Rejected: ${problem}`}>
      <h3>
        <Text>{problem}</Text>
      </h3>
      <p class="fix">
        <strong>What to change:</strong> <Text>{fix}</Text>
      </p>
      <Pairs
        items={{
          Status: status,
          'Meta’s code': <code>{codes}</code>,
          Message: message,
          Request: <code>{route}</code>,
          'Invalid event': invalid_event && event_count > 1 && (
            <>
              <code>data[{invalid_event.index}]</code> <Text>{formatEvent(invalid_event)}</Text>
            </>
          ),
          Events: events.length > 0 && (
            <>
              <Text>{events.map(formatEvent).join(', ')}</Text>
              {event_count > events.length &&
                ` and ${(event_count - events.length).toLocaleString()} more`}
            </>
          ),
        }}
      />
    </section>
  )
}

function formatEvent({ event_name, event_id }: RejectedEvent): string {
  return `${event_name ?? 'no event_name'} (${event_id ?? 'no event_id'})`
}

interface Entry {
  at: number
  text: string
  detail?: string
  tone: 'ok' | 'warn' | 'bad'
}

function Timeline({ row }: { row: LiveRow }) {
  const entries = listEntries(row)
  const startedAt = entries[0]?.at ?? 0
  return (
    <Part title="What happened">
      <ol class="timeline steps">
        {entries.map(({ at, text, detail, tone }, index) => (
          <li key={index} class={tone}>
            <time class="note" dateTime={new Date(at).toISOString()}>
              {index === 0 ? formatTime(at, 'milliseconds') : `+${formatGap(at - startedAt)}`}
            </time>
            <span>
              <bdi>{text}</bdi>
              {detail && <span class="muted"> {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function listEntries({ copies, rejections, outcomes }: LiveRow): Entry[] {
  const entries: Entry[] = [
    ...copies.map(({ received_at, source, counted }) => ({
      at: received_at,
      text: `The ${source}’s copy arrived${counted ? ' and counts.' : '.'}`,
      ...(!counted && { detail: 'Meta counts copies with the same name and id once.' }),
      tone: 'ok' as const,
    })),
    ...rejections.map(({ received_at, problem, status }) => ({
      at: received_at,
      text: `Rejected with status ${status}: ${problem}`,
      tone: 'bad' as const,
    })),
    ...outcomes.map((outcome) => {
      const { sentence, fix, tone } = describeOutcome(outcome)
      const dropped = outcome.dropped.map(({ key, reason }) => `${key} (${reason})`).join(', ')
      const detail = [fix, dropped && `Dropped: ${dropped}.`].filter(Boolean).join(' ')
      return { at: outcome.received_at, text: sentence, ...(detail && { detail }), tone }
    }),
  ]
  return entries.sort((one, other) => one.at - other.at)
}
