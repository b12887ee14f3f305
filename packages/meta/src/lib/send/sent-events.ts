import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { closeSync, openSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { EventToSend } from '@conversion-capi/core'
import { loadSqlite } from '@conversion-capi/node/queue'

import { CommandError } from '../terminal/errors.ts'

export const SENT_EVENTS_FILE = 'sent-events.sqlite'

export interface SentEvent {
  /** `pending`: a request contained it, and whether the upstream has accepted it is unknown. */
  state: 'pending' | 'accepted' | 'declined'
  isOfThisRun: boolean
  eventTime: number
  /** Why it was declined. Contains no values of the event. */
  reason: string
}

/** The events that were sent from the files of a folder. Each change is on the disk when its function returns. */
export type SentEvents = ReturnType<typeof openSentEvents>

interface Entry {
  key: string | undefined
  event: EventToSend
}

/** The result of an event. `unsent`: the upstream has not accepted it. */
export interface Settled extends Entry {
  state: 'accepted' | 'declined' | 'unsent'
  reason?: string
}

/** Meta accepts no event that is older, so that an export that contains it again has no effect. */
const MAX_AGE_MS = 62 * 86_400_000

/** Identifies our files: "CAPS". */
const APPLICATION_ID = 0x43_41_50_53

const VERSION = 2

const TABLES = `
  CREATE TABLE memory (hash_key BLOB NOT NULL, runs INTEGER NOT NULL) STRICT;
  CREATE TABLE events (
    key TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    run INTEGER NOT NULL,
    noted INTEGER NOT NULL,
    event_time INTEGER NOT NULL,
    content TEXT,
    reason TEXT
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};`

export function findSentEventsFile(input: string): string {
  return join(dirname(realpathSync(input)), SENT_EVENTS_FILE)
}

/**
 * Opens the file for one run, and creates it if it is missing. It contains keyed hashes of names and IDs, times and
 * reasons, but no values of events. Only the user of the process can read it.
 *
 * @param target The Graph API and the pixel that events are sent to. Others have not received them.
 * @param path The file. Default: none, so that everything is forgotten at the end.
 */
export function openSentEvents(target: string, nowMs: number, path = ':memory:') {
  let db: DatabaseSync | undefined
  try {
    const { DatabaseSync: Database } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    if (path !== ':memory:') createPrivately(path)
    db = new Database(path)
    // The operating system releases the lock when the process ends, even by SIGKILL.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const [id, version, tables] = ['application_id', 'user_version', 'schema_version'].map(
      (name) => Object.values(db!.prepare(`PRAGMA ${name}`).get()!)[0] as number,
    )
    if (tables === 0) {
      db.exec(TABLES)
      db.prepare('INSERT INTO memory VALUES (?, 0)').run(randomBytes(32))
    } else if (id !== APPLICATION_ID || version !== VERSION) throw new Error('foreign')
    db.exec('UPDATE memory SET runs = runs + 1')
    db.prepare('DELETE FROM events WHERE noted < ?').run(Math.round(nowMs) - MAX_AGE_MS)
    db.exec('COMMIT')
    return createSentEvents(db, path, target, Math.round(nowMs))
  } catch (error) {
    db?.close()
    throw describeError(error, path)
  }
}

function createSentEvents(db: DatabaseSync, path: string, target: string, nowMs: number) {
  const memory = db.prepare('SELECT * FROM memory').get()!
  const hashKey = createSecretKey(memory['hash_key'] as Uint8Array)
  const select = db.prepare('SELECT * FROM events WHERE key = ?')
  const put = db.prepare('INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM events WHERE key = ?')

  return {
    /** Returns the key of an event. `undefined` without a name or an ID: then it is invalid, and is not sent. */
    keyOf({ event_name: name, event_id: id }: EventToSend): string | undefined {
      const isKnown = typeof name === 'string' && typeof id === 'string' && name !== '' && id !== ''
      return isKnown ? hash([target, name, id]) : undefined
    },
    /** Returns what is known of an event, unless it was declined and has changed since. */
    find(key: string, event: EventToSend): SentEvent | undefined {
      const row = select.get(key)
      if (!row || (row['content'] !== null && row['content'] !== hash(event))) return undefined
      return {
        state: row['state'] as SentEvent['state'],
        isOfThisRun: row['run'] === memory['runs'],
        eventTime: row['event_time'] as number,
        reason: row['reason'] as string,
      }
    },
    begin: (events: Entry[]) => write(() => events.forEach((each) => note(each, 'pending'))),
    /** Notes results, and forgets the events that were not sent. All others stay pending. */
    settle: (events: Settled[]) =>
      write(() => {
        for (const { state, reason, ...each } of events) {
          if (state !== 'unsent') note(each, state, reason)
          else if (each.key !== undefined) remove.run(each.key)
        }
      }),
    close: () => db.close(),
  }

  function note({ key, event }: Entry, state: SentEvent['state'], reason?: string): void {
    if (key === undefined) return
    const content = state === 'declined' ? hash(event) : null
    put.run(key, state, memory['runs']!, nowMs, event.event_time, content, reason ?? null)
  }

  function hash(value: unknown): string {
    const digest = createHmac('sha256', hashKey).update(JSON.stringify(value)).digest('base64url')
    // 132 bits
    return digest.slice(0, 22)
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

/** SQLite creates its journal with the same permissions as the file. */
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
  5: 'is in use: another run sends events of this folder. Wait for its end.',
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
    ? 'was not written by this version of send, or is corrupt. Move it away: then events that were sent before are sent again.'
    : (PROBLEMS[sqliteCode ?? code ?? ''] ??
      `cannot be written (${code === 'ERR_SQLITE_ERROR' ? `SQLITE_${sqliteCode}` : code}). It notes what was sent: put the file with the events in a folder that you may write to.`)
  return new CommandError(`The file ${path} ${problem}`)
}
