import type { Faults } from '../faults/faults.ts'
import { type Change, KINDS, type Recorded } from '../records.ts'
import type { Masker } from './mask.ts'

/**
 * The content of `/events.json`: everything recorded, and the active faults, whose `durationMs` is the
 * remaining time. The access token and strings like it are `[redacted]`, unhashed personal data is
 * `[masked]`, and strings longer than 10,000 characters are cut.
 */
export interface LiveContent extends Recorded {
  faults: Faults
}

/**
 * The data of a message of `/stream`: what is new, masked like {@link LiveContent}. The first message of a
 * connection has `reset`, and so has the one after `clear()`: discard everything received before it. The
 * message that completes what was recorded before the connection has `complete`.
 */
export interface LiveUpdate extends Change {
  complete?: true
}

const MAX_CHUNK = 500

/**
 * Divides recorded content into updates of at most 500 records, so that no update takes long to process.
 *
 * @yields The updates, the first with `reset` and the last with `complete`.
 */
export function* toUpdates(recorded: Recorded, faults: Faults): Generator<LiveUpdate> {
  yield { reset: true, faults }
  for (const kind of KINDS) {
    const records = recorded[kind]
    for (let start = 0; start < records.length; start += MAX_CHUNK) {
      yield { [kind]: records.slice(start, start + MAX_CHUNK) }
    }
  }
  yield { complete: true }
}

/** Returns an update without tokens and personal data. */
export function maskUpdate<Update extends LiveUpdate>(update: Update, mask: Masker): Update {
  const { events, rejections, faulted, outcomes } = update
  return {
    ...update,
    ...(events && { events: events.map(mask.event) }),
    ...(rejections && { rejections: rejections.map(mask.names) }),
    ...(faulted && { faulted: faulted.map(mask.names) }),
    ...(outcomes && { outcomes: outcomes.map(mask.outcome) }),
  }
}
