import { setImmediate } from 'node:timers/promises'

import type { SchoolOfEvent } from '@conversion-capi/core'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createFileQueue, type FileQueue } from './file-queue.ts'
import { keptEvent, queuePath } from './queue.fixture.ts'
import { readQueue } from './queue-summary.ts'

const START_MS = Date.UTC(2026, 10, 20)
/** Events are kept, and schools have trouble, for as long. */
const LENGTH_S = 90
/** A process that ends has this long to finish its deliveries. */
const CLOSE_MS = 8000
/** The length of an attempt of a pixel that does not respond. */
const TIMEOUT_MS = 20_000
/**
 * The longest time from the moment an event is due until it is at Meta, if its school has no trouble: the look into the
 * file, and the batches of its school, which begin with one event.
 */
const BOUND_S = 4

type Trouble = 'none' | 'flood' | 'slow' | 'refused' | 'down'

interface School {
  trouble: Trouble
  fromS: number
  lengthS: number
  /** When events are kept, and by which of the processes that run then. */
  events: { atS: number; process: number }[]
}

/** A process replaces the one before, which ends some seconds after it has started. */
interface Restart {
  atS: number
  overlapS: number
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('delivers each event once, and on time whatever happens to other schools', async () => {
  const event = fc.record({ atS: fc.integer({ min: 0, max: LENGTH_S }), process: fc.nat(1) })
  const school = fc.record<School>({
    trouble: fc.constantFrom('none', 'flood', 'slow', 'refused', 'down'),
    fromS: fc.nat(LENGTH_S / 2),
    lengthS: fc.integer({ min: 20, max: LENGTH_S }),
    events: fc.array(event, { minLength: 2, maxLength: 6 }),
  })
  const restarts = fc.array(fc.record<Restart>({ atS: fc.nat(LENGTH_S), overlapS: fc.nat(20) }), {
    maxLength: 2,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(school, { minLength: 3, maxLength: 5 }), restarts, simulate),
    { numRuns: 10 },
  )
})

async function simulate(schools: School[], restarts: Restart[]): Promise<void> {
  const path = queuePath()
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const arrivals = new Map<string, number[]>()
  const kept: { key: string; school: number; atS: number }[] = []
  let seconds = 0
  const processes: FileQueue[] = [start()]
  const endings: { atS: number; process: FileQueue }[] = []
  const closed: Promise<void>[] = []

  while (seconds <= LENGTH_S || readQueue(path).groups.length > 0) {
    for (const { atS, overlapS } of restarts) {
      if (atS !== seconds) continue
      endings.push({ atS: seconds + overlapS, process: processes.at(-1)! })
      processes.push(start())
    }
    for (const { atS, process } of endings) {
      if (atS !== seconds) continue
      processes.splice(processes.indexOf(process), 1)
      process.stop()
      closed.push(process.close(CLOSE_MS))
    }
    await keepEvents()
    await pass(seconds <= LENGTH_S ? 1 : 3)
    expect(seconds).toBeLessThan(LENGTH_S + 3600)
  }
  await Promise.all([...closed, ...processes.map((process) => process.close(0))])

  expect(errors.mock.calls).toEqual([])
  for (const { key, school, atS } of kept) {
    const times = arrivals.get(key) ?? []
    expect(times, key).toHaveLength(1)
    const { trouble } = schools[school]!
    // A process that ends takes no more events, and the next one delivers them when it has ended.
    const boundS = BOUND_S + restarts.length * (CLOSE_MS / 1000 + 1)
    if (trouble === 'none') expect(times[0]! - (atS + 60), key).toBeLessThanOrEqual(boundS)
  }

  function start(): FileQueue {
    return createFileQueue(path, {
      config: (({ pixelId }: SchoolOfEvent) => ({
        pixelId,
        accessToken: 'token',
        retries: 0,
        timeoutMs: TIMEOUT_MS,
        deadlineMs: TIMEOUT_MS,
      })) as never,
      now: () => START_MS + seconds * 1000,
      fetch: respond,
    })
  }

  async function keepEvents(): Promise<void> {
    const all = schools.flatMap(({ events, trouble, fromS }, school) => {
      const own = events.filter(({ atS }) => atS === seconds)
      const flood = trouble === 'flood' && seconds === fromS ? 100 : 0
      return [...own, ...Array.from({ length: flood }, () => ({ process: 0 }))].map((event) => ({
        ...event,
        school,
      }))
    })
    await Promise.all(
      all.map(async ({ process, school }) => {
        const key = `${school} e-${kept.length}`
        kept.push({ key, school, atS: seconds })
        const queue = processes[process % processes.length]!
        const event = keptEvent(key, START_MS + seconds * 1000)
        await queue.keep(event, { pixelId: String(school), school: undefined })
      }),
    )
  }

  async function respond(url: unknown, init?: RequestInit): Promise<Response> {
    const school = Number(/(\d+)\/events$/.exec(String(url))![1])
    const { trouble, fromS, lengthS } = schools[school]!
    const isNow = seconds >= fromS + 60 && seconds < fromS + 60 + lengthS
    if (isNow && trouble === 'slow') return new Promise(() => {})
    if (isNow && trouble === 'down') return new Response(null, { status: 503 })
    if (isNow && trouble === 'refused') {
      return Response.json({ error: { code: 190 } }, { status: 400 })
    }
    const key = JSON.parse(String(init!.body)).data[0].event_id
    arrivals.set(key, [...(arrivals.get(key) ?? []), seconds])
    return Response.json({})
  }

  async function pass(count: number): Promise<void> {
    for (let step = 0; step < count; step++) {
      seconds += 1
      await vi.advanceTimersByTimeAsync(1000)
      for (let turn = 0; turn < 5; turn++) await setImmediate()
    }
  }
}
