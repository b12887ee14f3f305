import { findWarnings } from './find-warnings.ts'
import { createRing } from './ring.ts'

/**
 * An event as the emulator received it, with Meta's field names. If the browser and the server send
 * the same event, each copy is recorded separately.
 */
export interface ReceivedEvent {
  /** `browser`: sent by the pixel to `/tr`. `server`: sent to the Conversions API. */
  readonly source: 'browser' | 'server'
  /** For example `Lead`. */
  readonly event_name: string
  /** Identifies the copies of one event. Events without it are never deduplicated. */
  readonly event_id?: string
  /** Unix time in seconds. */
  readonly event_time: number
  /** The URL of the page. */
  readonly event_source_url?: string
  /** The URL of the previous page. The pixel always sends it, the proxy never. */
  readonly referrer_url?: string
  /** Present on server events only. */
  readonly action_source?: string
  /** Server: unchanged. Browser: the `ud[…]` fields, and `fbp` and `fbc` from the cookies. */
  readonly user_data: Readonly<Record<string, unknown>>
  /** Server: unchanged, or `{}` if absent. Browser: the `cd[…]` fields; the pixel sends strings. */
  readonly custom_data: Readonly<Record<string, unknown>>
  /** Limited data use: unchanged, as are all other parameters of a server event. */
  readonly data_processing_options?: unknown
  /** Limited data use: unchanged. */
  readonly data_processing_options_country?: unknown
  /** Limited data use: unchanged. */
  readonly data_processing_options_state?: unknown
  /** The pixel that received the event. */
  readonly pixel_id: string
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
  /** `false` if Meta would discard this copy as a duplicate. */
  readonly counted: boolean
  /**
   * Names the parameters that contain unhashed personal data but cause no rejection, for example
   * `custom_data.email contains unhashed personal data.`
   */
  readonly warnings: readonly string[]
}

/** An event before the log adds its own fields. */
export type NewEvent = Omit<ReceivedEvent, 'received_at' | 'counted' | 'warnings'>

export interface EventLog {
  /** Adds an event and decides whether it counts. */
  record(event: NewEvent): void
  /** Returns a new array of the recorded events, oldest first. */
  events(): ReceivedEvent[]
  /** Removes all events. */
  clear(): void
  /** Returns a number that grows with every change. */
  revision(): number
}

// https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
const DEDUPLICATION_WINDOW_MS = 48 * 60 * 60 * 1000

/**
 * Creates a log of the newest `maxEvents` events that decides which copies Meta would count: the
 * first one with an event_name and event_id within 48 hours, whether from the browser or the server.
 *
 * @param maxEvents Also bounds the number of remembered ids.
 * @param now Returns milliseconds since the epoch.
 */
export function createEventLog(maxEvents: number, now: () => number): EventLog {
  const ring = createRing<ReceivedEvent>(maxEvents)
  let changes = 0
  const countedEvents = new Map<string, ReceivedEvent>()

  return { record, events: ring.items, clear, revision: () => changes }

  function record(event: NewEvent): void {
    const key = deduplicationKey(event)
    const earlier = key === undefined ? undefined : countedEvents.get(key)
    const received_at = now()
    const counted = !earlier || received_at - earlier.received_at >= DEDUPLICATION_WINDOW_MS
    const received: ReceivedEvent = {
      ...event,
      received_at,
      counted,
      warnings: findWarnings(event),
    }

    forget(ring.push(received))
    if (key !== undefined && counted) countedEvents.set(key, received)
    changes++
  }

  /** Forgets the id of a removed event. */
  function forget(removed: ReceivedEvent | undefined): void {
    const key = removed && deduplicationKey(removed)
    if (key !== undefined && countedEvents.get(key) === removed) countedEvents.delete(key)
  }

  function clear(): void {
    ring.clear()
    countedEvents.clear()
    changes++
  }
}

function deduplicationKey({ event_name, event_id }: NewEvent): string | undefined {
  return event_id ? JSON.stringify([event_name, event_id]) : undefined
}
