import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { SchoolOfEvent, ServerEvent } from '@conversion-capi/core'

import { findFile } from './find-file.ts'
import { loadSqlite } from './load-sqlite.ts'
import { BLOCKING_MS, BUSY_TIMEOUT_MS, createWriter } from './create-writer.ts'
import { describeOpenError, isBusy, queueFileError } from './queue-file-error.ts'

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

const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Pages of 4 KiB that are returned to the disk at once. Returning them takes 14 ms per 1,000. */
const SHRINK_PAGES = 500

/** How long the sizes of the schools are used. */
const SIZES_MS = 2000

/** How many events are read at once to find the sizes. Reading 200,000 would take 70 ms. */
const SIZES_STEP = 2000

/** Identifies our files: "CAPI". */
const APPLICATION_ID = 0x43_41_50_49

/** The version of the tables. Files of a later version are not opened. */
const VERSION = 1

/** The pixel and the school of an event, as in `JSON.stringify([pixelId, school])`. */
const OWNER = `json_extract(key, '$[0]', '$[1]')`

/** The index has all that is needed to find the schools, what is due and how much they have, without the events. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kept INTEGER NOT NULL,
    due INTEGER NOT NULL,
    reason TEXT,
    event TEXT NOT NULL
  ) STRICT;
  DROP INDEX IF EXISTS events_due;
  CREATE INDEX IF NOT EXISTS events_owner ON events (${OWNER}, due, octet_length(event));
  PRAGMA application_id = ${APPLICATION_ID};`

/** Finds the owners without reading all their events: each step is one lookup in the index. */
const OWNERS = `
  WITH RECURSIVE owners(owner) AS (
    SELECT min(${OWNER}) FROM events
    UNION ALL
    SELECT (SELECT min(${OWNER}) FROM events WHERE ${OWNER} > owner) FROM owners WHERE owner IS NOT NULL
  )
  SELECT owner FROM owners WHERE owner IS NOT NULL AND (
    EXISTS (SELECT 1 FROM events WHERE ${OWNER} = owner AND due <= :now)
    OR EXISTS (SELECT 1 FROM events WHERE ${OWNER} = owner AND due > :late))`

/**
 * Opens the file, and creates it if it is missing. Several processes can add events. Only the user of the process can
 * read it.
 *
 * @param maxBytes Size of the events from which on each school has only its share, because anyone can send events to the
 *   endpoint.
 */
export function openQueueFile(path: string, maxBytes: number = MAX_FILE_BYTES): QueueFile {
  let lock: DatabaseSync | undefined
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // One file has one lock, even if symbolic links give it several names.
    const file = findFile(createPrivately(path))
    lock = new Database(createPrivately(`${file}-lock`))
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
    db = new Database(findFile(path))
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    if (checkVersion(db) === 0) throw queueFileError('empty')
    return use(db)
  } catch (error) {
    throw describeOpenError(error, path)
  } finally {
    db?.close()
  }
}

/** Creates the file if it is missing. Returns its path. */
function createPrivately(path: string): string {
  // Not if it exists: closing a file descriptor would release the locks of this process.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  return path
}

function prepare(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  checkVersion(db)
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
    ${TABLES}
    PRAGMA user_version = ${VERSION};
    COMMIT;
    PRAGMA busy_timeout = ${BLOCKING_MS}`)
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
    first: db.prepare('SELECT 1 FROM events LIMIT 1'),
    owners: db.prepare(OWNERS),
    due: db.prepare(
      `SELECT id, event FROM events WHERE ${OWNER} = ? AND due > ? AND due <= ? ORDER BY due LIMIT ?`,
    ),
    sizes: db.prepare(
      `SELECT ${OWNER} AS owner, id, octet_length(event) AS bytes FROM events WHERE id > ? ORDER BY id LIMIT ${SIZES_STEP}`,
    ),
    add: db.prepare(
      'INSERT INTO events (key, kept, due, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    explain: db.prepare('UPDATE events SET reason = ? WHERE key = ?'),
    postpone: db.prepare('UPDATE events SET due = ?, reason = coalesce(?, reason) WHERE id = ?'),
    remove: db.prepare('DELETE FROM events WHERE id = ?'),
  }
  let isLeader = false
  let sizes = new Map<string, number>()
  let nextSizes = new Map<string, number>()
  let lastId = 0
  let sizesAt = -Infinity
  const { write, flush } = createWriter(db)

  return {
    count: (): number => sql.count.get()!['count'] as number,
    isEmpty: (): boolean => sql.first.get() === undefined,
    /** Makes this process the only one that delivers events, and returns whether it is. */
    lead(): boolean {
      try {
        // The operating system releases the lock when the process ends, also by SIGKILL.
        if (!isLeader) lock.exec('BEGIN EXCLUSIVE')
        isLeader = true
      } catch (error) {
        if (!isBusy(error)) throw error
      }
      return isLeader
    },
    findSchools: (nowMs: number): SchoolOfEvent[] =>
      sql.owners.all({ now: nowMs, late: nowMs + MAX_DELAY_MS }).map((row) => {
        const [pixelId, school] = JSON.parse(row['owner'] as string)
        return { pixelId, school: school ?? undefined }
      }),
    /** Returns events of a school that are due, the longest due first. */
    findDue(school: SchoolOfEvent, nowMs: number, limit: number): WaitingEvent[] {
      const owner = toOwner(school)
      const due = sql.due.all(owner, -1, nowMs, limit)
      const late = MAX_DELAY_MS + nowMs
      const rows = due.length > 0 ? due : sql.due.all(owner, late, Number.MAX_SAFE_INTEGER, limit)
      return rows.map((row) => {
        const event = parseJson(row['event'] as string) as ServerEvent | undefined
        return { id: row['id'] as number, school, event }
      })
    },
    /** Stores an event, unless it is waiting already. */
    async add(event: ServerEvent, school: SchoolOfEvent, nowMs: number): Promise<void> {
      const kept = Math.round(nowMs)
      const json = JSON.stringify(event)
      checkSize(toOwner(school), Buffer.byteLength(json))
      await write(() => sql.add.run(toKey(event, school), kept, kept + FIRST_DELAY_MS, json))
    },
    explain: (event: Identity, school: SchoolOfEvent, reason: string): Promise<void> =>
      write(() => sql.explain.run(reason, toKey(event, school))),
    postpone: (id: number, due: number, reason?: string): Promise<void> =>
      write(() => sql.postpone.run(Math.round(due), reason ?? null, id)),
    remove: (id: number): Promise<void> => write(() => sql.remove.run(id)),
    /**
     * Returns the space of removed events to the disk, a part at a time. Returns `false` if more is left, or if another
     * process uses the file, such as a backup.
     */
    shrink(): boolean {
      db.exec('PRAGMA busy_timeout = 0')
      try {
        db.exec(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`)
        const isDone = readPragma(db, 'freelist_count') === 0
        return readPragma(db, 'wal_checkpoint(TRUNCATE)') === 0 && isDone
      } catch (error) {
        if (!isBusy(error)) throw error
        return false
      } finally {
        db.exec(`PRAGMA busy_timeout = ${BLOCKING_MS}`)
      }
    },
    close(): void {
      flush()
      db.close()
      lock.close()
    },
  }

  /** @throws {Error} If the file is full, unless the school has less than an equal share of it. */
  function checkSize(owner: string, bytes: number): void {
    const pages = readPragma(db, 'page_count') - readPragma(db, 'freelist_count')
    if (pages * readPragma(db, 'page_size') < maxBytes) return
    if (performance.now() - sizesAt > SIZES_MS) readSizes()
    const size = (sizes.get(owner) ?? 0) + bytes
    const share = maxBytes / new Set([...sizes.keys(), owner]).size
    if (size > share) {
      throw Object.assign(new Error('The queue is full.'), { code: 'QUEUE_FULL' })
    }
    sizes.set(owner, size)
  }

  /** Reads a part of the events. Their sizes are used after the last part. */
  function readSizes(): void {
    const rows = sql.sizes.all(lastId) as { owner: string; id: number; bytes: number }[]
    for (const { owner, id, bytes } of rows) {
      nextSizes.set(owner, (nextSizes.get(owner) ?? 0) + bytes)
      lastId = id
    }
    if (rows.length === SIZES_STEP) return
    sizes = nextSizes
    nextSizes = new Map()
    lastId = 0
    sizesAt = performance.now()
  }
}

/** Returns the same string as {@link OWNER} in SQL. */
function toOwner({ pixelId, school }: SchoolOfEvent): string {
  return JSON.stringify([pixelId, school])
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
