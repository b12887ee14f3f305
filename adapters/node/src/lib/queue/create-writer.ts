import type { DatabaseSync } from 'node:sqlite'

import { describeWriteError, isBusy } from './queue-file-error.ts'

/** How long a write waits for other processes. `keep` has 2 seconds. */
export const BUSY_TIMEOUT_MS = 1900

/** How long a write blocks this process meanwhile. After that, it tries again at random times: SQLite queues no writers. */
export const BLOCKING_MS = 10

/** Creates a function that writes to a database, and resolves once the write is on disk. `flush` does not wait for the turn. */
export function createWriter(db: DatabaseSync) {
  let pending: { run: () => void; resolve: () => void; reject: (error: unknown) => void }[] = []
  let busySince = Infinity
  return { write, flush }

  function flush(): void {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    commit()
  }

  /** Runs with all writes of the same turn in one transaction, because each transaction waits for the disk. */
  function write(run: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(commit)
      pending.push({ run, resolve, reject })
    })
  }

  function commit(): void {
    const writes = pending
    pending = []
    if (writes.length === 0) return
    try {
      db.exec('BEGIN IMMEDIATE')
      for (const { run } of writes) run()
      db.exec('COMMIT')
      for (const { resolve } of writes) resolve()
      busySince = Infinity
    } catch (error) {
      rollBack()
      busySince = Math.min(busySince, performance.now())
      if (isBusy(error) && performance.now() - busySince < BUSY_TIMEOUT_MS) {
        pending = writes
        setTimeout(commit, Math.random() * BLOCKING_MS)
        return
      }
      busySince = Infinity
      const described = describeWriteError(error)
      for (const { reject } of writes) reject(described)
    }
  }

  function rollBack(): void {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back already, or the file is closed.
    }
  }
}
