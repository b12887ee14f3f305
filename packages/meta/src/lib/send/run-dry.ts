import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/core/diagnostics'
import type { EventToSend } from '@conversion-capi/core'
import { isJsonObject } from '@conversion-capi/core/protocol'

import { type Counts, formatCount, increase, sumOf } from '../terminal/format-count.ts'
import type { CommandResult } from '../terminal/command-result.ts'
import { CommandError } from '../terminal/errors.ts'
import { findConfig } from '../environment/check-environment.ts'
import { createJudge, type EventConfig } from './judge-events.ts'
import { openInput } from '../list/input-file.ts'
import type { SendOptions } from './run-send.ts'
import { finding } from './send-rules.ts'
import { findSentEventsFile, openSentEvents, SENT_EVENTS_FILE } from './sent-events.ts'

/**
 * Sends the events of a file to an emulator in this process instead of Meta. Returns the counts, and the lines that would
 * fail, without values of events except names and IDs.
 */
export async function runDry({
  file,
  mapping,
  env,
  school,
  now = Date.now,
}: Pick<SendOptions, 'file' | 'mapping' | 'env' | 'school' | 'now'>): Promise<CommandResult> {
  const path = resolve(file)
  const notices: Finding[] = []
  let config: EventConfig = {}
  try {
    config = findConfig(env, school)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    notices.push(finding('configuration-incomplete', {}, { problem: error.message }))
  }
  const input = await openInput(path, now, mapping)
  if (existsSync(findSentEventsFile(path))) {
    notices.push(finding('earlier-run', {}, { file: SENT_EVENTS_FILE }))
  }
  const kinds: Counts = new Map()
  const totals = new Map<string, Total>()
  let accepted = 0
  let requests = 0
  const sent = openSentEvents('emulator', now())
  const judge = createJudge(input, sent, config, now)
  try {
    for await (const { events } of judge.selectValid()) {
      for (const { event } of events) {
        addAmount(totals, event)
        increase(kinds, `${event.event_name}, ${event.action_source ?? 'website'}`)
      }
      accepted += events.length
      requests += events.length > 0 ? 1 : 0
      sent.settle(events.map((each) => ({ ...each, state: 'accepted' })))
    }
  } finally {
    sent.close()
    await input.close()
  }
  const { failed, copies } = judge
  const count = accepted + failed.length + copies.repeated
  const leftOut = judge.countLeftOut()
  const lines = accepted + sumOf(leftOut)
  return {
    findings: [...notices, ...judge.listFindings()],
    summary: [
      `Dry run: nothing was sent. Meta would accept ${formatCount(accepted)} of ${formatCount(count)} events, in ${formatCount(requests, 'request')}.`,
      ...input.getLeftOut().notes,
      ...describeCounts(kinds),
      ...(leftOut.size > 0
        ? [
            `Left out: ${formatCount(lines - accepted)} of ${formatCount(lines, 'line')}.`,
            ...describeCounts(leftOut),
          ]
        : []),
      ...(totals.size > 0 ? ['Control total of the other lines:'] : []),
      ...[...totals].map(
        ([event, { count, value }]) =>
          `  ${event}: ${formatAmount(value)} in ${formatCount(count, 'event')}`,
      ),
    ].join('\n'),
    data: {
      file: input.name,
      events: count,
      accepted,
      repeated: copies.repeated,
      failed: failed.length,
      requests,
      kinds: Object.fromEntries(kinds),
      lines,
      leftOut: Object.fromEntries(leftOut),
      totals: Object.fromEntries(totals),
    },
  }
}

/** The sum of the amounts of one event and currency. */
interface Total {
  count: number
  value: number
}

function addAmount(totals: Map<string, Total>, { event_name, custom_data }: EventToSend): void {
  const { value, currency = '' } = isJsonObject(custom_data) ? custom_data : {}
  const amount = value === '' ? NaN : Number(value)
  if (!Number.isFinite(amount)) return
  const key = `${event_name} ${String(currency).toUpperCase()}`.trim()
  const total = totals.get(key) ?? { count: 0, value: 0 }
  totals.set(key, { count: total.count + 1, value: total.value + amount })
}

function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function describeCounts(counts: Counts): string[] {
  const all = [...counts].sort(([, a], [, b]) => b - a)
  const lines = all.slice(0, MAX_COUNTS).map(([key, count]) => `  ${formatCount(count)} × ${key}`)
  const more = all.length - lines.length
  return more > 0 ? [...lines, `  ${formatCount(more)} more`] : lines
}

const MAX_COUNTS = 20
