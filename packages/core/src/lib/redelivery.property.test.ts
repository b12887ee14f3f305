import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'

import { createRedelivery, createSender } from '../index.ts'
import type { ServerEvent } from '../protocol.ts'

const HOUR_MS = 3_600_000
const START_MS = 1_700_000_000_000
const MODULUS = 2 ** 31 - 1
const CONFIG = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token', retries: 0 }

/** How the upstream responds to the events that it never accepts. */
const POISONS = [
  () => Response.json({ error: { code: 2 } }, { status: 500 }),
  () => Response.json({ error: { code: -3 } }, { status: 400 }),
  () => Response.json({ error: { code: 200 } }, { status: 403 }),
  () => new Response('<h1>Blocked</h1>', { status: 403 }),
  () => new Response('<h1>Busy</h1>', { status: 503, headers: { 'Retry-After': '99999999999' } }),
]

afterEach(() => {
  vi.restoreAllMocks()
})

interface Simulation {
  /** Seed of `Math.random`, from 1. */
  seed: number
  poisoned: number
  /** The number of good events, which are kept at equal distances. */
  good: number
  /** The share of the requests with good events that fail. */
  failing: number
  /** The outage, from its first hour. The upstream throttles with `Retry-After` first. */
  outage: { fromHour: number; hours: number; retryAfter: string }
  /** The milliseconds that the clock is set to in each hour, from the real time. */
  clockOffsets: number[]
  /** The number of messages that the queue delivers together. */
  batchSize: number
}

/**
 * Simulates a queue for 47 hours after the last good event is kept.
 *
 * @returns The number of good events that arrived.
 */
async function simulate(simulation: Simulation): Promise<number> {
  const { poisoned, good, failing, outage, clockOffsets, batchSize } = simulation
  let { seed } = simulation
  vi.spyOn(Math, 'random').mockImplementation(() => (seed = (seed * 48_271) % MODULUS) / MODULUS)
  let ms = START_MS
  let requests = 0
  const arrived = new Set<string>()
  const now = (): number =>
    ms + clockOffsets[Math.floor((ms - START_MS) / HOUR_MS) % clockOffsets.length]!
  const send = createSender({ config: CONFIG, now, fetch: respond })
  const redeliver = createRedelivery(send, { now, maxPerSecond: Infinity })

  const total = poisoned + good
  const queue = Array.from({ length: total }, (_, index) => {
    const isGood = Math.floor(((index + 1) * good) / total) > Math.floor((index * good) / total)
    const keptMs = START_MS + Math.floor((index * 6 * HOUR_MS) / total)
    return {
      event: createEvent(`${isGood ? 'good' : 'poison'}-${index}`, keptMs),
      dueMs: keptMs + 60_000,
    }
  })
  const endMs = START_MS + (6 + 47) * HOUR_MS
  for (; queue.length > 0 && arrived.size < good && ms < endMs; ms += 60_000) {
    const due = queue.filter(({ dueMs }) => dueMs <= ms)
    for (let index = 0; index < due.length; index += batchSize) {
      const results = due.slice(index, index + batchSize).map(async (message) => {
        const result = await redeliver(message.event)
        message.dueMs = result.kind === 'retry' ? ms + result.retryAfterMs : Infinity
      })
      await Promise.all(results)
    }
  }
  return arrived.size

  async function respond(_: unknown, init?: RequestInit): Promise<Response> {
    const { event_id: id } = JSON.parse(String(init!.body)).data[0]
    const hour = (ms - START_MS) / HOUR_MS - outage.fromHour
    if (hour >= 0 && hour < outage.hours) {
      const headers = { 'Retry-After': outage.retryAfter }
      return new Response(null, { status: hour < 0.1 ? 429 : 503, headers })
    }
    const [kind, index] = id.split('-')
    if (kind === 'poison') return POISONS[Number(index) % POISONS.length]!()
    if ((requests++ * 7919) % 100 < failing * 100) return new Response(null, { status: 500 })
    arrived.add(id)
    return Response.json({ events_received: 1 })
  }
}

function createEvent(event_id: string, keptMs: number): ServerEvent {
  const event_time = Math.floor(keptMs / 1000)
  return { event_name: 'Lead', event_id, event_time, action_source: 'website', user_data: {} }
}

it('delivers 95 of 100 events past 2,000 that always fail', async () => {
  const outage = { fromHour: 0, hours: 0, retryAfter: '0' }
  const healthy = { failing: 0, outage, clockOffsets: [0], batchSize: 100 }
  const arrived = await simulate({ seed: 1, poisoned: 2000, good: 100, ...healthy })
  expect(arrived).toBeGreaterThanOrEqual(95)
})

it('delivers 95 of 100 events with random failures, outages and clocks', async () => {
  const simulation = fc.record<Simulation>({
    seed: fc.integer({ min: 1, max: MODULUS - 1 }),
    poisoned: fc.integer({ min: 0, max: 300 }),
    good: fc.constant(100),
    failing: fc.double({ min: 0, max: 0.5, noNaN: true }),
    outage: fc.record({
      fromHour: fc.integer({ min: 0, max: 6 }),
      hours: fc.integer({ min: 0, max: 6 }),
      retryAfter: fc.constantFrom('60', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', 'soon'),
    }),
    clockOffsets: fc.array(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), {
      minLength: 1,
      maxLength: 53,
    }),
    batchSize: fc.constantFrom(1, 40, 100),
  })
  await fc.assert(
    fc.asyncProperty(simulation, async (options) => {
      expect(await simulate(options)).toBeGreaterThanOrEqual(95)
    }),
    { numRuns: 12 },
  )
})
