import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/core/diagnostics'
import { type Config, createBatchSender, DEFAULTS, type Environment } from '@conversion-capi/core'

import { formatCount, listCounts } from '../terminal/format-count.ts'
import { CommandError } from '../terminal/errors.ts'
import type { CommandResult } from '../terminal/command-result.ts'
import { createDelivery, describeResult, type RetryResult } from './deliver-events.ts'
import { findConfig } from '../environment/check-environment.ts'
import { type InputFile, openInput, type Scan } from '../list/input-file.ts'
import { createJudge } from './judge-events.ts'
import type { Mapping } from '../list/mapping.ts'
import type { FailedLine } from '../list/read-events.ts'
import { describeLines, finding } from './send-rules.ts'
import {
  findSentEventsFile,
  openSentEvents,
  SENT_EVENTS_FILE,
  type SentEvents,
} from './sent-events.ts'

/** Options of {@link runSend}. */
export interface SendOptions {
  /** The file with the events. */
  file: string
  /** How its columns become fields. @default each column has the name of its field */
  mapping?: Mapping
  /** For example `process.env`. */
  env: Environment
  /** The name in `META_SCHOOLS`, if there are several schools. @default none */
  school?: string | undefined
  /** How long to wait while Meta throttles requests or is unavailable. */
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

/** Sends the events of a file that no earlier run has sent, from this file or another one of its folder. */
export async function runSend(options: SendOptions): Promise<CommandResult> {
  const { env, school, now = Date.now } = options
  const config = findConfig(env, school)
  const path = resolve(options.file)
  const input = await openInput(path, now, options.mapping)
  let sent: SentEvents | undefined
  try {
    const target = `${config.graphUrl ?? DEFAULTS.graphUrl} ${config.pixelId}`
    sent = openSentEvents(target, now(), findSentEventsFile(path))
    return await sendFile(input, sent, config, { ...options, now })
  } finally {
    sent?.close()
    await input.close()
  }
}

async function sendFile(
  input: InputFile,
  sent: SentEvents,
  config: Config,
  options: SendOptions & { now: () => number },
): Promise<CommandResult> {
  const { name } = input
  const { fetch, now, signal, maxWaitMs, onNotice, onProgress } = options
  const { sleep = (ms, abort) => setTimeout(ms, undefined, { signal: abort }) } = options
  const scan = await input.scan()
  listNotices(scan, name, config).forEach(onNotice)

  const judge = createJudge(input, sent, config, now)
  const { copies, failed } = judge
  let acceptedNow = 0
  let waitedMs = 0
  const { deliver, finish } = createDelivery({
    // Lines are noted before each request, so the sender must not send a second one by itself.
    send: createBatchSender({ config: { ...config, retries: 0 }, fetch, now }),
    sent,
    signal,
    wait,
    onResult({ kind }) {
      if (kind !== 'accepted') return
      acceptedNow += 1
      waitedMs = 0
    },
    onFailure: (failure) => failed.push(failure),
    onDoubt: (items) => warnOf('lines-without-result', items),
    stop,
  })
  for await (const { events, lastLine } of judge.selectValid()) {
    await input.checkUnchanged()
    if (events.length === 0) continue
    const again = events.filter(({ isInDoubt }) => isInDoubt)
    if (again.length > 0) warnOf('lines-sent-again', again)
    onProgress(`${name}: sending line ${formatCount(lastLine)} of ${formatCount(scan.lastLine)}`)
    await deliver(events)
  }
  await finish()
  return report()

  async function wait(retry: RetryResult): Promise<void> {
    const problem = describeResult(retry)
    waitedMs += retry.retryAfterMs
    if (waitedMs > maxWaitMs) throw stop(problem)
    const seconds = formatCount(Math.ceil(retry.retryAfterMs / 1000))
    onProgress(`${name}: waiting ${seconds} seconds. ${problem}`)
    await sleep(retry.retryAfterMs, signal).catch(() => {})
  }

  function warnOf(code: 'lines-without-result' | 'lines-sent-again', items: { line: number }[]) {
    const lines = describeLines(items.map(({ line }) => line).sort((a, b) => a - b))
    onNotice(finding(code, { file: name }, { lines }))
  }

  function stop(problem: string): CommandError {
    return new CommandError(
      `${problem} ${formatCount(countAccepted())} of ${formatCount(scan.count)} events were accepted so far. Run the same command again to continue.`,
      judge.listFailures(),
    )
  }

  function countAccepted(): number {
    return acceptedNow + copies.ofEarlierRuns
  }

  function report(): CommandResult {
    const sentences = [
      `Pixel …${config.pixelId.slice(-3)} accepted ${formatCount(countAccepted())} of ${formatCount(scan.count)} events.`,
      ...judge.describeLeftOut(),
      ...describeFailures(failed),
    ]
    return {
      findings: judge.listFindings(),
      summary: [
        ...(acceptedNow === 0 && copies.ofEarlierRuns > 0 ? ['No event was left to send.'] : []),
        sentences.join(' '),
        `${SENT_EVENTS_FILE} in the folder of ${name} notes them for 62 days, so that no event is sent twice from this folder. Keep it.`,
      ].join('\n'),
      data: {
        file: name,
        events: scan.count,
        accepted: countAccepted(),
        acceptedNow,
        repeated: copies.repeated,
        failed: failed.length,
      },
    }
  }
}

function describeFailures(failed: FailedLine[]): string[] {
  const { length: all } = failed
  const tooOld = failed.filter(({ code }) => code === 'event-too-old').length
  const unanswered = failed.filter(({ code }) => code === 'event-unanswered').length
  return listCounts(
    [all - tooOld - unanswered, 'failed: correct their lines, and run the command again.'],
    [unanswered, 'got no answer: run the command again.'],
    [
      tooOld,
      `${tooOld === 1 ? 'is' : 'are'} too old for Meta and cannot be sent: do not change ${tooOld === 1 ? 'its' : 'their'} time.`,
    ],
  )
}

function listNotices({ tooOld, count }: Scan, file: string, { graphUrl }: Config): Finding[] {
  const notices: Finding[] = []
  if (tooOld.count > 0) {
    const values = { count: formatCount(tooOld.count), total: formatCount(count) }
    notices.push(finding('events-too-old', { file, line: tooOld.firstLine }, values))
  }
  if (graphUrl !== undefined && graphUrl !== DEFAULTS.graphUrl) {
    notices.push(finding('upstream-stand-in', {}, { origin: new URL(graphUrl).origin }))
  }
  return notices
}
