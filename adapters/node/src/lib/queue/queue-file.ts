import {
  accessSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { SchoolOfEvent, ServerEvent } from '@conversion-capi/core'

import { loadSqlite } from './load-sqlite.ts'
import { describeOpenError, describeWriteError, queueFileError } from './queue-file-error.ts'

/** An event that waits in the file. */
export interface WaitingEvent {
  id: number
  school: SchoolOfEvent
  /** `undefined` if its JSON cannot be parsed. */
  event: ServerEvent | undefined
}

/** The events that wait for redelivery, in a SQLite file. Methods that return a promise resolve once it is on disk. */
export type QueueFile = ReturnType<typeof createQueueFile>

type Identity = Pick<ServerEvent, 'event_name' | 'event_id'>

/** How long after it was kept an event is delivered again. */
const FIRST_DELAY_MS = 60_000

/** No event is postponed longer. One that is due later was postponed before the clock was set back. */
const MAX_DELAY_MS = 2 * 3_600_000

/** How long a write waits for `conversion-capi queue`, which writes for some milliseconds. */
const BUSY_TIMEOUT_MS = 1000

const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Identifies our files: "CAPI". */
const APPLICATION_ID = 0x43_41_50_49

/** The version of the tables. Files of a later version are not opened. */
const VERSION = 1

const TABLES = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kept INTEGER NOT NULL,
    due INTEGER NOT NULL,
    reason TEXT,
    event TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_due ON events (due);
  PRAGMA application_id = ${APPLICATION_ID};`

/**
 * Opens the file for the only process that writes to it, and creates it if it is missing. Only the user of the process
 * can read it.
 *
 * @param maxBytes Maximum size of the events in the file, because anyone can send events to the endpoint.
 */
export function openQueueFile(path: string, maxBytes: number = MAX_FILE_BYTES): QueueFile {
  let lock: DatabaseSync | undefined
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // One file has one lock, even if links give it several names.
    const file = createPrivately(path)
    lock = new Database(createPrivately(`${file}-lock`))
    // The operating system releases the lock when the process ends, also by SIGKILL.
    lock.exec('BEGIN EXCLUSIVE')
    db = new Database(file)
    prepare(db)
    for (const suffix of ['', '-wal', '-shm', '-lock']) chmodSync(file + suffix, 0o600)
    return createQueueFile(db, lock, maxBytes)
  } catch (error) {
    db?.close()
    lock?.close()
    throw describeOpenError(error, path)
  }
}

/** Passes an existing file to a tool, also while a server uses it. */
export function withExisting<Value>(path: string, use: (db: DatabaseSync) => Value): Value {
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    accessSync(path)
    db = new Database(path)
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    if (checkVersion(db) === 0) throw queueFileError('empty')
    return use(db)
  } catch (error) {
    throw describeOpenError(error, path)
  } finally {
    db?.close()
  }
}

/** Creates the file if it is missing. Returns its path without symbolic links. */
function createPrivately(path: string): string {
  // Not if it exists: closing a file descriptor would release the locks of this process.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  return realpathSync(path)
}

function prepare(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const isNew = checkVersion(db) === 0
  const [state] = Object.values(db.prepare('PRAGMA quick_check(1)').get()!)
  if (state !== 'ok') throw queueFileError('corrupt')
  // `auto_vacuum` lets the file shrink, and has to be set before the first table is created. FULL writes each
  // transaction to the disk before it ends. With `secure_delete`, removed events are overwritten.
  db.exec(`
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    BEGIN IMMEDIATE;
    ${isNew ? TABLES : ''}
    PRAGMA user_version = ${VERSION};
    COMMIT`)
}

/** @returns 0 if the file is empty. */
function checkVersion(db: DatabaseSync): number {
  const version = readPragma(db, 'user_version')
  const isOurs = readPragma(db, 'application_id') === APPLICATION_ID
  if (!isOurs && readPragma(db, 'schema_version') > 0) throw queueFileError('foreign')
  if (version > VERSION) throw queueFileError('newer')
  return version
}

function readPragma(db: DatabaseSync, name: string): number {
  return Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0] as number
}

function createQueueFile(db: DatabaseSync, lock: DatabaseSync, maxBytes: number) {
  const sql = {
    count: db.prepare('SELECT count(*) AS count FROM events'),
    due: db.prepare(
      'SELECT id, key, event FROM events WHERE due <= ? OR due > ? ORDER BY due LIMIT ?',
    ),
    add: db.prepare(
      'INSERT INTO events (key, kept, due, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    explain: db.prepare('UPDATE events SET reason = ? WHERE key = ?'),
    postpone: db.prepare('UPDATE events SET due = ?, reason = coalesce(?, reason) WHERE id = ?'),
    remove: db.prepare('DELETE FROM events WHERE id = ?'),
  }
  let pending: { run: () => void; resolve: () => void; reject: (error: unknown) => void }[] = []

  return {
    count: (): number => sql.count.get()!['count'] as number,
    /** Returns events that are due, the longest due first. */
    findDue: (nowMs: number, limit: number): WaitingEvent[] =>
      sql.due.all(nowMs, nowMs + MAX_DELAY_MS, limit).map((row) => {
        const [pixelId, school] = JSON.parse(row['key'] as string)
        const event = parseJson(row['event'] as string) as ServerEvent | undefined
        return { id: row['id'] as number, school: { pixelId, school: school ?? undefined }, event }
      }),
    /** Stores an event, unless it is waiting already. */
    async add(event: ServerEvent, school: SchoolOfEvent, nowMs: number): Promise<void> {
      checkSize()
      const kept = Math.round(nowMs)
      const json = JSON.stringify(event)
      await write(() => sql.add.run(toKey(event, school), kept, kept + FIRST_DELAY_MS, json))
    },
    /** Stores why an event could not be delivered. */
    explain: (event: Identity, school: SchoolOfEvent, reason: string): Promise<void> =>
      write(() => sql.explain.run(reason, toKey(event, school))),
    /** Sets when an event is due. */
    postpone: (id: number, due: number, reason?: string): Promise<void> =>
      write(() => sql.postpone.run(Math.round(due), reason ?? null, id)),
    remove: (id: number): Promise<void> => write(() => sql.remove.run(id)),
    /** Returns the space of removed events to the disk, or `false` if another process reads the file, such as a backup. */
    shrink(): boolean {
      db.exec('PRAGMA incremental_vacuum; PRAGMA busy_timeout = 0')
      const isBusy = readPragma(db, 'wal_checkpoint(TRUNCATE)') === 1
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
      return !isBusy
    },
    close(): void {
      commit()
      db.close()
      lock.close()
    },
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
    } catch (error) {
      rollBack()
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

  function checkSize(): void {
    const pages = readPragma(db, 'page_count') - readPragma(db, 'freelist_count')
    if (pages * readPragma(db, 'page_size') < maxBytes) return
    throw Object.assign(new Error(`The queue has ${maxBytes} bytes.`), { code: 'QUEUE_FULL' })
  }
}

/** As JSON, because SQLite replaces lone surrogates. */
function toKey({ event_name, event_id }: Identity, { pixelId, school }: SchoolOfEvent): string {
  return JSON.stringify([pixelId, school, event_name, event_id])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
