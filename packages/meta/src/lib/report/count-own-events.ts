import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'
import { listQueue, loadSqlite } from '@conversion-capi/node/queue'

import { findRecord, readLog } from '../read-log.ts'
import { CommandError, useQueue } from '../terminal/errors.ts'

/** Files that show what the school's own servers sent. */
export interface OwnFiles {
  /** The logs of the hosts. */
  logs?: string[] | undefined
  /** The file of the queue of the Node server. */
  queue?: string | undefined
  /** The file in which `send` notes what it sent. */
  sent?: string | undefined
}

/** What the files show. Meta's counts contain its own copies of the pixel's events too. */
export interface OwnEvents {
  /** Events that Meta has accepted. */
  accepted: number
  /** Outcomes of other kinds in the logs. */
  failed: number
  /** Events in the queue. */
  waiting: number
}

/** Counts the events of a pixel in the files, or returns `undefined` without a file. */
export async function countOwnEvents(
  { logs = [], queue, sent }: OwnFiles,
  { pixelId, school }: { pixelId: string; school: string | undefined },
  fromMs: number,
): Promise<OwnEvents | undefined> {
  if (logs.length === 0 && queue === undefined && sent === undefined) return undefined
  // A log has a line for each event, or a summary per minute and lines for some events.
  let [lines, summaries, failed] = [0, 0, 0]
  for (const path of logs) {
    for await (const { text = '' } of readLog(path)) {
      const record = findRecord(text, 'conversion.')
      if (record?.['conversion.pixel_id'] === pixelId) {
        if (record['conversion.outcome'] === 'accepted') lines += 1
        else failed += 1
      }
      summaries += sumAccepted(record?.['conversion.counts'], school)
    }
  }
  const waiting = queue === undefined ? [] : useQueue(() => listQueue(queue, pixelId))
  const accepted = Math.max(lines, summaries) + (sent === undefined ? 0 : countSent(sent, fromMs))
  return { accepted, failed, waiting: waiting.length }
}

/** The keys are `accepted.Lead.facebook`, after the name of the school if there are several. */
function sumAccepted(counts: unknown, school: string | undefined): number {
  const prefix = school === undefined ? 'accepted' : `${school}.accepted`
  return Object.entries(isJsonObject(counts) ? (counts as JsonObject) : {}).reduce(
    (sum, [key, count]) =>
      key === prefix || key.startsWith(`${prefix}.`) ? sum + Number(count) : sum,
    0,
  )
}

function countSent(path: string, fromMs: number): number {
  try {
    const { DatabaseSync } = loadSqlite(() => process.getBuiltinModule?.('node:sqlite'))
    const db = new DatabaseSync(path, { readOnly: true })
    const query = "SELECT count(*) AS n FROM events WHERE state = 'accepted' AND noted >= ?"
    const { n } = db.prepare(query).get(Math.floor(fromMs))!
    db.close()
    return Number(n)
  } catch {
    throw new CommandError(`The file ${path} is not one of send. Correct --sent.`)
  }
}
