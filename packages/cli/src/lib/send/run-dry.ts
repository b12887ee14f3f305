import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import {
  type Config,
  createBatchSender,
  type Environment,
  type EventToSend,
} from '@conversion-capi/core'
import { isHashed } from '@conversion-capi/core/pii'
import { isJsonObject, PII_KEYS, PROFILE_KEYS } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'

import type { CommandResult } from '../output/command-result.ts'
import { CommandError } from '../output/errors.ts'
import { describeFailure, explainResult } from './describe-result.ts'
import { findConfig } from './find-config.ts'
import { type InputFile, openInput } from './input-file.ts'
import { findPhoneWarnings } from './phone-warnings.ts'
import type { FailedLine } from './progress-file.ts'
import { readBatches } from './read-batches.ts'
import { finding, formatCount, toFinding } from './send-rules.ts'
import { createTally } from './tally.ts'

/** Options of {@link runDry}. */
export interface DryOptions {
  /** The file with the events. */
  file: string
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
 * @param options The file.
 * @returns The counts, and the lines that would fail. It contains no values of events except names and IDs.
 * @throws {CommandError} If the file cannot be used.
 */
export async function runDry({
  file,
  env,
  school,
  now = Date.now,
}: DryOptions): Promise<CommandResult> {
  const path = resolve(file)
  const { config, notices } = readConfig(env, school)
  const input = await openInput(path, now)
  try {
    if (existsSync(`${path}.progress`)) {
      notices.push(finding('earlier-run', {}, { file: `${input.name}.progress` }))
    }
    return await judgeFile(input, { config, now, notices })
  } finally {
    await input.close()
  }
}

/** Returns the configuration of the emulator, with the fields of the school that change events. */
function readConfig(
  env: Environment,
  school: string | undefined,
): { config: Config; notices: Finding[] } {
  const config = { pixelId: '1234567890', accessToken: 'emulator-access-token', retries: 0 }
  try {
    const { nationalPhone, limitedDataUse } = findConfig(env, school)
    return {
      config: {
        ...config,
        ...(nationalPhone && { nationalPhone }),
        ...(limitedDataUse && { limitedDataUse }),
      },
      notices: [],
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const notice = finding('configuration-incomplete', {}, { problem: error.message })
    return { config, notices: [notice] }
  }
}

/** Values that are sent as hashes. */
const HASHED_KEYS = [...PII_KEYS, ...PROFILE_KEYS]

async function judgeFile(
  input: InputFile,
  { config, now, notices }: { config: Config; now: () => number; notices: Finding[] },
): Promise<CommandResult> {
  const tally = createTally()
  const failures: { id: string; failure: FailedLine }[] = []
  const kinds = new Map<string, number>()
  const hashed = new Map<string, number>()
  let count = 0
  let requests = 0
  const send = createBatchSender({
    config,
    fetch: createEmulator({ now, maxEvents: 1 }).fetch,
    now,
  })
  for await (const batch of readBatches(input.read())) {
    const results = await send(batch.events.map(({ event }) => event))
    count += batch.events.length + batch.failures.length
    requests += batch.events.length > 0 ? 1 : 0
    failures.push(...batch.failures)
    for (const [index, { line, id, event }] of batch.events.entries()) {
      const result = results[index]!
      const { dropped, warnings } = result.outcome
      const phoneWarnings = findPhoneWarnings(event, config)
      tally.add({ dropped, warnings: [...warnings, ...phoneWarnings] }, line)
      if (result.kind === 'failed')
        failures.push({ id, failure: describeFailure(line, result, explainResult) })
      if (result.kind !== 'accepted') continue
      increase(kinds, `${event.event_name}, ${event.action_source ?? 'website'}`)
      // A number whose country code is unknown is not counted as if it could be matched.
      const unusable = new Set([...dropped, ...phoneWarnings].map(({ key }) => key))
      for (const key of findUnhashedKeys(event)) {
        if (!unusable.has(`user_data.${key}`)) increase(hashed, `user_data.${key}`)
      }
    }
  }
  failures.sort((a, b) => a.failure.line - b.failure.line)
  const ids = new Map(failures.map(({ id, failure }) => [failure.line, id]))
  const accepted = count - failures.length
  return {
    findings: [
      ...notices,
      ...failures.map(({ failure }) => toFinding(failure, ids, input.name)),
      ...tally.findings(input.name),
    ],
    summary: [
      `Dry run: nothing was sent. Meta would accept ${formatCount(accepted)} of ${formatCount(count)} events, in ${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'}.`,
      ...describeCounts(kinds),
      ...(hashed.size > 0 ? ['Hashed before they are sent:', ...describeCounts(hashed)] : []),
    ].join('\n'),
    data: {
      file: input.name,
      events: count,
      accepted,
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
