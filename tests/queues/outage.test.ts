import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Outcome } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import {
  cleanEnvironment,
  getPort,
  LONG_TIMEOUTS,
  type StartedProcess,
  startProcess,
} from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { QUEUE, QUEUE_OPTIONS } from 'conversion-capi-with-pg-boss/queue.ts'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { compressClock } from './lib/compress-clock.ts'
import { CLIENT_COUNT, sendEvents } from './lib/send-events.ts'
import { type Postgres, startPostgres } from './lib/start-postgres.ts'
import { startUpstream, type Upstream } from './lib/start-upstream.ts'
import { readOutcomes } from './lib/write-outcome.ts'

const EVENT_COUNT = 10_000
const HOUR_MS = 3_600_000
const UP_COUNT = 200
const SERVER_KILLS = 2
const LIB = fileURLToPath(new URL('lib/', import.meta.url))

const found = inject('postgres')

describe.skipIf('missing' in found && !process.env['CI'])('an outage of one hour', () => {
  const start = Date.now()
  const now = compressClock(start)
  const cleanups: (() => unknown)[] = []
  let postgres: Postgres
  let emulator: Emulator
  let upstream: Upstream
  let boss: PgBoss
  const folder = useFolder()
  let env: Record<string, string>
  let server: StartedProcess
  let worker: ChildProcess
  let port: number
  /** The ids of the events that were sent while the database was down. */
  const sentWithoutDatabase: string[] = []

  beforeAll(async () => {
    postgres = await startPostgres(found)
    cleanups.push(postgres.close)
    emulator = createEmulator({ now, maxEvents: 10 * EVENT_COUNT })
    upstream = await startUpstream(emulator)
    cleanups.push(upstream.close)
    boss = await createCompressedQueue(postgres)
    cleanups.push(() => boss.stop({ graceful: false }))
    port = await getPort()
    env = {
      DATABASE_URL: postgres.url,
      META_PIXEL_ID: '1234567890',
      META_ACCESS_TOKEN: 'emulator-access-token',
      META_GRAPH_URL: upstream.url,
      ...LONG_TIMEOUTS,
      PORT: String(port),
      CLOCK_START: String(start),
    }

    server = await startServer()
    worker = startWorker()
    await runOutage()
    emulator.setFaults({})
    await recover()
  }, 600_000)

  afterAll(async () => {
    worker?.kill('SIGKILL')
    await server?.close()
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  it('loses no event that was accepted or kept, and none is counted twice', () => {
    const counts = new Map<string, number>()
    for (const { event_id, counted } of emulator.events()) {
      if (counted) counts.set(event_id!, (counts.get(event_id!) ?? 0) + 1)
    }
    const delivered = outcomes().filter(({ kind }) => kind === 'accepted' || kind === 'kept')
    expect(delivered.length).toBeGreaterThan(0.8 * EVENT_COUNT)
    expect(delivered.filter(({ eventId }) => counts.get(eventId!) !== 1)).toEqual([])
    expect([...counts].filter(([, count]) => count > 1)).toEqual([])
  })

  it('sends every copy of an event with the bytes of the first', () => {
    const changed = [...upstream.requests].filter(([, copies]) => new Set(copies).size > 1)
    expect(changed).toEqual([])
    const redelivered = [...upstream.requests.values()].filter((copies) => copies.length > 1)
    expect(redelivered.length).toBeGreaterThan(EVENT_COUNT / 2)

    const counted = emulator.events().filter((event) => event.counted)
    const moved = counted.filter(({ event_id, event_time }) => {
      const [first] = upstream.requests.get(event_id!)!
      return event_time !== JSON.parse(first!).event_time
    })
    expect(moved).toEqual([])
  })

  it('reports each event that was not kept with keepError', () => {
    const failures = outcomes().filter(({ kind }) => kind !== 'accepted' && kind !== 'kept')
    expect(failures.filter(({ keepError }) => !keepError)).toEqual([])
    const lost = new Set(failures.map(({ eventId }) => eventId))
    const lostWithoutDatabase = sentWithoutDatabase.filter((id) => lost.has(id))
    expect(lostWithoutDatabase.length).toBeGreaterThan(sentWithoutDatabase.length / 2)
  })

  it('reports every event except those that were in a process when it was killed', () => {
    const reported = new Set(outcomes().map(({ eventId }) => eventId))
    expect(reported.size).toBeGreaterThanOrEqual(EVENT_COUNT - SERVER_KILLS * CLIENT_COUNT)
  })

  it('gives no event up and leaves none in the queue', async () => {
    expect(worker.exitCode).toBeNull()
    expect(readOutcomes(join(folder.path, 'worker'))).toEqual([])
    expect(await countOpenJobs()).toBe(0)
  })

  /** Sends the events while the upstream is down. Kills the processes and the database. */
  async function runOutage(): Promise<void> {
    await sendEvents({ port, end: UP_COUNT })
    expect(emulator.events().length).toBeGreaterThan(0)

    emulator.setFaults({
      // Some responses are lost after the event was recorded.
      networkError: { probability: 0.05, recorded: true },
      status: { probability: 1, status: 503 },
    })
    await sendEvents({
      port,
      first: UP_COUNT,
      end: EVENT_COUNT,
      interruptions: new Map([
        [2000, restartServer],
        [4000, restartWorker],
        [6000, postgres.crash],
        [6250, restartServer],
        [6500, postgres.restart],
      ]),
      onEvent(number, id) {
        if (number >= 6000 && number < 6500) sentWithoutDatabase.push(id)
      },
    })
    await vi.waitUntil(() => now() >= start + HOUR_MS, { timeout: 120_000, interval: 100 })
  }

  /** Waits until every kept event is delivered. Kills the worker twice while it delivers. */
  async function recover(): Promise<void> {
    for (const share of [0.3, 0.6]) {
      await waitUntil(() => countedIds().size > share * EVENT_COUNT)
      await restartWorker()
    }
    await waitUntil(async () => (await countOpenJobs()) === 0)
  }

  async function restartServer(): Promise<void> {
    await server.close()
    server = await startServer()
  }

  async function startServer(): Promise<StartedProcess> {
    return startProcess(process.execPath, [join(LIB, 'serve-events.ts')], {
      cwd: LIB,
      env: { ...env, OUTCOMES: join(folder.path, 'server') },
      port: env['PORT']!,
      probe: '/',
    })
  }

  async function restartWorker(): Promise<void> {
    const exited = once(worker, 'exit')
    // After an exit, there is no event to wait for.
    expect(worker.kill('SIGKILL')).toBe(true)
    await exited
    worker = startWorker()
  }

  function startWorker(): ChildProcess {
    return spawn(process.execPath, [join(LIB, 'redeliver-events.ts')], {
      env: { ...cleanEnvironment(), ...env, OUTCOMES: join(folder.path, 'worker') },
      stdio: 'ignore',
    })
  }

  function outcomes(): Outcome[] {
    return readOutcomes(join(folder.path, 'server'))
  }

  function countedIds(): Set<string> {
    return new Set(emulator.events().map(({ event_id }) => event_id!))
  }

  async function countOpenJobs(): Promise<number> {
    const sql = `SELECT count(*)::int FROM pgboss.job WHERE name = $1 AND state <> 'completed'`
    const { rows } = await boss.getDb().executeSql(sql, [QUEUE])
    return rows[0].count
  }
})

/** Creates the queue of the recipe with delays that suit the compressed clock. */
async function createCompressedQueue({ url }: Postgres): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  const delays = { retryDelay: 2, retryDelayMax: 20, expireInSeconds: 10, deleteAfterSeconds: 3600 }
  await boss.createQueue(QUEUE, { ...QUEUE_OPTIONS, ...delays })
  return boss
}

function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(condition, { timeout: 400_000, interval: 250 })
}
