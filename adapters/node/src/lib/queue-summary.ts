import { openExisting } from './queue-file.ts'

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
 * @param path The file.
 * @throws {Error} If the file is missing or cannot be read. The message says why, and what to do.
 */
export function readQueue(path: string): QueueSummary {
  const db = openExisting(path)
  try {
    const rows = db.prepare(GROUPS).all() as unknown as (Omit<QueueGroup, 'school'> & {
      school: string | null
    })[]
    return { groups: rows.map(({ school, ...row }) => ({ ...row, ...(school && { school }) })) }
  } finally {
    db.close()
  }
}

const GROUPS = `
  SELECT key ->> 0 AS pixelId, key ->> 1 AS school, coalesce(reason, 'unknown') AS reason,
    count(*) AS count, min(kept) AS oldest, min(due) AS due
  FROM events GROUP BY 1, 2, 3 ORDER BY count DESC`

/**
 * Deletes the events that wait in the file of the option `queue`, without an outcome. A server may use it at the same
 * time.
 *
 * @param path The file.
 * @returns How many events were deleted.
 * @throws {Error} If the file is missing or cannot be written. The message says why, and what to do.
 */
export function emptyQueue(path: string): number {
  const db = openExisting(path)
  try {
    const { changes } = db.prepare('DELETE FROM events').run()
    db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)')
    return Number(changes)
  } finally {
    db.close()
  }
}
