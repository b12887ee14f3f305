import type { Faults } from './faults/faults.ts'
import type { FaultedRequest } from './faulted-request.ts'
import type { RecordedOutcome } from './proxy-outcome.ts'
import type { ReceivedEvent } from './received-event.ts'
import type { RejectedRequest } from './rejection-log.ts'

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

/** A change: new records, new faults, or `reset` if all records were removed. */
export interface Change extends Partial<Recorded> {
  reset?: true
  faults?: Faults
}

/** Passes every change to its subscribers. */
export interface Feed {
  publish(change: Change): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void
}

/** Creates a feed. Without subscribers, publishing costs nothing. */
export function createFeed(): Feed {
  const listeners = new Set<(change: Change) => void>()

  return {
    publish(change) {
      for (const listener of listeners) listener(change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
