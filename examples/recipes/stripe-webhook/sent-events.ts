import { DatabaseSync } from 'node:sqlite'

/** Remembers which events were sent. A key is the name and the ID of an event. Another database can be used as well. */
export interface SentEvents {
  /** Claims an event before it is sent. `claimed before`: another delivery of the webhook is sending it. */
  claim: (key: string) => Claim | Promise<Claim>
  /** Gives a claim back: the event was not accepted. */
  release: (key: string) => unknown
  /** Remembers that the event was sent. */
  confirm: (key: string) => unknown
}

type Claim = 'claimed' | 'sent before' | 'claimed before'

/** Longer than sending an event takes. After a crash, an event that was claimed can be claimed again. */
const CLAIM_MS = 5 * 60_000
/** Older events are not sent: Meta accepts events of up to 7 days. */
const KEEP_MS = 8 * 86_400_000

/**
 * Opens a SQLite file with the names and IDs of the events that were sent. Several processes of one machine can share
 * it.
 *
 * @param now Returns the current time in milliseconds since the epoch.
 */
export function openSentEvents(path: string, now: () => number = Date.now): SentEvents {
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS sent_events (
      key TEXT PRIMARY KEY,
      is_sent INTEGER NOT NULL,
      claimed_at INTEGER NOT NULL
    ) STRICT;
  `)
  const claim = database.prepare(`
    INSERT INTO sent_events VALUES (:key, 0, :now)
    ON CONFLICT (key) DO UPDATE SET claimed_at = :now WHERE is_sent = 0 AND claimed_at <= :expired
  `)
  const find = database.prepare('SELECT is_sent FROM sent_events WHERE key = ?')
  const release = database.prepare('DELETE FROM sent_events WHERE key = ?')
  const confirm = database.prepare('UPDATE sent_events SET is_sent = 1 WHERE key = ?')
  const expire = database.prepare('DELETE FROM sent_events WHERE claimed_at < ?')

  return {
    claim(key) {
      const { changes } = claim.run({ key, now: now(), expired: now() - CLAIM_MS })
      if (changes === 1) return 'claimed'
      return find.get(key)?.['is_sent'] === 1 ? 'sent before' : 'claimed before'
    },
    release: (key) => release.run(key),
    confirm(key) {
      confirm.run(key)
      expire.run(now() - KEEP_MS)
    },
  }
}
