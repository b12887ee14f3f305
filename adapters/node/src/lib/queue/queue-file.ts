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

/** Events that are read at once when the file is opened. They can have 64 KiB each. */
export const STEP_ROWS = 100

/** Pages of 4 KiB that are returned to the disk at once. Returning them takes 14 ms per 1,000. */
const SHRINK_PAGES = 500

/** Identifies our files: "CAPI". */
const APPLICATION_ID = 0x43_41_50_49

/** The version of the tables. Files of a later version are not opened. */
const VERSION = 1

/** The pixel and the school of an event, as in `JSON.stringify([pixelId, school])`. */
const OWNER = `json_extract(key, '$[0]', '$[1]')`
/** Statements of triggers, which count the bytes of the event in a row. */
const ADD_BYTES = `
  INSERT INTO owners VALUES (${OWNER.replace('key', 'new.key')}, octet_length(new.event))
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;`
const REMOVE_BYTES = `
  UPDATE owners SET bytes = bytes - octet_length(old.event) WHERE owner = ${OWNER.replace('key', 'old.key')};`

/** SQLite counts the bytes of each owner: reading all events of a large file would take a second. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kept INTEGER NOT NULL,
    due INTEGER NOT NULL,
    reason TEXT,
    event TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_owner ON events (${OWNER}, due);
  CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS event_added AFTER INSERT ON events BEGIN ${ADD_BYTES} END;
  CREATE TRIGGER IF NOT EXISTS event_removed AFTER DELETE ON events BEGIN ${REMOVE_BYTES} END;
  INSERT INTO owners SELECT ${OWNER}, sum(octet_length(event)) FROM events
    WHERE NOT EXISTS (SELECT 1 FROM owners) GROUP BY 1;
  PRAGMA application_id = ${APPLICATION_ID};`

/** The owners of events that are due. Each is one lookup in the index. */
const DUE_OWNERS = `
  SELECT owner FROM owners WHERE bytes > 0 AND (
    EXISTS (SELECT 1 FROM events WHERE ${OWNER} = owner AND due <= :now)
    OR EXISTS (SELECT 1 FROM events WHERE ${OWNER} = owner AND due > :late))`

/**
 * Opens the file, and creates it if it is missing. Several processes can add events. Only the user of the process can
 * read it. Yields while it reads a large one, so that a server can respond.
 *
 * @param maxBytes Size of the events from which on each school has only its share, because anyone can send events to the
 *   endpoint.
 */
export function* openInSteps(
  path: string,
  maxBytes: number = MAX_FILE_BYTES,
): Generator<void, QueueFile> {
  let lock: DatabaseSync | undefined
  let db: DatabaseSync | undefined
  let opened: QueueFile | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // One file has one lock, even if symbolic links give it several names.
    const file = findFile(createPrivately(path))
    lock = new Database(createPrivately(`${file}-lock`))
    db = new Database(file)
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (checkVersion(db) > 0) yield* readAll(db)
    prepare(db)
    for (const suffix of ['', '-wal', '-shm', '-lock']) chmodSync(file + suffix, 0o600)
    return (opened = createQueueFile(db, lock, maxBytes))
  } catch (error) {
    throw describeOpenError(error, path)
  } finally {
    if (!opened) {
      db?.close()
      lock?.close()
    }
  }
}

/** Throws if an event or the index of the keys is corrupt. `PRAGMA quick_check` would block a server for half a second. */
function* readAll(db: DatabaseSync): Generator<void> {
  for (const [column, content, start] of [
    ['id', 'event', -1],
    // In the index, which contains nothing else.
    ['key', 'key', ''],
  ] as const) {
    const read = db.prepare(
      `SELECT max(${column}), count(*), sum(length(${content})) FROM (
        SELECT ${column}, ${content} FROM events WHERE ${column} > ? ORDER BY ${column} LIMIT ${STEP_ROWS})`,
    )
    let [last, count] = [start as number | string, STEP_ROWS]
    while (count === STEP_ROWS) {
      ;[last, count] = Object.values(read.get(last)!) as [number | string, number]
      if (count === STEP_ROWS) yield
    }
  }
}

/** Passes an existing file to a tool, also while a server uses it. */
export function withExisting<Value>(path: string, use: (db: DatabaseSync) => Value): Value {
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    db = new Database(findFile(path))
    // Without `recursive_triggers`, events that OR REPLACE removes would still count for their owner.
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON; PRAGMA recursive_triggers = ON')
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
    owners: db.prepare(DUE_OWNERS),
    due: db.prepare(
      `SELECT id, event FROM events WHERE ${OWNER} = ? AND due > ? AND due <= ? ORDER BY due LIMIT ?`,
    ),
    sizes: db.prepare(
      'SELECT count(*) AS others, (SELECT bytes FROM owners WHERE owner = :owner) AS bytes FROM owners WHERE bytes > 0 AND owner <> :owner',
    ),
    add: db.prepare(
      'INSERT INTO events (key, kept, due, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    explain: db.prepare('UPDATE events SET reason = ? WHERE key = ?'),
    postpone: db.prepare('UPDATE events SET due = ?, reason = coalesce(?, reason) WHERE id = ?'),
    remove: db.prepare('DELETE FROM events WHERE id = ?'),
  }
  let isLeader = false
  const { write, flush } = createWriter(db)

  return {
    count: (): number => sql.count.get()!['count'] as number,
    isEmpty: (): boolean => sql.first.get() === undefined,
    /** Makes this process the only one that delivers events, and returns whether it is. */
    lead(): boolean {
      try {
        // The operating system releases the lock when the process ends, even by SIGKILL.
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
    const { others, bytes: used } = sql.sizes.get({ owner })!
    if (Number(used) + bytes > maxBytes / (Number(others) + 1)) {
      throw Object.assign(new Error('The queue is full.'), { code: 'QUEUE_FULL' })
    }
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
