import type { JSX } from 'preact'

import type { RejectedEvent, RejectedRequest } from '../../record/rejected-request.ts'
import type { LiveRow } from './model/store.ts'
import { summarize } from './model/summarize.ts'
import { Pairs, Text } from './parts.tsx'

interface RejectionSummaryProps {
  rows: readonly LiveRow[]
  onOpen: (key: string) => void
}

/** What was rejected and warned about, each reason once, with what to change. */
export function RejectionSummary({ rows, onOpen }: RejectionSummaryProps): JSX.Element | null {
  const reasons = summarize(rows)
  if (reasons.length === 0) return null
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">What to change</h2>
      <ul>
        {reasons.map(({ text, fix, tone, count, key }) => (
          <li key={text} class={tone}>
            <strong>
              <Text>{text}</Text>
            </strong>
            {fix && (
              <p>
                <Text>{fix}</Text>
              </p>
            )}
            <button type="button" class="small" onClick={() => onOpen(key)}>
              {count === 1
                ? 'Show the event'
                : `Show the newest of ${count.toLocaleString()} events`}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function RejectionNote({ rejection }: { rejection: RejectedRequest }): JSX.Element {
  const { status, code, error_subcode, meaning, problem, fix, message, route } = rejection
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
          'Meta’s code': (
            <>
              <code>{codes}</code> {meaning}
            </>
          ),
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
