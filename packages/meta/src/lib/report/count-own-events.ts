import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import { findRecord, readLog } from '../read-log.ts'

/** What the logs show. Meta's counts contain its own copies of the pixel's events too. */
export interface OwnEvents {
  /** Events that Meta has accepted. */
  accepted: number
  /** Outcomes of other kinds. */
  failed: number
}

/** Counts the events of a pixel in the hosts' logs, or returns `undefined` without a log. */
export async function countOwnEvents(
  logs: string[],
  pixelId: string,
  school: string | undefined,
): Promise<OwnEvents | undefined> {
  if (logs.length === 0) return undefined
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
  return { accepted: Math.max(lines, summaries), failed }
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
