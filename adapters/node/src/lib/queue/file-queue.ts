import type {
  ConfigSource,
  HandlerOptions,
  Outcome,
  SchoolOfEvent,
  ServerEvent,
} from '@conversion-capi/core'

import { createRedeliveries, waitFor } from './create-redeliveries.ts'
import { openQueueFile, type QueueFile, type WaitingEvent } from './queue-file.ts'

/** A queue in one file, and its consumer. */
export interface FileQueue {
  /** The `config` option of the handler. */
  config: ConfigSource
  /** Stores an event. Rejects with a `code` if the event is not on disk. */
  keep: (event: ServerEvent, school: SchoolOfEvent) => Promise<void>
  /** Stores the reason of an outcome `kept`. Ignores all others. */
  explain: (outcome: Outcome) => void
  /** Takes no more events out of the file. */
  stop: () => void
  /** Waits at most `ms` for the events that are being delivered, and closes the file. */
  close: (ms: number) => Promise<void>
}

/** As many as `createRedelivery` sends in a second. */
const BATCH_SIZE = 20
const POLL_MS = 1000
/** How often a file that cannot be opened is tried again, for example until the previous server has ended. */
const REOPEN_MS = 10_000
/** When the events of a process that was killed are delivered again. */
const LEASE_MS = 60_000

/**
 * Opens a file for events that could not be delivered, and delivers them when they are due. Never throws. If the file
 * cannot be opened, logs why and tries again every 10 seconds. `keep` rejects until then.
 */
export function createFileQueue(
  path: string,
  options: Pick<HandlerOptions, 'config' | 'fetch' | 'now' | 'onOutcome'>,
): FileQueue {
  const { now = Date.now } = options
  const { redeliver, config } = createRedeliveries(options)
  let file: QueueFile | undefined
  let isEmpty = true
  let isShrunk = true
  let isStopped = false
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  open()
  return { config, keep, explain, stop, close }

  function open(): void {
    try {
      file = openQueueFile(path)
    } catch (error) {
      report(
        `${(error as Error).message} Until then, events that cannot be delivered are not kept.`,
      )
      timer = setTimeout(open, REOPEN_MS)
      return
    }
    problem = undefined
    const count = file.count()
    isEmpty = count === 0
    console.info(`The queue ${path} is open. Waiting events: ${count}.`)
    schedule(0)
  }

  async function keep(event: ServerEvent, school: SchoolOfEvent): Promise<void> {
    if (!file) throw Object.assign(new Error(problem), { code: 'NO_QUEUE' })
    await file.add(event, school, now())
    if (!isEmpty) return
    isEmpty = false
    console.warn(`The queue ${path} has events. "conversion-capi queue" counts them by reason.`)
    schedule(POLL_MS)
  }

  function explain(outcome: Outcome): void {
    const { kind, eventName, eventId, pixelId, school } = outcome
    if (kind !== 'kept') return
    const event = { event_name: eventName!, event_id: eventId! }
    file?.explain(event, { pixelId: pixelId!, school }, describeFailure(outcome)).catch(reportWrite)
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  async function close(ms: number): Promise<void> {
    stop()
    await waitFor(Math.max(0, ms), running)
    file?.close()
    file = undefined
  }

  /** An empty queue has no timer, unless the file still contains removed events. */
  function schedule(ms: number): void {
    if (!(isEmpty && isShrunk) && !isStopped) timer = setTimeout(() => (running = run()), ms)
  }

  async function run(): Promise<void> {
    let isBusy = false
    try {
      isBusy = await deliverBatch(file!)
      problem = undefined
    } catch (error) {
      reportWrite(error)
    }
    running = undefined
    schedule(isBusy ? 0 : POLL_MS)
  }

  /** Returns whether more events may be due. */
  async function deliverBatch(open: QueueFile): Promise<boolean> {
    const batch = open.findDue(now(), BATCH_SIZE)
    const wasEmpty = isEmpty
    // Fails if the disk is full, before an event is sent whose removal could not be stored.
    await Promise.all(batch.map(({ id }) => open.postpone(id, now() + LEASE_MS)))
    if (isStopped) return false
    await Promise.all(batch.map(deliver))
    if (!file) return false
    if (batch.length > 0 || !isShrunk) isShrunk = open.shrink()
    isEmpty = open.count() === 0
    if (isEmpty && !wasEmpty) console.info(`The queue ${path} is empty again.`)
    return batch.length === BATCH_SIZE
  }

  async function deliver({ id, event, school }: WaitingEvent): Promise<void> {
    const { result, outcome } = await redeliver(event, school)
    // Otherwise, an event that was accepted would be sent again.
    while (file) {
      try {
        if (result.kind !== 'retry') await file.remove(id)
        else {
          const reason = outcome && describeFailure(outcome)
          await file.postpone(id, now() + result.retryAfterMs, reason)
        }
        return
      } catch (error) {
        reportWrite(error)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    }
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

/** Returns why an event was not delivered, without values. */
function describeFailure({ code, subcode, upstreamStatus, kind }: Outcome): string {
  if (code !== undefined) return `code ${code}${subcode === undefined ? '' : `/${subcode}`}`
  if (upstreamStatus !== undefined) return `status ${upstreamStatus}`
  return kind === 'rejected' ? 'not configured' : 'no response'
}
