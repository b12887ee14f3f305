import { findWarnings, warnIf } from './find-warnings.ts'
import type { NewEvent } from '../event/received-event.ts'
import type { Records } from './records.ts'

// https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
const DEDUPLICATION_WINDOW_MS = 48 * 60 * 60 * 1000

/** Counts the first copy with an event_name and event_id within 48 hours, whether from the browser or the server. */
export function recordEvent(event: NewEvent, records: Records, received_at: number): void {
  const { event_name, event_id = '' } = event
  const sameId = records.findById(event_id)
  const copies = sameId.filter((earlier) => earlier.event_name === event_name)
  const counted = copies.findLast((copy) => copy.counted)
  records.events.add({
    ...event,
    received_at,
    counted: !counted || received_at - counted.received_at >= DEDUPLICATION_WINDOW_MS,
    warnings: [
      ...findWarnings(event),
      // Meta counts events with the same id but different names separately.
      ...warnIf(
        sameId[0] && sameId[0].event_name !== event_name,
        `event_id was already used for another event, ${sameId[0]?.event_name}. Use a new id for each event.`,
      ),
      // For example a webhook that was delivered twice.
      ...warnIf(
        event.source === 'server' && copies.some(({ source }) => source === 'server'),
        'The server sent this event before. Meta promises to count a copy of the browser and one of the server once, but not two of the server. Send each event once.',
      ),
      ...findUnequalLimit(event, counted),
    ],
  })
}

/** Limited data use applies to the copy that contains it. */
function findUnequalLimit(event: NewEvent, earlier: NewEvent | undefined): string[] {
  if (!earlier || earlier.source === event.source || isLimited(event) === isLimited(earlier)) {
    return []
  }
  const { source } = isLimited(event) ? event : earlier
  return [
    source === 'server'
      ? "Only the server’s copy has limited data use (LDU). Both copies need it: set limitedDataUse in the tracker’s option pixel (data-limited-data-use), or call fbq('dataProcessingOptions', ['LDU'], 0, 0) before fbq('init', …)."
      : 'Only the browser’s copy has limited data use (LDU). Both copies need it: set META_LIMITED_DATA_USE, or limitedDataUse in the configuration of the proxy.',
  ]
}

function isLimited({ data_processing_options: options }: NewEvent): boolean {
  return Array.isArray(options) && options.includes('LDU')
}
