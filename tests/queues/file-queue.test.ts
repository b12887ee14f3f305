import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Outcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { serve } from '@conversion-capi/node'
import { readQueue } from '@conversion-capi/node/queue'
import {
  getPort,
  LONG_TIMEOUTS,
  type StartedProcess,
  startProcess,
} from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { compressClock } from './lib/compress-clock.ts'
import { CLIENT_COUNT, sendEvents } from './lib/send-events.ts'
import { mountSmallDisk, type SmallDisk } from './lib/small-disk.ts'
import { startUpstream, type Upstream } from './lib/start-upstream.ts'
import { readOutcomes } from './lib/write-outcome.ts'

const EVENT_COUNT = 10_000
const HOUR_MS = 3_600_000
const SPEED = 120
/** Kills while events arrive, and while they are redelivered. */
const KILLS = { arriving: 7, redelivered: 3 }
/** The numbers of the events that fill the disk and free it. */
const FULL = { first: 0.5 * EVENT_COUNT, last: 0.55 * EVENT_COUNT }
const BATCH_SIZE = 20
const TOKEN = 'emulator-access-token'
const LIB = fileURLToPath(new URL('lib/', import.meta.url))

const disk = await mountSmallDisk('64m')
afterAll(() => disk?.close())

describe.each([
  { name: 'an outage of one hour', token: TOKEN, hours: 1 },
  { name: 'a wrong token for 40 hours', token: 'wrong', hours: 40 },
])('a queue in a file, $name', ({ token, hours }) => {
  const folder = useFolder()
  const begin = Date.now()
  const cleanups: (() => unknown)[] = []
  let start = begin
  let emulator: Emulator
  let upstream: Upstream
  let server: StartedProcess
  let path: string
  let env: Record<string, string>
  let kills = 0
  /** The ids of the events that were sent while the disk was full. */
  const sentWithFullDisk: string[] = []

  beforeAll(async () => {
    path = join(disk?.folder ?? folder.path, `queue-${hours}/events.sqlite`)
    emulator = createEmulator({ now, accessToken: TOKEN, maxEvents: 10 * EVENT_COUNT })
    upstream = await startUpstream(emulator)
    cleanups.push(upstream.close)
    env = {
      META_PIXEL_ID: '1234567890',
      META_ACCESS_TOKEN: token,
      META_GRAPH_URL: upstream.url,
      ...LONG_TIMEOUTS,
      PORT: String(await getPort()),
      QUEUE: path,
      OUTCOMES: join(folder.path, 'outcomes'),
      CLOCK_SPEED: String(SPEED),
    }
    server = await startServer()
    if (token === TOKEN) emulator.setFaults({ status: { status: 503 } })
    await sendWithKills()
    await passHours()
    emulator.setFaults({})
    env['META_ACCESS_TOKEN'] = TOKEN
    await restart()
    await recover()
  }, 600_000)

  afterAll(async () => {
    await server?.close()
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  it('delivers every event that was kept or accepted, with its first bytes and time', () => {
    const counts = countAccepted()
    const delivered = outcomes().filter(({ kind }) => kind === 'kept')
    expect(delivered.length).toBeGreaterThan(0.8 * EVENT_COUNT)
    expect(delivered.filter(({ eventId }) => !counts.has(eventId!))).toEqual([])
    const changed = [...upstream.requests.values()].filter((copies) => new Set(copies).size > 1)
    expect(changed).toEqual([])
  })

  it('delivers no event twice, except those that were being redelivered at a kill', () => {
    const twice = [...countAccepted().values()].filter((count) => count > 1)
    console.info(`Accepted twice: ${twice.length} of ${EVENT_COUNT} events, after ${kills} kills.`)
    expect(kills).toBe(KILLS.arriving + KILLS.redelivered)
    expect(twice.length).toBeLessThanOrEqual(KILLS.redelivered * BATCH_SIZE)
    expect(twice.filter((count) => count > 1 + KILLS.redelivered)).toEqual([])
    const counted = emulator.events().filter((event) => event.counted)
    expect(new Set(counted.map(({ event_id }) => event_id)).size).toBe(counted.length)
  })

  it('reports every event, except those that were in a process when it was killed', () => {
    const reported = new Set(outcomes().map(({ eventId }) => eventId))
    expect(reported.size).toBeGreaterThanOrEqual(EVENT_COUNT - KILLS.arriving * CLIENT_COUNT)
    const kept = new Set(
      outcomes().flatMap(({ kind, eventId }) => (kind === 'kept' ? [eventId] : [])),
    )
    const lost = outcomes().filter(({ status, eventId }) => status && !kept.has(eventId))
    expect(lost.filter(({ keepError }) => !keepError)).toEqual([])
  })

  it.skipIf(!disk && !process.env['CI'])('reports the events of a full disk', () => {
    const errors = outcomes().flatMap(({ keepError }) => keepError ?? [])
    expect(new Set(errors)).toEqual(new Set(['keep failed: Error DISK_FULL.']))
    expect(sentWithFullDisk.length).toBeGreaterThan(100)
  })

  it('leaves no event in the file, which is small again', () => {
    expect(readOutcomes(env['OUTCOMES']!).filter(({ kind }) => kind === 'given_up')).toEqual([])
    expect(readQueue(path).groups).toEqual([])
    expect(statSync(path).size + statSync(`${path}-wal`).size).toBeLessThan(100_000)
  })

  /** Sends the events. Kills the server at random moments, and fills the disk once. */
  async function sendWithKills(): Promise<void> {
    const interruptions = new Map<number, () => Promise<void>>()
    const step = EVENT_COUNT / KILLS.arriving
    for (let kill = 0; kill < KILLS.arriving; kill += 1) {
      const number = Math.floor((kill + Math.random()) * step)
      // A server that starts on a full disk has no queue: another test.
      interruptions.set(
        isDiskFull(number) ? number - FULL.last + FULL.first - 1 : number,
        killAtRandom,
      )
    }
    await sendEvents({
      port: env['PORT']!,
      end: EVENT_COUNT,
      interruptions,
      onEvent(number, id) {
        if (number === FULL.first) disk?.fill()
        if (number === FULL.last) disk?.free()
        if (isDiskFull(number)) sentWithFullDisk.push(id)
      },
    })
  }

  /** While the events are redelivered in vain. */
  async function passHours(): Promise<void> {
    for (const share of [0.5, 1]) {
      await server.close()
      // The clock of the next process is ahead.
      const aheadMs = begin + share * hours * HOUR_MS - now()
      if (aheadMs > 0) start -= aheadMs / (SPEED - 1)
      server = await startServer()
      const before = countRequests()
      await waitUntil(() => countRequests() > before)
    }
  }

  async function recover(): Promise<void> {
    for (let kill = 1; kill <= KILLS.redelivered; kill += 1) {
      const share = (kill - Math.random()) / KILLS.redelivered
      await waitUntil(() => countAccepted().size > 0.9 * share * EVENT_COUNT)
      await killAtRandom()
    }
    await waitUntil(() => readQueue(path).groups.length === 0)
    // The process shrinks the file after its last event.
    await server.terminate()
    server = await startServer()
  }

  async function killAtRandom(): Promise<void> {
    await setTimeout(Math.random() * 100)
    kills += 1
    await restart()
  }

  async function restart(): Promise<void> {
    await server.close()
    server = await startServer()
  }

  function startServer(): Promise<StartedProcess> {
    return startProcess(process.execPath, [join(LIB, 'serve-file-queue.ts')], {
      cwd: LIB,
      env: { ...env, CLOCK_START: String(start) },
      port: env['PORT']!,
      probe: '/',
    })
  }

  function isDiskFull(number: number): boolean {
    return number >= FULL.first && number <= FULL.last
  }

  function now(): number {
    return compressClock(start, SPEED)()
  }

  function outcomes(): Outcome[] {
    return readOutcomes(env['OUTCOMES']!)
  }

  function countRequests(): number {
    return [...upstream.requests.values()].reduce((sum, copies) => sum + copies.length, 0)
  }

  function countAccepted(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { event_id } of emulator.events()) {
      counts.set(event_id!, (counts.get(event_id!) ?? 0) + 1)
    }
    return counts
  }
})

describe('servers that replace each other during an outage, with one file', () => {
  const folder = useFolder()
  const COUNT = 1000
  const RESTARTS = 4

  it('keep every event, and deliver each once', async () => {
    const begin = Date.now()
    const emulator = createEmulator({ now: compressClock(begin, SPEED), maxEvents: 10 * COUNT })
    const upstream = await startUpstream(emulator)
    emulator.setFaults({ status: { status: 503 } })
    const queue = join(folder.path, 'events.sqlite')
    const outcomesPath = join(folder.path, 'outcomes')
    const start = async (): Promise<{ process: StartedProcess; port: string }> => {
      const port = String(await getPort())
      const env = {
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'emulator-access-token',
        META_GRAPH_URL: upstream.url,
        ...LONG_TIMEOUTS,
        PORT: port,
        QUEUE: queue,
        OUTCOMES: outcomesPath,
        CLOCK_START: String(begin),
        CLOCK_SPEED: String(SPEED),
      }
      const args = [join(LIB, 'serve-file-queue.ts')]
      return {
        port,
        process: await startProcess(process.execPath, args, { cwd: LIB, env, port, probe: '/' }),
      }
    }
    // They create the file at the same time.
    let [server, next] = await Promise.all([start(), start()])
    const step = COUNT / RESTARTS
    for (let restart = 0; restart < RESTARTS; restart++) {
      const [first, middle, end] = [restart * step, (restart + 0.5) * step, (restart + 1) * step]
      await Promise.all([
        sendEvents({ port: server.port, first, end: middle }),
        sendEvents({ port: next.port, first: middle, end }),
      ])
      await (restart % 2 === 0 ? server.process.close() : server.process.terminate())
      server = next
      next = await start()
    }
    emulator.setFaults({})
    await waitUntil(() => readQueue(queue).groups.length === 0)
    await Promise.all([server.process.terminate(), next.process.terminate()])
    await upstream.close()

    const received = readOutcomes(outcomesPath).filter(({ status }) => status)
    expect(received.filter(({ kind }) => kind !== 'kept')).toEqual([])
    expect(received).toHaveLength(COUNT)
    const ids = emulator.events().map(({ event_id }) => event_id)
    expect(new Set(ids).size).toBe(COUNT)
    expect(ids.length - COUNT).toBeLessThanOrEqual((RESTARTS / 2) * BATCH_SIZE)
  })
})

describe('a server whose queue cannot be opened', () => {
  const results = [
    { kind: 'accepted' },
    { kind: 'upstream_error', keepError: 'keep failed: Error NO_QUEUE.' },
  ]

  it.skipIf(!disk && !process.env['CI']).each([
    ['because the disk is full', async ({ fill }: SmallDisk) => fill()],
    ['cannot be written', async ({ makeReadOnly }: SmallDisk) => makeReadOnly()],
    ['has a second name', async ({ mountFile }: SmallDisk) => mountFile('events.sqlite')],
  ])('starts, says that the file %s, and forwards', async (problem, prepare) => {
    for (const isNew of [true, false]) {
      const small = (await mountSmallDisk('1m'))!
      const path = join(small.folder, 'events.sqlite')
      if (!isNew) new DatabaseSync(path).close()
      await prepare(small)
      const sent = await sendTwo(path)
      expect(sent).toMatchObject({ results, errors: [expect.stringContaining(problem)] })
      await small.close()
    }
  })

  /** Sends an event that the upstream accepts, and one that it does not. */
  async function sendTwo(path: string): Promise<{ results: Outcome[]; errors: string[] }> {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const outcomes: Outcome[] = []
    let status = 200
    const server = await serve({
      port: 0,
      hostname: '127.0.0.1',
      signals: false,
      config: { pixelId: '77', accessToken: TOKEN, retries: 0 },
      queue: path,
      fetch: async () => Response.json({}, { status }),
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    for (status of [200, 503]) {
      const body = JSON.stringify({ event_name: 'Lead', event_id: `e-${status}` })
      const response = await fetch(server.url + CONVERSION_PATH, { method: 'POST', body })
      expect(await response.json()).toMatchObject({ ok: status === 200 })
    }
    await server.close()
    const errors = log.mock.calls.map(([message]) => String(message))
    log.mockRestore()
    return { results: outcomes, errors }
  }
})

function waitUntil(condition: () => boolean): Promise<boolean> {
  return vi.waitUntil(condition, { timeout: 400_000, interval: 100 })
}
