import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import type { Redelivery, ServerEvent } from '@conversion-capi/core'

import type { Click, FoundClick } from './whatsapp.ts'

/**
 * Opens the file with the stage events and the clicks on WhatsApp ads. Only one process may use it. Each event is sent
 * once: its ID stays in the file, its data is overwritten when it was sent or given up.
 *
 * @param path The file. It is created if it is missing.
 */
export function openOutbox(path: string, redeliver: Redelivery, now = Date.now) {
  // Only the user of the server can read it.
  closeSync(openSync(path, 'a', 0o600))
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS events (event_id TEXT PRIMARY KEY, due INTEGER, event TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS clicks (phone TEXT PRIMARY KEY, sent_at INTEGER, click TEXT) STRICT`)
  const insert = db.prepare('INSERT OR IGNORE INTO events VALUES (?, ?, ?)')
  const findDue = db.prepare('SELECT * FROM events WHERE due <= ? ORDER BY due LIMIT 20')
  const postpone = db.prepare('UPDATE events SET due = ? WHERE event_id = ?')
  const finish = db.prepare('UPDATE events SET due = NULL, event = NULL WHERE event_id = ?')
  const insertClick = db.prepare(`INSERT INTO clicks VALUES (?, ?, ?) ON CONFLICT (phone) DO
    UPDATE SET sent_at = excluded.sent_at, click = excluded.click WHERE excluded.sent_at >= sent_at`)
  const deleteClicks = db.prepare('DELETE FROM clicks WHERE sent_at < ?')
  const selectClick = db.prepare('SELECT click FROM clicks WHERE phone = ? AND sent_at >= ?')
  return {
    add,
    addClick,
    deliver,
    findClick,
    close: () => db.close(),
  }

  /** Stores a click, unless a later one of the same phone is stored. */
  function addClick({ phoneHash, click, sentAt }: FoundClick): void {
    deleteClicks.run(oldestClick())
    insertClick.run(phoneHash, sentAt, JSON.stringify(click))
  }

  /** Returns the latest click of a phone in the past 28 days. */
  function findClick(phoneHash: string): Click | undefined {
    const row = selectClick.get(phoneHash, oldestClick())
    return row && JSON.parse(String(row['click']))
  }

  function oldestClick(): number {
    return Math.floor(now() / 1000) - 28 * 86_400
  }

  /** Stores an event. Returns `false` if an event with its ID was stored before, even if it was sent already. */
  function add(event: ServerEvent): boolean {
    return insert.run(event.event_id, now(), JSON.stringify(event)).changes === 1
  }

  /** Sends the events that are due. */
  async function deliver(): Promise<void> {
    for (const { event_id, event } of findDue.all(now())) {
      const result = await redeliver(JSON.parse(String(event)))
      if (result.kind === 'retry') postpone.run(now() + result.retryAfterMs, event_id!)
      else finish.run(event_id!)
    }
  }
}
