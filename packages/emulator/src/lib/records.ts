import type { Faults } from './faults/faults.ts'
import type { FaultedRequest } from './faulted-request.ts'
import { createLog, type Log } from './log.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { RecordedOutcome } from './proxy-outcome.ts'
import type { ReceivedEvent } from './received-event.ts'
import type { RejectedRequest } from './rejected-request.ts'

/** What the emulator has recorded. */
export interface Recorded {
  /** As returned by `events()`. */
  events: ReceivedEvent[]
  /** As returned by `rejections()`. */
  rejections: RejectedRequest[]
  /** The requests that a fault changed. */
  faulted: FaultedRequest[]
  /** The outcomes of the proxy, if it runs in the same process. */
  outcomes: RecordedOutcome[]
}

/** The kinds of records. */
export const KINDS = ['events', 'rejections', 'faulted', 'outcomes'] as const

/** A change: new records, new faults, or `reset` if all records were removed. */
export interface Change extends Partial<Recorded> {
  reset?: true
  faults?: Faults
}

type Logs = { readonly [Kind in keyof Recorded]: Log<Recorded[Kind][number]> }

/** A log of each kind, whose changes can be followed. */
export interface Records extends Logs {
  /** The newest 1,000 requests, unmasked. Only this log is not part of the changes. */
  readonly requests: Log<LoggedRequest>
  list(): Recorded
  /** Returns the events that are still kept and have the ID, oldest first. */
  findById(eventId: string): readonly ReceivedEvent[]
  /** Removes all records. Returns a function that adds them again. */
  clear(): () => void
  /** Passes a change to the subscribers. */
  publish(change: Change): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void
}

const MAX_REQUESTS = 1000

/** Creates logs of at most `maxItems` records of each kind. */
export function createRecords(maxItems: number): Records {
  const listeners = new Set<(change: Change) => void>()
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
    faulted: publishedLog<FaultedRequest>('faulted'),
    outcomes: publishedLog<RecordedOutcome>('outcomes'),
    requests: createLog<LoggedRequest>({ maxItems: MAX_REQUESTS }),
  }

  return {
    ...logs,
    list: () => ({
      events: logs.events.items(),
      rejections: logs.rejections.items(),
      faulted: logs.faulted.items(),
      outcomes: logs.outcomes.items(),
    }),
    findById: (eventId) => eventsById.get(eventId) ?? [],
    clear,
    publish,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function publishedLog<Item>(kind: keyof Recorded): Log<Item> {
    return createLog({ maxItems, onAdd: (item: Item) => publish({ [kind]: [item] }) })
  }

  function publish(change: Change): void {
    for (const listener of listeners) listener(change)
  }

  function clear(): () => void {
    eventsById.clear()
    const undo = Object.values(logs).map((log) => log.clear())
    publish({ reset: true })
    return () => undo.forEach((each) => each())
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
