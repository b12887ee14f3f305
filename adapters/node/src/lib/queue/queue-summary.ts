import type { SchoolOfEvent, ServerEvent } from '@conversion-capi/core'

import { describeOpenError, queueFileError } from './queue-file-error.ts'
import { openQueueFile, withExisting } from './queue-file.ts'

/** What waits in a queue, without values of the events. */
export interface QueueSummary {
  /** The events by pixel, school and reason, the most first. */
  groups: QueueGroup[]
}

/** Events that wait for the same reason. */
export interface QueueGroup {
  pixelId: string
  school?: string
  /** Why the last attempt failed, such as `code 190` or `status 503`. */
  reason: string
  count: number
  /** When the oldest event was kept, in milliseconds since the epoch. */
  oldest: number
  /** When the next event is delivered again, in milliseconds since the epoch. */
  due: number
}

/**
 * Summarizes the events that wait in the file of the option `queue`. A server may use it at the same time.
 *
 * @throws {Error} If the file is missing or cannot be read. The message says why, and what to do.
 */
export function readQueue(path: string): QueueSummary {
  type Row = Omit<QueueGroup, 'school'> & { school: string | null }
  const rows = withExisting(path, (db) => db.prepare(GROUPS).all() as unknown as Row[])
  return { groups: rows.map(({ school, ...row }) => ({ ...row, ...(school && { school }) })) }
}

const GROUPS = `
  SELECT key ->> 0 AS pixelId, key ->> 1 AS school, coalesce(reason, 'unknown') AS reason,
    count(*) AS count, min(kept) AS oldest, min(due) AS due
  FROM events GROUP BY 1, 2, 3 ORDER BY count DESC`

/**
 * Lists the events that wait for a pixel in the file of the option `queue`. A server may use it at the same time.
 *
 * @throws {Error} If the file is missing or cannot be read. The message says why, and what to do.
 */
export function listQueue(path: string, pixelId: string): QueuedEvent[] {
  const sql = 'SELECT key ->> 2 AS name, key ->> 3 AS id FROM events WHERE key ->> 0 = ?'
  return withExisting(path, (db) => db.prepare(sql).all(pixelId) as unknown as QueuedEvent[])
}

/** What identifies an event that waits. */
export interface QueuedEvent {
  name: string
  id: string
}

/**
 * Deletes the events that wait in the file of the option `queue`, without an outcome. A server may use it at the same
 * time.
 *
 * @returns How many events were deleted.
 * @throws {Error} If the file is missing or cannot be written. The message says why, and what to do.
 */
export function emptyQueue(path: string): number {
  return withExisting(path, (db) => {
    const { changes } = db.prepare('DELETE FROM events').run()
    db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)')
    return Number(changes)
  })
}

/**
 * Corrects the pixel of the events that wait in the file of the option `queue`, for example after a wrong pixel ID was
 * configured: an event is never sent to another pixel by itself. A server may use the file at the same time.
 *
 * @param from The pixel ID that the events were kept for.
 * @param to The pixel ID that they are sent to.
 * @returns How many events were changed.
 * @throws {Error} If the file is missing or cannot be written. The message says why, and what to do.
 */
export function retargetQueue(path: string, from: string, to: string): number {
  return withExisting(path, (db) => {
    // Replaces an event that waits for the other pixel too: it is the same event.
    const sql = `UPDATE OR REPLACE events SET key = '[' || :to || substr(key, length(:from) + 2)
      WHERE key ->> 0 = :id`
    const { changes } = db
      .prepare(sql)
      .run({ to: JSON.stringify(to), from: JSON.stringify(from), id: from })
    return Number(changes)
  })
}

/**
 * Moves the events that wait in the file of the option `queue` to another queue, for example when a second server is
 * added. End the server first. Each event is deleted after it was stored, so it can be called again after an error.
 *
 * @returns How many events were moved.
 * @throws {Error} If the file is missing, open in another process, or cannot be written. The message says what to do.
 * @throws What `keep` throws.
 */
export async function moveQueue(
  path: string,
  keep: (event: ServerEvent, school: SchoolOfEvent) => unknown,
): Promise<number> {
  withExisting(path, () => {})
  const file = openQueueFile(path)
  try {
    if (!file.lead()) throw describeOpenError(queueFileError('locked'), path)
    let count = 0
    for (;;) {
      const [school] = file.findSchools(EVER)
      if (!school) return count
      for (const { id, event } of file.findDue(school, EVER, 100)) {
        if (event) await keep(event, school)
        await file.remove(id)
        count += 1
      }
    }
  } finally {
    file.shrink()
    file.close()
  }
}

/** A time at which all events are due. */
const EVER = Number.MAX_SAFE_INTEGER / 2
