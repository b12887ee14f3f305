import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { loadSqlite } from '@conversion-capi/node/queue'

import { CommandError } from '../output/errors.ts'

/** An event that will never be sent. */
export interface FailedLine {
  line: number
  /** The code of the finding. */
  code: 'line-malformed' | 'event-too-old' | 'event-invalid' | 'event-refused'
  /** Contains no values of the event. */
  reason: string
}

/** What the file contains when it is opened. */
export interface Progress {
  /** SHA-256 of the input. Empty if nothing was sent yet. */
  sha256: string
  /** The Graph API and the pixel that the events were sent to. */
  target: string
  /** The last line that was read. Lines up to here are settled, except `pending`. */
  readTo: number
  /** The lines of a request without a result that settles them. */
  pending: number[]
  /** Whether the upstream may have accepted the pending lines. */
  isInFlight: boolean
  accepted: number
  failed: FailedLine[]
}

/** What a run has done with the lines of a file. Each change is on the disk when its function returns. */
export interface ProgressFile {
  read: () => Progress
  /** Forgets everything, before the first request for an input. */
  reset: (sha256: string, target: string) => void
  /** Notes the lines of the next request, and lines that are not sent. */
  begin: (batch: { readTo: number; lines: number[]; failed: FailedLine[] }) => void
  /** Notes the results of the request. Lines that are in none of the lists stay pending. */
  settle: (results: { accepted: number[]; failed: FailedLine[]; isInFlight: boolean }) => void
  close: () => void
}

/** Identifies our files: "CAPS". */
const APPLICATION_ID = 0x43_41_50_53

const VERSION = 1

const TABLES = `
  CREATE TABLE run (
    sha256 TEXT NOT NULL,
    target TEXT NOT NULL,
    read_to INTEGER NOT NULL,
    is_in_flight INTEGER NOT NULL,
    accepted INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE pending (line INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE failed (line INTEGER PRIMARY KEY, code TEXT NOT NULL, reason TEXT NOT NULL) STRICT;
  INSERT INTO run VALUES ('', '', 0, 0, 0);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};`

/**
 * Opens the file for one process, and creates it if it is missing. It contains positions, hashes and reasons, but no
 * values of events. Only the user of the process can read it.
 *
 * @param path The file.
 * @throws {CommandError} If the file cannot be used, or if another process uses it.
 */
export function openProgressFile(path: string): ProgressFile {
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    createPrivately(path)
    db = new Database(path)
    // The operating system releases the lock when the process ends, also by SIGKILL.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const [id, version, tables] = ['application_id', 'user_version', 'schema_version'].map(
      (name) => Object.values(db!.prepare(`PRAGMA ${name}`).get()!)[0] as number,
    )
    if (tables === 0) db.exec(TABLES)
    else if (id !== APPLICATION_ID || version !== VERSION) throw new Error('foreign')
    db.exec('COMMIT')
    return createProgressFile(db, path)
  } catch (error) {
    db?.close()
    throw describeError(error, path)
  }
}

function createProgressFile(db: DatabaseSync, path: string): ProgressFile {
  const sql = {
    run: db.prepare('SELECT * FROM run'),
    pending: db.prepare('SELECT line FROM pending ORDER BY line'),
    failed: db.prepare('SELECT line, code, reason FROM failed ORDER BY line'),
    reset: db.prepare('UPDATE run SET sha256 = ?, target = ?, read_to = 0, is_in_flight = 0'),
    begin: db.prepare('UPDATE run SET read_to = max(read_to, ?), is_in_flight = ?'),
    settle: db.prepare('UPDATE run SET accepted = accepted + ?, is_in_flight = ?'),
    addPending: db.prepare('INSERT INTO pending VALUES (?) ON CONFLICT DO NOTHING'),
    removePending: db.prepare('DELETE FROM pending WHERE line = ?'),
    addFailed: db.prepare('INSERT INTO failed VALUES (?, ?, ?)'),
  }

  return {
    read() {
      const run = sql.run.get()!
      return {
        sha256: run['sha256'] as string,
        target: run['target'] as string,
        readTo: run['read_to'] as number,
        isInFlight: run['is_in_flight'] === 1,
        accepted: run['accepted'] as number,
        pending: sql.pending.all().map(({ line }) => line as number),
        failed: sql.failed.all() as unknown as FailedLine[],
      }
    },
    reset: (sha256, target) =>
      write(() => {
        db.exec('DELETE FROM pending; DELETE FROM failed')
        sql.reset.run(sha256, target)
      }),
    begin: ({ readTo, lines, failed }) =>
      write(() => {
        for (const line of lines) sql.addPending.run(line)
        fail(failed)
        sql.begin.run(readTo, lines.length > 0 ? 1 : 0)
      }),
    settle: ({ accepted, failed, isInFlight }) =>
      write(() => {
        for (const line of accepted) sql.removePending.run(line)
        fail(failed)
        sql.settle.run(accepted.length, isInFlight ? 1 : 0)
      }),
    close: () => db.close(),
  }

  function fail(lines: FailedLine[]): void {
    for (const { line, code, reason } of lines) {
      sql.removePending.run(line)
      sql.addFailed.run(line, code, reason)
    }
  }

  function write(change: () => void): void {
    try {
      db.exec('BEGIN')
      change()
      db.exec('COMMIT')
    } catch (error) {
      throw describeError(error, path)
    }
  }
}

/** SQLite gives its journal the permissions of the file. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const PROBLEMS: Record<string, string> = {
  ENOSPC: 'cannot be written, because the disk is full. Free some space.',
  // SQLITE_BUSY
  5: 'is in use: another run sends the same file. Wait for its end.',
  // SQLITE_FULL
  13: 'cannot be written, because the disk is full. Free some space.',
}

function describeError(error: unknown, path: string): unknown {
  const { errcode, code, message } = error as { errcode?: number; code?: string; message: string }
  // A mistake of our own, which needs its stack.
  if (errcode === undefined && code === undefined && message !== 'foreign') return error
  // The lowest byte is the code of SQLite, the others are details. 11 is SQLITE_CORRUPT, 26 is SQLITE_NOTADB.
  const sqliteCode = errcode === undefined ? undefined : errcode & 0xff
  const isUnreadable = sqliteCode === 11 || sqliteCode === 26 || message === 'foreign'
  const problem = isUnreadable
    ? 'was not written by this version of send, or is corrupt. Move it away: then all lines are sent again.'
    : (PROBLEMS[sqliteCode ?? code ?? ''] ??
      `cannot be written (${code === 'ERR_SQLITE_ERROR' ? `SQLITE_${sqliteCode}` : code}). It notes what was sent: put the file with the events in a folder that you may write to.`)
  return new CommandError(`The file ${path} ${problem}`)
}
