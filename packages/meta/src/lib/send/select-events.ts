import type { EventToSend } from '@conversion-capi/core'
import { MAX_EVENTS_PER_REQUEST } from '@conversion-capi/core/protocol'

import type { FailedLine, ReadEvent } from '../list/read-events.ts'
import type { SentEvent, SentEvents } from './sent-events.ts'

export interface LineEvent {
  line: number
  id: string
  key: string | undefined
  event: EventToSend
  /** Whether a request contained it whose result is unknown, so that the upstream may have accepted it. */
  isInDoubt: boolean
}

export interface Batch {
  events: LineEvent[]
  failures: FailedLine[]
  lastLine: number
}

/**
 * Selects the events that no run has sent, each once, up to 1,000 per batch. Those that an earlier run sent without a
 * result are last, so that one that is never answered delays no others. The results of a batch have to be noted in `sent`
 * before the next one is requested.
 *
 * @param onCopy Called with a line whose event was sent before, by this run or an earlier one.
 */
export async function* selectEvents(
  items: AsyncIterable<ReadEvent>,
  sent: SentEvents,
  onCopy: (known: SentEvent, event: EventToSend, line: number) => void,
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
    const { line, id, event } = item
    batch.lastLine = line
    if (!event) return void batch.failures.push(item)
    const key = sent.keyOf(event)
    if (key !== undefined && keys.has(key)) return void again.push(item)
    const known = key === undefined ? undefined : sent.find(key, event)
    if (known?.state === 'declined') {
      batch.failures.push({ line, id, code: 'event-declined', reason: known.reason })
    } else if (known?.state === 'accepted' || known?.isOfThisRun) {
      onCopy(known, event, line)
    } else if (known && !isLast) {
      doubtful.push(item)
    } else {
      if (key !== undefined) keys.add(key)
      batch.events.push({ line, id, key, event, isInDoubt: known !== undefined })
    }
  }
}
