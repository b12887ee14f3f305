import type { EventToSend } from '@conversion-capi/core'
import { MAX_EVENTS_PER_REQUEST } from '@conversion-capi/core/protocol'

import type { FailedLine } from './progress-file.ts'
import type { ReadEvent } from './read-events.ts'

/** An event of a line. */
export interface LineEvent {
  line: number
  id: string
  event: EventToSend
}

/** The events of a request, and the lines between them that are not sent. */
export interface Batch {
  events: LineEvent[]
  failures: { id: string; failure: FailedLine }[]
  /** The last line of the batch. */
  lastLine: number
}

/**
 * Collects up to 1,000 events per batch.
 *
 * @param items The lines of a file.
 * @param isDue Whether the line is part of this run.
 * @param readTo The last line of the last run. Its events are not in one batch with later ones.
 * @yields The batches.
 */
export async function* readBatches(
  items: AsyncIterable<ReadEvent>,
  isDue: (line: number) => boolean = () => true,
  readTo = 0,
): AsyncGenerator<Batch> {
  let batch: Batch = { events: [], failures: [], lastLine: 0 }
  for await (const item of items) {
    const { line, id, failure } = item
    if (!isDue(line)) continue
    const isNext = line > readTo && batch.lastLine > 0 && batch.lastLine <= readTo
    if (
      isNext ||
      batch.events.length === MAX_EVENTS_PER_REQUEST ||
      batch.failures.length === MAX_EVENTS_PER_REQUEST
    ) {
      yield batch
      batch = { events: [], failures: [], lastLine: 0 }
    }
    batch.lastLine = line
    if (failure) batch.failures.push({ id, failure })
    else batch.events.push({ line, id, event: item.event })
  }
  if (batch.lastLine > 0) yield batch
}
