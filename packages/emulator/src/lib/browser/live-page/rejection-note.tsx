import type { JSX } from 'preact'

import type { RejectedEvent, RejectedRequest } from '../../rejected-request.ts'
import { Text } from './text.tsx'

/** Why a request was rejected, and what to change. */
export function RejectionNote({ rejection }: { rejection: RejectedRequest }): JSX.Element {
  const { status, code, error_subcode, meaning, problem, fix, message, route } = rejection
  const { events, event_count, invalid_event } = rejection
  const codes = error_subcode === undefined ? `${code}` : `${code} / ${error_subcode}`
  return (
    <section class="part rejection" aria-label={`Rejected: ${problem}`}>
      <h3>
        <Text>{problem}</Text>
      </h3>
      <p class="fix">
        <strong>What to change:</strong> <Text>{fix}</Text>
      </p>
      <dl class="pairs">
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Meta’s code</dt>
        <dd>
          <code>{codes}</code> {meaning}
        </dd>
        <dt>Message</dt>
        <dd>
          <Text>{message}</Text>
        </dd>
        <dt>Request</dt>
        <dd>
          <code>{route}</code>
        </dd>
        {invalid_event && event_count > 1 && (
          <>
            <dt>Invalid event</dt>
            <dd>
              <code>data[{invalid_event.index}]</code> <Text>{formatEvent(invalid_event)}</Text>
            </dd>
          </>
        )}
        {events.length > 0 && (
          <>
            <dt>Events</dt>
            <dd>
              <Text>{events.map(formatEvent).join(', ')}</Text>
              {event_count > events.length &&
                ` and ${(event_count - events.length).toLocaleString()} more`}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function formatEvent({ event_name, event_id }: RejectedEvent): string {
  return `${event_name ?? 'no event_name'} (${event_id ?? 'no event_id'})`
}
