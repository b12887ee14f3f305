import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/core/diagnostics'
import type { EventToSend } from '@conversion-capi/core'
import { isHashed } from '@conversion-capi/core/pii'
import { isJsonObject, PII_KEYS, PROFILE_KEYS } from '@conversion-capi/core/protocol'

import { type Counts, formatCount, increase, sumOf } from '../terminal/format-count.ts'
import type { CommandResult } from '../terminal/command-result.ts'
import { CommandError } from '../terminal/errors.ts'
import { findConfig } from '../environment/check-environment.ts'
import { createControlTotal } from './control-total.ts'
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
  notices.push(...input.notices)
  if (existsSync(findSentEventsFile(path))) {
    notices.push(finding('earlier-run', {}, { file: SENT_EVENTS_FILE }))
  }
  const kinds: Counts = new Map()
  const hashed: Counts = new Map()
  const total = createControlTotal()
  let accepted = 0
  let requests = 0
  const sent = openSentEvents('emulator', now())
  const judge = createJudge(input, sent, config, now)
  try {
    for await (const { events } of judge.selectValid()) {
      for (const { event, unusable } of events) {
        total.add(event)
        increase(kinds, `${event.event_name}, ${event.action_source ?? 'website'}`)
        for (const key of findUnhashedKeys(event)) {
          // A number whose country code is unknown is not counted as if it could be matched.
          if (!unusable.includes(key)) increase(hashed, key)
        }
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
  const totals = total.describe()
  return {
    findings: [...notices, ...judge.listFindings()],
    summary: [
      `Dry run: nothing was sent. Meta would accept ${formatCount(accepted)} of ${formatCount(count)} events, in ${formatCount(requests, 'request')}.`,
      ...input.getLeftOut().notes,
      ...describeCounts(kinds),
      ...(hashed.size > 0 ? ['Hashed before they are sent:', ...describeCounts(hashed)] : []),
      ...(leftOut.size > 0
        ? [
            `Left out: ${formatCount(lines - accepted)} of ${formatCount(lines, 'line')}.`,
            ...describeCounts(leftOut),
          ]
        : []),
      ...(totals.length > 0 ? ['Control total of the other lines:', ...totals] : []),
    ].join('\n'),
    data: {
      file: input.name,
      events: count,
      accepted,
      repeated: copies.repeated,
      failed: failed.length,
      requests,
      kinds: Object.fromEntries(kinds),
      hashed: Object.fromEntries(hashed),
      lines,
      leftOut: Object.fromEntries(leftOut),
      totals: total.list(),
    },
  }
}

const HASHED_KEYS = [...PII_KEYS, ...PROFILE_KEYS]

function findUnhashedKeys({ user_data }: EventToSend): string[] {
  const values: Record<string, unknown> = isJsonObject(user_data) ? user_data : {}
  return HASHED_KEYS.filter((key) =>
    [values[key]].flat().some((value) => typeof value === 'string' && !isHashed(value)),
  ).map((key) => `user_data.${key}`)
}

function describeCounts(counts: Counts): string[] {
  const all = [...counts].sort(([, a], [, b]) => b - a)
  const lines = all.slice(0, MAX_COUNTS).map(([key, count]) => `  ${formatCount(count)} × ${key}`)
  const more = all.length - lines.length
  return more > 0 ? [...lines, `  ${formatCount(more)} more`] : lines
}

const MAX_COUNTS = 20
