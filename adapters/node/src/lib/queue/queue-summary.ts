import { withExisting } from './queue-file.ts'

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
