/** One copy of an event, as it arrived, under Meta's field names. */
export interface ReceivedEvent {
  /** `browser`: the pixel sent it to `/tr`. `server`: it came through the Conversions API. */
  readonly source: 'browser' | 'server'
  readonly event_name: string
  /** What the copies of one event share; without it a copy is never deduplicated. */
  readonly event_id?: string
  /** Unix time in seconds. */
  readonly event_time: number
  readonly event_source_url?: string
  /** The pixel sends it always, the proxy never. */
  readonly referrer_url?: string
  /** Server copies only. */
  readonly action_source?: string
  /** Server: as sent. Browser: `ud[…]`, and the `_fbp` and `_fbc` cookies as `fbp` and `fbc`. */
  readonly user_data: Readonly<Record<string, unknown>>
  /** Server: as sent, `{}` when absent. Browser: `cd[…]`; the pixel sends every value as text. */
  readonly custom_data: Readonly<Record<string, unknown>>
  /** Limited data use; here, like every further parameter of a server event, as it was sent. */
  readonly data_processing_options?: unknown
  readonly data_processing_options_country?: unknown
  readonly data_processing_options_state?: unknown
  readonly pixel_id: string
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly received_at: number
  /** `false` for a copy that Meta would discard as a duplicate. */
  readonly counted: boolean
}

/** A copy before the log has stamped it. */
export type EventCopy = Omit<ReceivedEvent, 'received_at' | 'counted'>

export interface EventLog {
  record(copy: EventCopy): void
  /** The copies in order of arrival, in a list of the caller's own. */
  events(): ReceivedEvent[]
  clear(): void
  /** Grows with every change; what polls can ask whether anything is new. */
  revision(): number
}

// "Same event_id and event_name within 48 hours": the later copy is discarded, whichever of
// browser and server sent either. https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
const DEDUPE_WINDOW_MS = 48 * 60 * 60 * 1000

/**
 * Keeps the last `maxEvents` copies and says which of them Meta would count. The index of ids
 * leaves with the copies, so both are bounded; every step takes constant time.
 */
export function createEventLog(maxEvents: number, now: () => number): EventLog {
  // A ring: `shift()` on a full list of 10,000 would move them all for every event.
  let ring: ReceivedEvent[] = []
  let next = 0
  let changes = 0
  const firstCopies = new Map<string, ReceivedEvent>()

  return { record, events, clear, revision: () => changes }

  function record(copy: EventCopy): void {
    const key = dedupeKey(copy)
    const first = key === undefined ? undefined : firstCopies.get(key)
    const received_at = now()
    const counted = !first || received_at - first.received_at >= DEDUPE_WINDOW_MS
    const received: ReceivedEvent = { ...copy, received_at, counted }

    keep(received)
    if (key !== undefined && counted) firstCopies.set(key, received)
    changes++
  }

  function keep(received: ReceivedEvent): void {
    const oldest = ring[next]
    if (oldest) forget(oldest)
    ring[next] = received
    next = (next + 1) % maxEvents
  }

  function forget(copy: ReceivedEvent): void {
    const key = dedupeKey(copy)
    if (key !== undefined && firstCopies.get(key) === copy) firstCopies.delete(key)
  }

  function events(): ReceivedEvent[] {
    return [...ring.slice(next), ...ring.slice(0, next)]
  }

  function clear(): void {
    ring = []
    next = 0
    firstCopies.clear()
    changes++
  }
}

function dedupeKey({ event_name, event_id }: EventCopy): string | undefined {
  return event_id ? JSON.stringify([event_name, event_id]) : undefined
}
