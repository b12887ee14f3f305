import type { EventToSend, Redelivery, SchoolOfEvent } from '@conversion-capi/core'
import { type ConstructorOptions, type Job, PgBoss, type WorkOptions } from 'pg-boss'

export const QUEUE = 'conversion-events'

/** Maximum number of events that wait in the queue, because anyone can send events to the endpoint. */
const MAX_BACKLOG = 50_000

/** pg-boss saves them when it creates the queue. `updateQueue` changes them later. */
export const QUEUE_OPTIONS = {
  // At most one job with the same `singletonKey` waits or is being processed.
  policy: 'exclusive',
  // Never reached: redelivery gives up earlier. A job that runs out of retries fails silently.
  retryLimit: 10_000,
  // From 1 to 30 minutes, so that each event is given up, with an outcome, before pg-boss deletes its job.
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 1800,
  // After this time, the events of a worker that was killed are delivered again.
  expireInSeconds: 120,
  // Events contain an IP and hashes. With the interval of `createQueue`, they are deleted within 11 minutes after their
  // delivery.
  deleteAfterSeconds: 60,
}

/** The queue of events that could not be delivered, in PostgreSQL. Connects when it is first used. */
export function createQueue(options: ConstructorOptions) {
  let opened: Promise<PgBoss> | undefined

  return { keep, consume, close }

  /** Stores an event. Rejects if the database is unavailable or the queue is full. */
  async function keep(event: EventToSend, { pixelId }: SchoolOfEvent): Promise<void> {
    const boss = await open()
    // pg-boss counts at most once per minute.
    const [stats] = await boss.getQueueStats(QUEUE, { force: true })
    if (stats!.queuedCount >= MAX_BACKLOG) {
      // The outcome contains the code, but not the message: PostgreSQL quotes values of the event.
      throw Object.assign(new Error(`The queue has ${MAX_BACKLOG} events.`), { code: 'QUEUE_FULL' })
    }

    // As a string, because jsonb refuses "\u0000" and lone surrogates. JSON escapes both.
    const data: KeptEvent = { event: JSON.stringify(event), pixelId }
    const singletonKey = JSON.stringify([pixelId, event.event_name, event.event_id])
    await boss.send(QUEUE, data, { singletonKey, retentionSeconds: retentionOf(event) })
  }

  /** Delivers the events of the queue until `close()`. By default, at most 20 per second. */
  async function consume(redeliver: Redelivery, options: WorkOptions = {}): Promise<void> {
    const boss = await open()
    const workOptions = { batchSize: 40, pollingIntervalSeconds: 2, ...options }
    await boss.work(QUEUE, { ...workOptions, perJobResults: true }, (jobs: Job<KeptEvent>[]) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          // An event that was kept for another pixel is not sent.
          const { kind } = await redeliver(parseEvent(data), data?.pixelId)
          // pg-boss retries failed jobs.
          return { id, status: kind === 'retry' ? 'failed' : 'completed' }
        }),
      ),
    )
  }

  /** Waits for the events that are being delivered and disconnects. */
  async function close(): Promise<void> {
    const boss = await opened?.catch(() => undefined)
    await boss?.stop()
  }

  function open(): Promise<PgBoss> {
    opened ??= start().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function start(): Promise<PgBoss> {
    const boss = new PgBoss({
      schedule: false,
      maintenanceIntervalSeconds: 600,
      connectionTimeoutMillis: 1500,
      ...options,
    })
    // Without a listener, a lost connection would end the process.
    boss.on('error', (error) => console.error(`[pg-boss] ${error.message}`))
    try {
      await boss.start()
      await boss.createQueue(QUEUE, QUEUE_OPTIONS)
      return boss
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {})
      throw error
    }
  }
}

/** Returns how long an event is stored: until redelivery has given it up, at its next retry. */
function retentionOf({ action_source = 'website' }: EventToSend): number {
  const hours = { website: 47, physical_store: 62 * 24 }[action_source as string] ?? 7 * 24
  return (hours + 0.75) * 3600
}

interface KeptEvent {
  event: string
  pixelId: string
}

/** Returns a job's event. `redeliver` gives up values that are not events; an error would fail the whole batch. */
function parseEvent(data: KeptEvent): EventToSend {
  try {
    return JSON.parse(data.event)
  } catch {
    return undefined as never
  }
}
