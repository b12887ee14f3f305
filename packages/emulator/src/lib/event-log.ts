import { findWarnings } from './find-warnings.ts'
import { createLog, type Log } from './log.ts'
import type { NewEvent, ReceivedEvent } from './received-event.ts'

export interface EventLog {
  /** Adds an event and decides whether it counts. */
  record(event: NewEvent): void
  /** Returns a new array of the recorded events, oldest first. */
  events(): ReceivedEvent[]
  /** Removes all events. */
  clear: Log<ReceivedEvent>['clear']
}

// https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
const DEDUPLICATION_WINDOW_MS = 48 * 60 * 60 * 1000

/**
 * Creates a log of the newest `maxEvents` events that decides which copies Meta would count: the
 * first one with an event_name and event_id within 48 hours, whether from the browser or the server.
 *
 * @param maxEvents Also bounds the number of remembered ids.
 * @param now Returns milliseconds since the epoch.
 * @param onRecord Called with each recorded event.
 */
export function createEventLog(
  maxEvents: number,
  now: () => number,
  onRecord?: (event: ReceivedEvent) => void,
): EventLog {
  const log = createLog<ReceivedEvent>({
    maxItems: maxEvents,
    onAdd(event) {
      remember(event)
      onRecord?.(event)
    },
    onRemove: forget,
  })
  const countedEvents = new Map<string, ReceivedEvent>()
  const firstEvents = new Map<string, ReceivedEvent>()
  const serverCopies = new Map<string, ReceivedEvent>()

  return { record, events: log.items, clear }

  function record(event: NewEvent): void {
    const key = deduplicationKey(event)
    const earlier = key === undefined ? undefined : countedEvents.get(key)
    const received_at = now()
    const counted = !earlier || received_at - earlier.received_at >= DEDUPLICATION_WINDOW_MS
    log.add({
      ...event,
      received_at,
      counted,
      warnings: [
        ...findWarnings(event),
        ...findReusedId(event),
        ...findRepetition(event),
        ...findUnequalLimit(event, earlier),
      ],
    })
  }

  function remember(received: ReceivedEvent): void {
    const { counted, event_id, source } = received
    const key = deduplicationKey(received)
    if (key !== undefined && counted) countedEvents.set(key, received)
    if (key !== undefined && source === 'server') serverCopies.set(key, received)
    if (event_id && !firstEvents.has(event_id)) firstEvents.set(event_id, received)
  }

  /** Meta counts events with the same id but different names separately. */
  function findReusedId({ event_id = '', event_name }: NewEvent): string[] {
    const first = firstEvents.get(event_id)
    if (!first || first.event_name === event_name) return []
    return [
      `event_id was already used for another event, ${first.event_name}. Use a new id for each event.`,
    ]
  }

  /** For example a webhook that was delivered twice. */
  function findRepetition(event: NewEvent): string[] {
    const key = deduplicationKey(event)
    if (event.source !== 'server' || key === undefined || !serverCopies.has(key)) return []
    return [
      'The server sent this event before. Meta promises to count a copy of the browser and one of the server once, but not two of the server. Send each event once.',
    ]
  }

  /** Forgets the ids of a removed event. */
  function forget(removed: ReceivedEvent): void {
    if (removed.event_id && firstEvents.get(removed.event_id) === removed) {
      firstEvents.delete(removed.event_id)
    }
    const key = deduplicationKey(removed)
    if (key === undefined) return
    if (countedEvents.get(key) === removed) countedEvents.delete(key)
    if (serverCopies.get(key) === removed) serverCopies.delete(key)
  }

  function clear(): () => void {
    for (const index of [countedEvents, firstEvents, serverCopies]) index.clear()
    return log.clear()
  }
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

function deduplicationKey({ event_name, event_id }: NewEvent): string | undefined {
  return event_id ? JSON.stringify([event_name, event_id]) : undefined
}
