import type { Outcome } from '@conversion-capi/core/diagnostics'

import type { Faults } from '../faults/faults.ts'
import type { ReceivedEvent } from '../event/received-event.ts'
import type { RejectedRequest } from './rejected-request.ts'

interface Problem {
  readonly key: string
  readonly reason: string
}

/** An {@link Outcome} of the proxy, also of another version: with any kind, name and reason. */
export type ProxyOutcome = Omit<
  Outcome,
  'kind' | 'eventName' | 'reason' | 'dropped' | 'warnings'
> & {
  /** For example `accepted`, `kept` or `upstream_error`. */
  readonly kind: string
  readonly eventName?: string | undefined
  /** Why the event was rejected or given up. */
  readonly reason?: string | undefined
  /** Fields that were not forwarded. */
  readonly dropped: readonly Problem[]
  /** What to correct. */
  readonly warnings: readonly Problem[]
}

/** A {@link ProxyOutcome} and when it was recorded. */
export type RecordedOutcome = ProxyOutcome & {
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
}

export interface Recorded {
  events: ReceivedEvent[]
  rejections: RejectedRequest[]
  /** The outcomes of the proxy, if it runs in the same process. */
  outcomes: RecordedOutcome[]
}

/**
 * The content of `/events.json`: everything recorded, and the active faults. The access token and strings like it
 * are `[redacted]`, unhashed personal data is `[masked]`, and strings longer than 10,000 characters are cut.
 */
export interface LiveContent extends Recorded {
  faults: Faults
}

/**
 * The data of a message of `/stream`: what is new, masked like {@link LiveContent}. The first message of a
 * connection has `reset`, and so has the one after `clear()`: discard everything received before it. The
 * message that completes what was recorded before the connection has `complete`.
 */
export interface LiveUpdate extends Partial<LiveContent> {
  reset?: true
  complete?: true
}

export const KINDS = ['events', 'rejections', 'outcomes'] as const

export type Records = ReturnType<typeof createRecords>

export function createRecords(maxItems: number) {
  const listeners = new Set<(change: LiveUpdate) => void>()
  const eventsById = new Map<string, ReceivedEvent[]>()
  const logs = {
    events: createLog<ReceivedEvent>({
      maxItems,
      onAdd(event) {
        remember(event)
        publish({ events: [event] })
      },
      onRemove: forget,
    }),
    rejections: publishedLog<RejectedRequest>('rejections'),
    outcomes: publishedLog<RecordedOutcome>('outcomes'),
  }

  return {
    ...logs,
    list: (): Recorded =>
      Object.fromEntries(KINDS.map((kind) => [kind, logs[kind].items()])) as unknown as Recorded,
    /** Returns the events that are still kept and have the ID, oldest first. */
    findById: (eventId: string): readonly ReceivedEvent[] => eventsById.get(eventId) ?? [],
    clear,
    publish,
    /** Returns a function that ends the subscription. */
    subscribe(listener: (change: LiveUpdate) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function publishedLog<Item>(kind: keyof Recorded): Log<Item> {
    return createLog({ maxItems, onAdd: (item: Item) => publish({ [kind]: [item] }) })
  }

  function publish(change: LiveUpdate): void {
    for (const listener of listeners) listener(change)
  }

  function clear(): void {
    eventsById.clear()
    for (const log of Object.values(logs)) log.clear()
    publish({ reset: true })
  }

  function remember(event: ReceivedEvent): void {
    if (!event.event_id) return
    const known = eventsById.get(event.event_id)
    if (known) known.push(event)
    else eventsById.set(event.event_id, [event])
  }

  /** The oldest event is removed first, so it is the first one with its ID. */
  function forget({ event_id = '' }: ReceivedEvent): void {
    const known = eventsById.get(event_id)
    known?.shift()
    if (known?.length === 0) eventsById.delete(event_id)
  }
}

export type Log<Item> = ReturnType<typeof createLog<Item>>

interface LogOptions<Item> {
  maxItems: number
  onAdd?: ((item: Item) => void) | undefined
  /** Called with each record that had to be removed, before the new one is reported. */
  onRemove?: (item: Item) => void
}

/** Creates a log that keeps at most `maxItems` records. */
export function createLog<Item>({ maxItems, onAdd, onRemove }: LogOptions<Item>) {
  // Removes its oldest item in constant time.
  const items = new Set<Item>()

  return {
    add(item: Item): void {
      if (items.size === maxItems) {
        const oldest = items.values().next().value as Item
        items.delete(oldest)
        onRemove?.(oldest)
      }
      items.add(item)
      onAdd?.(item)
    },
    items: (): Item[] => [...items],
    clear: () => items.clear(),
  }
}
