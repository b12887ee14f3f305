import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { Environment, EventToSend } from '@conversion-capi/core'
import { isHashed } from '@conversion-capi/core/pii'
import { isJsonObject, PII_KEYS, PROFILE_KEYS } from '@conversion-capi/core/protocol'

import type { CommandResult } from '../output/command-result.ts'
import { CommandError } from '../output/errors.ts'
import { findConfig } from './find-config.ts'
import { createJudge, describeJudgment, type EventConfig } from './judge-events.ts'
import type { Mapping } from './mapping.ts'
import { type InputFile, openInput } from './input-file.ts'
import { findPhoneWarnings } from './phone-warnings.ts'
import type { FailedLine } from './read-events.ts'
import {
  createCopies,
  describeCopies,
  type LineEvent,
  listReused,
  selectEvents,
} from './select-events.ts'
import { finding, formatCount, toFinding } from './send-rules.ts'
import { findSentEventsFile, openSentEvents, SENT_EVENTS_FILE } from './sent-events.ts'
import { createTally } from './tally.ts'

/** Options of {@link runDry}. */
export interface DryOptions {
  /** The file with the events. */
  file: string
  /** How its columns become fields. */
  mapping?: Mapping
  /** For example `process.env`. Some variables change how events are sent. */
  env: Environment
  /** The name in `META_SCHOOLS`, if there are several schools. */
  school?: string | undefined
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/**
 * Sends the events of a file to an emulator in this process instead of Meta.
 *
 * @returns The counts, and the lines that would fail. It contains no values of events except names and IDs.
 * @throws {CommandError} If the file cannot be used.
 */
export async function runDry({
  file,
  mapping,
  env,
  school,
  now = Date.now,
}: DryOptions): Promise<CommandResult> {
  const path = resolve(file)
  const { config, notices } = readConfig(env, school)
  const input = await openInput(path, now, mapping)
  try {
    if (existsSync(findSentEventsFile(path))) {
      notices.push(finding('earlier-run', {}, { file: SENT_EVENTS_FILE }))
    }
    return await judgeFile(input, { config, now, notices })
  } finally {
    await input.close()
  }
}

/** Returns the fields of the school that change events. */
function readConfig(
  env: Environment,
  school: string | undefined,
): { config: EventConfig; notices: Finding[] } {
  try {
    return { config: findConfig(env, school), notices: [] }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const notice = finding('configuration-incomplete', {}, { problem: error.message })
    return { config: {}, notices: [notice] }
  }
}

/** Values that are sent as hashes. */
const HASHED_KEYS = [...PII_KEYS, ...PROFILE_KEYS]

async function judgeFile(
  input: InputFile,
  { config, now, notices }: { config: EventConfig; now: () => number; notices: Finding[] },
): Promise<CommandResult> {
  const tally = createTally()
  const failures: FailedLine[] = []
  const copies = createCopies()
  const kinds = new Map<string, number>()
  const hashed = new Map<string, number>()
  let count = 0
  let requests = 0
  const judge = createJudge(config, now)
  const sent = openSentEvents('emulator', now())
  for await (const batch of selectEvents(input.read(), sent, copies)) {
    const results = await judge(batch.events.map(({ event }) => event))
    count += batch.events.length + batch.failures.length
    failures.push(...batch.failures)
    const accepted: LineEvent[] = []
    for (const [index, item] of batch.events.entries()) {
      const { line, event } = item
      const result = results[index]!
      const { dropped, warnings } = result.outcome
      const phoneWarnings = findPhoneWarnings(event, config)
      tally.add({ dropped, warnings: [...warnings, ...phoneWarnings] }, line)
      if (result.kind === 'failed') failures.push(describeJudgment(item, result))
      if (result.kind !== 'accepted') continue
      accepted.push(item)
      increase(kinds, `${event.event_name}, ${event.action_source ?? 'website'}`)
      // A number whose country code is unknown is not counted as if it could be matched.
      const unusable = new Set([...dropped, ...phoneWarnings].map(({ key }) => key))
      for (const key of findUnhashedKeys(event)) {
        if (!unusable.has(`user_data.${key}`)) increase(hashed, `user_data.${key}`)
      }
    }
    requests += accepted.length > 0 ? 1 : 0
    sent.settle({ accepted, refused: [], unsent: [] })
  }
  sent.close()
  failures.sort((a, b) => a.line - b.line)
  const acceptedCount = count - failures.length
  return {
    findings: [
      ...notices,
      ...failures.map((failure) => toFinding(failure, input.name)),
      ...listReused(copies, input.name),
      ...tally.findings(input.name),
    ],
    summary: [
      `Dry run: nothing was sent. Meta would accept ${formatCount(acceptedCount)} of ${formatCount(count + copies.repeated)} events, in ${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'}.`,
      ...describeCopies(copies),
      ...input.describeLeftOut(),
      ...describeCounts(kinds),
      ...(hashed.size > 0 ? ['Hashed before they are sent:', ...describeCounts(hashed)] : []),
    ].join('\n'),
    data: {
      file: input.name,
      events: count + copies.repeated,
      accepted: acceptedCount,
      repeated: copies.repeated,
      failed: failures.length,
      requests,
      kinds: Object.fromEntries(kinds),
      hashed: Object.fromEntries(hashed),
    },
  }
}

function findUnhashedKeys({ user_data }: EventToSend): string[] {
  const values: Record<string, unknown> = isJsonObject(user_data) ? user_data : {}
  return HASHED_KEYS.filter((key) =>
    [values[key]].flat().some((value) => typeof value === 'string' && !isHashed(value)),
  )
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Lists the most frequent first. */
function describeCounts(counts: Map<string, number>): string[] {
  const all = [...counts].sort(([, a], [, b]) => b - a)
  const lines = all.slice(0, MAX_COUNTS).map(([key, count]) => `  ${formatCount(count)} × ${key}`)
  const more = all.length - lines.length
  return more > 0 ? [...lines, `  ${formatCount(more)} more`] : lines
}

const MAX_COUNTS = 20
