import type { EventToSend } from '@conversion-capi/core'
import { MAX_EVENTS_PER_REQUEST } from '@conversion-capi/core/protocol'

import type { ReadEvent } from '../list/read-events.ts'
import type { FailedLine } from '../list/read-events.ts'
import type { SentEvent, SentEvents } from './sent-events.ts'

/** An event of a line. */
export interface LineEvent {
  line: number
  id: string
  key: string | undefined
  event: EventToSend
  /** Whether a request contained it whose result is unknown, so that the upstream may have accepted it. */
  isInDoubt: boolean
}

/** The events of a request, and the lines between them that are not sent. */
export interface Batch {
  events: LineEvent[]
  failures: FailedLine[]
  /** The last line of the batch. */
  lastLine: number
}

/** The lines whose event is not sent, because the upstream has accepted it before. */
export interface Copies {
  /** The events that earlier runs have sent, from this file or another. */
  ofEarlierRuns: number
  /** The lines that repeat an event of the file. */
  repeated: number
  /** The lines whose `event_time` is another than in the event that was sent. */
  otherTime: { count: number; firstLine: number }
}

/**
 * Selects the events that no run has sent, each once, up to 1,000 per batch. Those that an earlier run sent without a
 * result are last, so that one that is never answered delays no others. The results of a batch have to be noted in `sent`
 * before the next one is requested.
 */
export async function* selectEvents(
  items: AsyncIterable<ReadEvent>,
  sent: SentEvents,
  copies: Copies,
): AsyncGenerator<Batch> {
  const doubtful: ReadEvent[] = []
  let isLast = false
  let batch: Batch = { events: [], failures: [], lastLine: 0 }
  // More copies of events of the batch, whose results are not known yet.
  let again: ReadEvent[] = []
  let keys = new Set<string>()
  for await (const item of items) {
    take(item)
    const { events, failures } = batch
    if (Math.max(events.length, failures.length, again.length) === MAX_EVENTS_PER_REQUEST)
      yield* flush()
  }
  yield* flush()
  isLast = true
  while (doubtful.length > 0) {
    doubtful.splice(0, MAX_EVENTS_PER_REQUEST).forEach(take)
    yield* flush()
  }

  function* flush(): Generator<Batch> {
    while (batch.lastLine > 0) {
      yield batch
      const copies = again
      again = []
      keys = new Set()
      batch = { events: [], failures: [], lastLine: 0 }
      copies.forEach(take)
    }
  }

  function take(item: ReadEvent): void {
    const { line, id, failure } = item
    batch.lastLine = line
    if (failure) return void batch.failures.push(failure)
    const { event } = item
    const key = sent.keyOf(event)
    if (key !== undefined && keys.has(key)) return void again.push(item)
    const known = key === undefined ? undefined : sent.find(key, event)
    if (known?.state === 'declined') {
      batch.failures.push({ line, id, code: 'event-declined', reason: known.reason })
    } else if (known?.state === 'accepted' || known?.isOfThisRun) {
      count(known, event, line)
    } else if (known && !isLast) {
      doubtful.push(item)
    } else {
      if (key !== undefined) keys.add(key)
      batch.events.push({ line, id, key, event, isInDoubt: known !== undefined })
    }
  }

  function count({ isOfThisRun, eventTime }: SentEvent, event: EventToSend, line: number): void {
    if (isOfThisRun) copies.repeated += 1
    else copies.ofEarlierRuns += 1
    if (eventTime === event.event_time) return
    copies.otherTime.count += 1
    copies.otherTime.firstLine ||= line
  }
}
