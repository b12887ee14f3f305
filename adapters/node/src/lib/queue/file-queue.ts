import { setImmediate } from 'node:timers/promises'

import type {
  HandlerOptions,
  Outcome,
  RedeliveryResult,
  SchoolOfEvent,
  ServerEvent,
} from '@conversion-capi/core'

import { createRedeliveries, waitFor } from './create-redeliveries.ts'
import { openInSteps, type QueueFile, type WaitingEvent } from './queue-file.ts'

export type FileQueue = ReturnType<typeof createFileQueue>

/** As many events of a school as `createRedelivery` sends in a second. */
const MAX_BATCH = 20
const POLL_MS = 1000
/** How often a file that cannot be opened is tried again. */
const REOPEN_MS = 10_000
/** When the events of a process that was killed are delivered again. */
const LEASE_MS = 60_000
/** The longest pause after events of a school failed, unless the upstream throttles or rejects the setup. */
const MAX_PAUSE_MS = 10_000

/** The deliveries of one school. A school whose events fail sends one at a time, and does not delay the others. */
const NEW_LANE = {
  isBusy: false,
  /** How many events are delivered at the same time: twice as many after each success. */
  size: 1,
  failures: 0,
  /** The time of the last batch. */
  pausedAt: 0,
  pauseMs: 0,
}

type Lane = typeof NEW_LANE

/**
 * Opens a file for events that could not be delivered, and delivers them when they are due. Never throws. If the file
 * cannot be opened, logs why and tries again every 10 seconds. `keep` rejects until then. While another process delivers the
 * events of the file, `keep` adds to it. This process delivers them when the other one has ended.
 */
export function createFileQueue(
  path: string,
  options: Pick<HandlerOptions, 'config' | 'fetch' | 'now' | 'onOutcome'>,
) {
  const { now = Date.now } = options
  const { redeliver, config } = createRedeliveries(options)
  let file: QueueFile | undefined
  let opening: Promise<void>
  let isEmpty = true
  let isShrunk = true
  let isStopped = false
  let isLeader = false
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  const lanes = new Map<string, Lane>()
  const running = new Set<Promise<void>>()
  opening = open()
  return { config, keep, explain, stop, close }

  async function open(): Promise<void> {
    try {
      const steps = openInSteps(path)
      let step = steps.next()
      while (!step.done) {
        await setImmediate()
        if (isStopped) return void steps.return(undefined as never)
        step = steps.next()
      }
      file = step.value
      isEmpty = file.isEmpty()
      isLeader = file.lead()
      problem = undefined
      if (isLeader) logStart(file)
      else console.info(`The queue ${path} ${IN_USE}`)
      timer = setTimeout(poll, 0)
    } catch (error) {
      file?.close()
      file = undefined
      report(
        `${(error as Error).message} Until then, events that cannot be delivered are not kept.`,
      )
      timer = setTimeout(() => (opening = open()), REOPEN_MS)
    }
  }

  function logStart(opened: QueueFile): void {
    console.info(`The queue ${path} is open. Waiting events: ${opened.count()}.`)
  }

  /** Stores an event. Rejects with a `code` if the event is not on disk. */
  async function keep(event: ServerEvent, school: SchoolOfEvent): Promise<void> {
    await opening
    if (!file) throw Object.assign(new Error(problem), { code: 'NO_QUEUE' })
    await file.add(event, school, now())
    if (!isEmpty) return
    isEmpty = false
    console.warn(`The queue ${path} has events. "conversion-capi queue" counts them by reason.`)
  }

  /** Stores the reason of an outcome `kept`. Ignores all others. */
  function explain(outcome: Outcome): void {
    const { kind, eventName, eventId, pixelId, school } = outcome
    if (kind !== 'kept') return
    const event = { event_name: eventName!, event_id: eventId! }
    file?.explain(event, { pixelId: pixelId!, school }, describeFailure(outcome)).catch(reportWrite)
  }

  /** Takes no more events out of the file. */
  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  /** Waits at most `ms` for the events that are being delivered, and closes the file. */
  async function close(ms: number): Promise<void> {
    stop()
    await opening
    await waitFor(Math.max(0, ms), Promise.all(running))
    file?.close()
    file = undefined
  }

  /** Also polls an empty file, because another process can add events. */
  function poll(): void {
    timer = setTimeout(poll, POLL_MS)
    try {
      if (!isLeader) {
        isLeader = file!.lead()
        if (isLeader) logStart(file!)
      }
      if (isLeader) startLanes(file!)
    } catch (error) {
      reportWrite(error)
    }
  }

  function startLanes(opened: QueueFile): void {
    if (!isShrunk) isShrunk = opened.shrink()
    const wasEmpty = isEmpty
    isEmpty = opened.isEmpty()
    if (isEmpty && !wasEmpty) console.info(`The queue ${path} is empty again.`)
    for (const school of opened.findSchools(now())) {
      const key = JSON.stringify(school)
      const lane = lanes.get(key) ?? { ...NEW_LANE }
      lanes.set(key, lane)
      // The clock can be set back.
      if (lane.isBusy || Math.abs(now() - lane.pausedAt) < lane.pauseMs) continue
      const run = runLane(opened, school, lane)
      running.add(run)
      void run.finally(() => running.delete(run))
    }
  }

  async function runLane(opened: QueueFile, school: SchoolOfEvent, lane: Lane): Promise<void> {
    lane.isBusy = true
    lane.pauseMs = 0
    try {
      while (lane.pauseMs === 0 && (await deliverBatch(opened, school, lane)));
    } catch (error) {
      reportWrite(error)
    }
    lane.isBusy = false
  }

  /** Returns whether more events may be due. */
  async function deliverBatch(opened: QueueFile, school: SchoolOfEvent, lane: Lane) {
    if (isStopped) return false
    const batch = opened.findDue(school, now(), lane.size)
    // Fails if the disk is full, before an event is sent whose removal could not be stored.
    await Promise.all(batch.map(({ id }) => opened.postpone(id, now() + LEASE_MS)))
    problem = undefined
    if (isStopped) return false
    const isMore = batch.length === lane.size
    adjust(lane, await Promise.all(batch.map(deliver)))
    isShrunk = false
    return isMore
  }

  /** Events that were not sent, because the school is slowed down, change nothing. */
  function adjust(lane: Lane, results: RedeliveryResult[]): void {
    lane.pausedAt = now()
    const retries = results.filter((result) => result.kind === 'retry')
    if (retries.length < results.length) {
      lane.size = Math.min(2 * lane.size, MAX_BATCH)
      lane.failures = 0
    } else if (retries.some(({ outcome }) => outcome)) {
      lane.size = 1
      lane.pauseMs = Math.min(POLL_MS * 2 ** lane.failures++, MAX_PAUSE_MS)
    }
    for (const { pauseMs = 0 } of retries) lane.pauseMs = Math.max(lane.pauseMs, pauseMs)
  }

  async function deliver({ id, event, school }: WaitingEvent): Promise<RedeliveryResult> {
    const result = await redeliver(event, school)
    // Otherwise, an event that was accepted would be sent again.
    while (file) {
      try {
        if (result.kind !== 'retry') await file.remove(id)
        else {
          const { retryAfterMs, outcome } = result
          await file.postpone(id, now() + retryAfterMs, outcome && describeFailure(outcome))
        }
        break
      } catch (error) {
        reportWrite(error)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    }
    return result
  }

  function reportWrite(error: unknown): void {
    const { code = 'unknown' } = error as { code?: string }
    report(`The queue ${path} cannot be written (${code}). Check the disk and the file.`)
  }

  /** Logs a problem once. */
  function report(message: string): void {
    if (message !== problem) console.error(message)
    problem = message
  }
}

const IN_USE =
  'is open in another process, which delivers its events. This process adds events to it, and delivers them when the other one has ended.'

/** Returns why an event was not delivered, without values. */
function describeFailure({ code, subcode, upstreamStatus, kind }: Outcome): string {
  if (code !== undefined) return `code ${code}${subcode === undefined ? '' : `/${subcode}`}`
  if (upstreamStatus !== undefined) return `status ${upstreamStatus}`
  return kind === 'rejected' ? 'not configured' : 'no response'
}
