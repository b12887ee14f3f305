import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type ReceivedEvent } from '@conversion-capi/emulator'
import { serve } from '@conversion-capi/node'
import { getPort, installPacked, startProcess } from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { wrangler } from './lib/wrangler.ts'

const PROJECT = fileURLToPath(new URL('queue-worker', import.meta.url))
const PIXEL_ID = '1234567890'
const ACCESS_TOKEN = 'emulator-access-token'
const HOUR_MS = 3_600_000
const WAIT = { timeout: 240_000, interval: 200 }

// `wrangler dev` runs workerd, with queues in memory that deliver, delay and retry messages like Cloudflare's.
// Concurrently, because both parts mostly wait for delays.
describe('a Cloudflare queue', { concurrent: true }, () => {
  const folder = useFolder()

  beforeAll(async () => {
    await cp(PROJECT, folder.path, { recursive: true })
    await installPacked(folder.path, inject('tarballs'))
  })

  describe('in an outage of an hour', () => {
    const upstream = createUpstream(fastNow)
    const sent: SentEvent[] = []
    let worker: Worker

    // One hook, because all tests observe the same outage.
    beforeAll(async () => {
      await upstream.start()
      worker = await startWorker(folder.path, 'hour', upstream.origin())
      sent.push(...(await sendEvents(worker, 'before', 20)))

      await upstream.stop()
      const downAt = fastNow()
      sent.push(...(await sendEvents(worker, 'during', 300)))
      await fetch(`${worker.origin}/send-text`)
      await postEvent(worker, 'short', { search: '?short' })
      await vi.waitUntil(() => worker.find('dead').length > 0, WAIT)
      await vi.waitUntil(() => fastNow() - downAt >= HOUR_MS, WAIT)

      await upstream.start()
      sent.push(...(await sendEvents(worker, 'after', 20)))
      await vi.waitUntil(() => upstream.events().length >= sent.length, WAIT)
    })

    afterAll(async () => {
      await worker?.close()
      await upstream.stop()
    })

    it('accepts or keeps every event', () => {
      expect(countOutcomes(sent)).toEqual({ accepted: 40, kept: 300 })
    })

    it('delivers every accepted or kept event exactly once', () => {
      const delivered = upstream.events().map(({ event_id }) => event_id)
      expect(delivered.sort()).toEqual(sent.map(({ id }) => id).sort())
      expect(upstream.events().filter(({ counted }) => !counted)).toEqual([])
    })

    it('delivers every event with its original event_time', () => {
      const sentById = new Map(sent.map((event) => [event.id, event]))
      const changed = upstream
        .events()
        .filter((event) => !isOriginal(event, sentById.get(event.event_id!)!))
      expect(changed).toEqual([])
    })

    it('delivers no message again before its delaySeconds have passed', () => {
      const retries = worker.find('retried')
      const deliveries = worker.find('delivered')
      // Timers may fire a little early.
      const early = retries.filter(({ retried, at, delaySeconds }) => {
        const next = deliveries.find((each) => each.delivered === retried && each.at > at)
        return next && next.at - at < delaySeconds * 1000 - 50
      })
      expect(early).toEqual([])
      expect(retries).not.toEqual([])
      expect(Math.max(...retries.map(({ delaySeconds }) => delaySeconds))).toBeGreaterThan(10)
    })

    it('gives up a message that is not an event, and delivers the others', () => {
      const givenUp = worker
        .find('conversion.outcome')
        .filter((line) => line['conversion.outcome'] === 'given_up')
      expect(givenUp).toMatchObject([{ 'error.type': 'declined' }])
    })

    it('moves an event to the dead-letter queue after max_retries', () => {
      expect(worker.find('dead')).toMatchObject([
        { dead: { pixelId: PIXEL_ID, event: { event_name: 'Lead', event_id: 'short' } } },
      ])
    })

    it('neither queues nor logs the access token', () => {
      expect(worker.find('dead')).not.toEqual([])
      expect(worker.output()).not.toContain(ACCESS_TOKEN)
    })

    function countOutcomes(events: SentEvent[]): Record<string, number> {
      const counts: Record<string, number> = {}
      for (const { id } of events) {
        // Redelivery has no response.
        const outcomes = worker
          .find('http.response.status_code')
          .filter((line) => line['conversion.event_id'] === id)
        const kind = outcomes.map((line) => line['conversion.outcome']).join()
        counts[kind] = (counts[kind] ?? 0) + 1
      }
      return counts
    }
  })

  it('redelivers an event after a minute, with the Worker of the README', async () => {
    const upstream = createUpstream(Date.now)
    // Reserves the port.
    await upstream.start()
    const worker = await startWorker(folder.path, 'minute', upstream.origin())
    await upstream.stop()
    try {
      const sent = await postEvent(worker, 'lead', { now: Date.now })
      // The event of the request, and its first redelivery.
      await vi.waitUntil(() => worker.find('conversion.outcome').length >= 2, WAIT)
      await upstream.start()
      const upAt = Date.now()
      await vi.waitUntil(() => upstream.events().length > 0, WAIT)

      expect(worker.find('conversion.outcome')).toMatchObject([
        { 'conversion.outcome': 'kept', 'conversion.event_id': 'lead' },
        { 'conversion.outcome': 'upstream_unreachable', 'conversion.event_id': 'lead' },
      ])
      expect(upstream.events()).toMatchObject([{ event_id: 'lead', counted: true }])
      const [event] = upstream.events()
      expect(isOriginal(event!, sent)).toBe(true)
      // The delay is 45 to 60 seconds, and the upstream has been down for a part of it.
      expect(event!.received_at - upAt).toBeGreaterThan(30_000)
    } finally {
      await worker.close()
      await upstream.stop()
    }
  })
})

/** The clock of queue-worker/hour.ts: each second is one minute. */
function fastNow(): number {
  const origin = Date.UTC(2026, 10)
  return origin + (Date.now() - origin) * 60
}

/** An event that was posted, with the time before and after the request. */
interface SentEvent {
  id: string
  startedAt: number
  endedAt: number
}

/** Returns whether the event_time of an event is within its first request. */
function isOriginal({ event_time }: ReceivedEvent, { startedAt, endedAt }: SentEvent): boolean {
  return event_time >= Math.floor(startedAt / 1000) && event_time <= endedAt / 1000
}

/** A line of JSON that the Worker logged. */
type LogLine = Record<string, unknown> & { at: number; delaySeconds: number }

interface Worker {
  origin: string
  close: () => Promise<void>
  output: () => string
  /** Returns the logged lines that have a key. */
  find: (key: string) => LogLine[]
}

async function startWorker(folder: string, name: string, graphUrl: string): Promise<Worker> {
  const lines: string[] = []
  const records: LogLine[] = []
  const env = {
    META_PIXEL_ID: PIXEL_ID,
    META_ACCESS_TOKEN: ACCESS_TOKEN,
    META_GRAPH_URL: graphUrl,
    // On a busy machine, a request that times out could be delivered twice.
    META_TIMEOUT_MS: '30000',
    META_DEADLINE_MS: '60000',
  }
  // Two processes cannot share the databases of one folder.
  const flags = ['--config', `${name}.jsonc`, '--persist-to', `${name}-state`]
  const args = (port: string) => wrangler(port, env, ...flags)
  const { origin, close } = await startProcess(process.execPath, args, {
    cwd: folder,
    onLine(line) {
      lines.push(line)
      records.push(...parseLine(line))
    },
  })
  return {
    origin,
    close,
    output: () => lines.join('\n'),
    find: (key) => records.filter((line) => key in line),
  }
}

/** Parses the JSON in a line, which wrangler prefixes depending on its severity. */
function parseLine(line: string): LogLine[] {
  try {
    return [JSON.parse(/\{.*\}/.exec(line)![0])]
  } catch {
    return []
  }
}

/** Posts events, ten at a time. */
async function sendEvents(worker: Worker, prefix: string, count: number): Promise<SentEvent[]> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  const remaining = ids.values()
  const sent: SentEvent[] = []
  await Promise.all(Array.from({ length: 10 }, sendRemaining))
  return sent

  async function sendRemaining(): Promise<void> {
    for (const id of remaining) sent.push(await postEvent(worker, id))
  }
}

async function postEvent(
  worker: Worker,
  id: string,
  { search = '', now = fastNow } = {},
): Promise<SentEvent> {
  const startedAt = now()
  const response = await fetch(`${worker.origin}${CONVERSION_PATH}${search}`, {
    method: 'POST',
    body: JSON.stringify({ event_name: 'Lead', event_id: id }),
  })
  expect(response.status).toBe(200)
  await response.text()
  return { id, startedAt, endedAt: now() }
}

/** An emulator whose server can be stopped and started again on the same port. */
function createUpstream(now: () => number) {
  const emulator = createEmulator({ pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN, now })
  let server: Awaited<ReturnType<typeof serve>> | undefined
  let port = 0
  return {
    events: emulator.events,
    origin: () => `http://127.0.0.1:${port}`,
    async start() {
      // Not a port that the system chooses: while the server is stopped, another process could get it.
      port ||= await getPort()
      server = await serve({ site: emulator.fetch, port, hostname: '127.0.0.1', signals: false })
    },
    async stop() {
      await server?.close()
      server = undefined
    },
  }
}
