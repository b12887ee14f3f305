import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'
import {
  type Config,
  createBatchSender,
  DEFAULTS,
  type Environment,
  type SendResult,
} from '@conversion-capi/core'

import { CommandError } from '../output/errors.ts'
import type { CommandResult } from '../output/command-result.ts'
import { continueRun } from './continue-run.ts'
import { describeFailure, describeResult } from './describe-result.ts'
import { findConfig } from './find-config.ts'
import { type InputFile, openInput } from './input-file.ts'
import { findPhoneWarnings } from './phone-warnings.ts'
import { openProgressFile, type ProgressFile } from './progress-file.ts'
import { type LineEvent, readBatches } from './read-batches.ts'
import { describeLines, finding, formatCount, toFinding } from './send-rules.ts'
import { createTally } from './tally.ts'

/** Options of {@link runSend}. */
export interface SendOptions {
  /** The file with the events. */
  file: string
  /** For example `process.env`. */
  env: Environment
  /** The name in `META_SCHOOLS`, if there are several schools. */
  school?: string | undefined
  /** How long to wait for one request while Meta throttles requests or is unavailable. */
  maxWaitMs: number
  /** Called with what is known before the first request, and with lines that are sent again. */
  onNotice: (finding: Finding) => void
  /** Called with the state in one line, when it changes. */
  onProgress: (text: string) => void
  /** Ends the run after the current request. */
  signal: AbortSignal
  /** Sends the requests. @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
  /** May reject if the signal aborts. @default setTimeout of node:timers/promises */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Sends the events of a file that no earlier run has sent.
 *
 * @param options The file, the environment, and where to report.
 * @returns The lines that failed in this and in earlier runs, and the counts.
 * @throws {CommandError} If the file, its progress or the configuration cannot be used, or if the run ended early.
 */
export async function runSend(options: SendOptions): Promise<CommandResult> {
  const { env, school, now = Date.now } = options
  const config = findConfig(env, school)
  const path = resolve(options.file)
  const input = await openInput(path, now)
  let progress: ProgressFile | undefined
  try {
    progress = openProgressFile(`${path}.progress`)
    return await sendFile(input, progress, config, { ...options, now })
  } finally {
    progress?.close()
    await input.close()
  }
}

async function sendFile(
  input: InputFile,
  progress: ProgressFile,
  config: Config,
  options: SendOptions & { now: () => number },
): Promise<CommandResult> {
  const { name } = input
  const { fetch, now, signal, maxWaitMs, onNotice, onProgress } = options
  const { sleep = (ms, abort) => setTimeout(ms, undefined, { signal: abort }) } = options
  const { graphUrl = DEFAULTS.graphUrl, pixelId } = config
  const { last, scan, notices } = await continueRun(input, progress, `${graphUrl} ${pixelId}`)
  if (graphUrl !== DEFAULTS.graphUrl) {
    notices.push(finding('upstream-stand-in', {}, { origin: new URL(graphUrl).origin }))
  }
  notices.forEach(onNotice)

  const tally = createTally()
  const send = createBatchSender({
    // Lines are noted before each request, so the sender must not send a second one by itself.
    config: { ...config, retries: 0 },
    fetch,
    now,
  })
  const pending = new Set(last.pending)
  const isDue = (line: number): boolean => line > last.readTo || pending.has(line)
  for await (const { events, failures, lastLine } of readBatches(
    input.read(),
    isDue,
    last.readTo,
  )) {
    if (signal.aborted) throw stop('Stopped.')
    await input.checkUnchanged()
    for (const { id, failure } of failures) scan.ids.set(failure.line, id)
    progress.begin({
      readTo: lastLine,
      lines: events.map(({ line }) => line),
      failed: failures.map(({ failure }) => failure),
    })
    onProgress(`${name}: sending line ${formatCount(lastLine)} of ${formatCount(scan.lastLine)}`)
    if (events.length > 0) await deliver(events)
  }
  return report()

  /** Sends events until each of them is accepted or declined. */
  async function deliver(events: LineEvent[]): Promise<void> {
    let rest = events
    for (let waitedMs = 0; ;) {
      const results = await send(rest.map(({ event }) => event))
      settle(rest, results)
      rest = rest.filter((_, index) => results[index]!.kind === 'retry')
      const retries = results.filter((result) => result.kind === 'retry')
      if (retries.length === 0) return

      const retry = retries.find(({ reason }) => reason === 'setup') ?? retries[0]!
      const problem = describeResult(retry)
      if (retry.reason === 'setup') throw stop(`${problem} Check the variables with "doctor".`)
      waitedMs += retry.retryAfterMs
      if (waitedMs > maxWaitMs) throw stop(problem)
      const seconds = Math.ceil(retry.retryAfterMs / 1000)
      onProgress(`${name}: waiting ${formatCount(seconds)} seconds. ${problem}`)
      await sleep(retry.retryAfterMs, signal).catch(() => {})
      if (signal.aborted) throw stop('Stopped.')
      const lines = rest.map(({ line }) => line)
      if (retries.some(isUnknown)) {
        onNotice(finding('lines-without-result', { file: name }, { lines: describeLines(lines) }))
      }
      progress.begin({ readTo: 0, lines, failed: [] })
    }
  }

  /** Notes the results of a request. */
  function settle(events: LineEvent[], results: SendResult[]): void {
    const accepted: number[] = []
    const failed = events.flatMap(({ line, id, event }, index) => {
      const result = results[index]!
      if (result.kind !== 'retry') {
        const { dropped, warnings } = result.outcome
        tally.add({ dropped, warnings: [...warnings, ...findPhoneWarnings(event, config)] }, line)
      }
      if (result.kind === 'accepted') accepted.push(line)
      if (result.kind !== 'failed') return []
      scan.ids.set(line, id)
      return describeFailure(line, result)
    })
    try {
      progress.settle({ accepted, failed, isInFlight: results.some(isUnknown) })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const lines = describeLines(events.map(({ line }) => line))
      throw new CommandError(
        `${error.message} ${lines} may have been accepted: the next run sends them again.`,
      )
    }
  }

  function stop(problem: string): CommandError {
    const { accepted, failed } = progress.read()
    return new CommandError(
      `${problem} ${formatCount(accepted)} of ${formatCount(scan.count)} events were accepted so far. Run the same command again to continue.`,
      failed.map((each) => toFinding(each, scan.ids, name)),
    )
  }

  function report(): CommandResult {
    const { accepted, failed } = progress.read()
    const acceptedNow = accepted - last.accepted
    const notAccepted =
      failed.length === 0
        ? ''
        : ` ${formatCount(failed.length)} failed: put their corrected lines in a new file.`
    const sentBefore = last.accepted > 0
    const earlier = sentBefore ? `, ${formatCount(last.accepted)} of them by earlier runs` : ''
    return {
      findings: [...failed.map((each) => toFinding(each, scan.ids, name)), ...tally.findings(name)],
      summary: [
        ...(sentBefore && acceptedNow === 0 ? ['No event was left to send.'] : []),
        `Pixel …${pixelId.slice(-3)} accepted ${formatCount(accepted)} of ${formatCount(scan.count)} events${earlier}.${notAccepted}`,
        `${name}.progress notes them, so that no later run sends them again. Delete it to send all of them again.`,
      ].join('\n'),
      data: {
        file: name,
        events: scan.count,
        accepted,
        acceptedNow,
        failed: failed.length,
      },
    }
  }
}

/** Returns whether the upstream may have accepted the event: it was unavailable, or did not respond in time. */
function isUnknown(result: SendResult): boolean {
  return result.kind === 'retry' && result.reason === 'transient'
}
