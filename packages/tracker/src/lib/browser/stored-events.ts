import { tryCall } from './try-call.ts'

/** An event to send: its request body, the time it was created (ms) and the number of failed attempts. */
export type QueuedEvent = [body: string, createdAt: number, attempts: number]

export const MAX_ATTEMPTS = 5
const MAX_EVENTS = 20
/** 24 hours: well within the 48 hours in which Meta discards duplicates. */
const MAX_AGE_MS = 86_400_000

/** Returns the events stored under `key` in local storage for a retry, oldest first, without expired ones. */
export function readQueue(key: string): QueuedEvent[] {
  return (
    tryCall(() =>
      (JSON.parse(localStorage[key]) as QueuedEvent[]).filter(
        ([, createdAt]) => Date.now() - createdAt < MAX_AGE_MS,
      ),
    ) ?? []
  )
}

/** Stores the newest events under `key`. */
export function writeQueue(key: string, events: QueuedEvent[]): void {
  tryCall(() => (localStorage[key] = JSON.stringify(events.slice(-MAX_EVENTS))))
}
