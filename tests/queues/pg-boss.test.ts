import { randomUUID } from 'node:crypto'
import { createHandler, createRedelivery, createSender } from '@conversion-capi/core'
import type { Outcome, Redelivery, RedeliveryOptions, ServerEvent } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { createQueue, QUEUE, QUEUE_OPTIONS } from 'conversion-capi-with-pg-boss/queue.ts'
import { type Clock, PgBoss, TestClock } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { type Postgres, startPostgres } from './lib/start-postgres.ts'

const HOUR_MS = 3_600_000
const CONFIG = {
  pixelId: '1234567890',
  accessToken: 'emulator-access-token',
  graphUrl: 'https://graph.example',
  retries: 0,
}

const SCHOOL = { pixelId: CONFIG.pixelId }

const found = inject('postgres')

describe.skipIf('missing' in found && !process.env['CI'])('the pg-boss recipe', () => {
  let postgres: Postgres
  const cleanups: (() => Promise<void>)[] = []

  beforeAll(async () => {
    postgres = await startPostgres(found)
  })

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  })

  afterAll(() => postgres?.close())

  describe('an access token that is revoked on Friday', () => {
    it('costs no event if it is replaced after 40 hours', async () => {
      const { sentIds, countedIds, outcomes } = await runWeekend(40)
      expect(countedIds.toSorted()).toEqual(sentIds.toSorted())
      expect(outcomes.filter(({ kind }) => kind !== 'kept')).toEqual([])
    })

    it('costs only events older than 47 hours if it is replaced after 50 hours, each with an outcome', async () => {
      const { sentIds, countedIds, outcomes, openJobs } = await runWeekend(50)
      const givenUp = outcomes.filter(({ kind }) => kind === 'given_up')
      const givenUpIds = givenUp.map(({ eventId }) => eventId!)
      expect([...countedIds, ...givenUpIds].toSorted()).toEqual(sentIds.toSorted())
      expect(new Set(givenUp.map(({ reason }) => reason))).toEqual(new Set(['too_old']))
      // Four events per hour. Those of the first two hours were never redelivered before they were 48 hours old. Those
      // after the fourth hour had an hour until they were 47 hours old, and are redelivered every half hour.
      expect(givenUpIds).toEqual(expect.arrayContaining(sentIds.slice(0, 8)))
      expect(givenUpIds.length).toBeLessThanOrEqual(16)
      expect(openJobs).toBe(0)
    })

    /** Sends an event per quarter of an hour with a revoked token, replaces the token, and waits 3 hours. */
    async function runWeekend(hours: number) {
      // Not now: the time at which pg-boss creates its schema must be in the past.
      const clock = new TestClock(Date.now() + HOUR_MS)
      const now = () => clock.now()
      const { queue, readJobs } = await openQueue({ clock })
      const emulator = createEmulator({ now })
      emulator.setFaults({ status: { probability: 1, status: 401, code: 190 } })
      const outcomes: Outcome[] = []
      const onOutcome = (outcome: Outcome) => outcomes.push(outcome)
      const options = { config: CONFIG, fetch: emulator.fetch, now }
      const handle = createHandler({ ...options, keep: queue.keep, onOutcome })
      let pending = 0
      const redeliver = createRedelivery(createSender(options), {
        maxPerSecond: 10_000,
        now,
        onOutcome,
      })
      await queue.consume(async (...message) => {
        pending += 1
        return redeliver(...message).finally(() => (pending -= 1))
      })

      const sentIds: string[] = []
      const quarters = hours * 4
      for (let quarter = 0; quarter < quarters + 12; quarter += 1) {
        if (quarter < quarters) {
          sentIds.push(`event-${quarter}`)
          await handle(toRequest({ event_id: `event-${quarter}` }))
        }
        if (quarter === quarters) emulator.setFaults({})
        await clock.setTime(clock.now() + HOUR_MS / 4 - 15_000)
        // 15 seconds. The worker polls every 2 seconds.
        for (let poll = 0; poll < 6; poll += 1) {
          await clock.tick(2500)
          await vi.waitUntil(() => pending === 0, { timeout: 60_000, interval: 1 })
        }
        const ages = (await readJobs()).map(({ createdOn }) => clock.now() - createdOn.getTime())
        expect(Math.max(0, ...ages)).toBeLessThanOrEqual(48 * HOUR_MS)
      }
      const counted = emulator.events().filter((event) => event.counted)
      const open = (await readJobs()).filter(({ state }) => state !== 'completed')
      return {
        sentIds,
        countedIds: counted.map(({ event_id }) => event_id!),
        outcomes,
        openJobs: open.length,
      }
    }
  })

  it('redelivers an event with "\\0" and lone surrogates unchanged', async () => {
    const { queue } = await openQueue()
    const bodies: unknown[] = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      bodies.push(init!.body)
      return Response.json({ events_received: 1 }, { status: bodies.length === 1 ? 503 : 200 })
    }
    const outcomes: Outcome[] = []
    const options = { config: CONFIG, fetch, onOutcome: (each: Outcome) => outcomes.push(each) }
    const custom_data = { z: '\0', 1: '\ud800', 'key \udfff \0': ['é', '\u2028'], a: 0.1 }
    const event = { event_id: 'id \0 \ud800', custom_data }
    await createHandler({ ...options, keep: queue.keep })(toRequest(event))
    expect(outcomes).toMatchObject([{ kind: 'kept' }])

    await queue.consume(createRedelivery(createSender(options)))
    await vi.waitUntil(() => outcomes.length === 2, { timeout: 60_000 })
    expect(outcomes[1]).toMatchObject({ kind: 'accepted' })
    expect(bodies[1]).toBe(bodies[0])
    expect(JSON.parse(String(bodies[0])).data[0]).toMatchObject(event)
  })

  it('gives up an unreadable job without repeating the others of its batch, and logs no value', async () => {
    const { queue, boss, readJobs } = await openQueue()
    const consoleError = vi.spyOn(console, 'error')
    cleanups.push(async () => consoleError.mockRestore())
    const unreadable = [
      null,
      {},
      { event: 5 },
      { event: 'anna@mail.example' },
      { event: '{"event_' },
    ]
    await queue.keep(createEvent('event-1'), SCHOOL)
    await boss.insert(
      QUEUE,
      unreadable.map((data) => ({ data: data as object, singletonKey: randomUUID() })),
    )
    await queue.keep(createEvent('event-2'), SCHOOL)
    const emulator = createEmulator()
    const outcomes: Outcome[] = []
    await queue.consume(
      redeliverWith(emulator.fetch, { onOutcome: (outcome) => outcomes.push(outcome) }),
    )
    await vi.waitUntil(async () => (await readJobs()).every(({ state }) => state === 'completed'), {
      timeout: 60_000,
    })
    // PostgreSQL returns the rows that pg-boss fetches in any order.
    const delivered = emulator.events().map(({ event_id }) => event_id)
    expect(delivered.toSorted()).toEqual(['event-1', 'event-2'])
    expect(outcomes).toEqual(
      unreadable.map(() => expect.objectContaining({ kind: 'given_up', reason: 'declined' })),
    )
    expect(JSON.stringify([outcomes, consoleError.mock.calls])).not.toContain('anna')
  })

  it('keeps an event once, whether its job is new, active or waits for a retry', async () => {
    const { queue, readJobs } = await openQueue({ retryDelay: 3600 })
    const event = createEvent('event-1')
    await Promise.all([queue.keep(event, SCHOOL), queue.keep(event, SCHOOL)])
    expect(await readJobs()).toMatchObject([{ state: 'created' }])

    await queue.consume(async () => {
      await queue.keep(event, SCHOOL)
      return { kind: 'retry', retryAfterMs: 60_000 }
    })
    await vi.waitUntil(async () => (await readJobs())[0]!.state === 'retry', { timeout: 60_000 })
    await queue.keep(event, SCHOOL)
    await queue.keep({ ...event, event_name: 'Schedule' }, SCHOOL)
    const keys = (await readJobs()).map(({ singletonKey }) => singletonKey)
    expect(keys.toSorted()).toEqual(
      ['Lead', 'Schedule'].map((name) => JSON.stringify([SCHOOL.pixelId, name, 'event-1'])),
    )
  })

  it.each([
    ['website', 47.75],
    ['system_generated', 7 * 24 + 0.75],
    ['physical_store', 62 * 24 + 0.75],
  ] as const)('stores an event of the source %s for %d hours', async (action_source, hours) => {
    const { queue, readJobs } = await openQueue()
    await queue.keep({ ...createEvent('event-1'), action_source }, SCHOOL)
    const [job] = await readJobs()
    expect(job!.keepUntil.getTime() - job!.startAfter.getTime()).toBe(hours * HOUR_MS)
  })

  it('delivers a renewal to Meta after an outage of 6 days, and a page event not', async () => {
    const clock = new TestClock(Date.now() + HOUR_MS)
    const now = () => clock.now()
    const { queue, readJobs } = await openQueue({ clock })
    const emulator = createEmulator({ now })
    const outcomes: Outcome[] = []
    const event_time = Math.floor(now() / 1000)
    await queue.keep({ ...createEvent('page'), event_time }, SCHOOL)
    await queue.keep(
      { ...createEvent('in_1'), event_time, action_source: 'system_generated' },
      SCHOOL,
    )
    await clock.setTime(now() + 144 * HOUR_MS)
    const onOutcome = (outcome: Outcome) => outcomes.push(outcome)
    const options = { config: CONFIG, fetch: emulator.fetch, now, onOutcome }
    await queue.consume(createRedelivery(options))
    await clock.tick(2500)
    await vi.waitUntil(() => outcomes.length === 2, { timeout: 60_000 })
    expect(emulator.events()).toMatchObject([{ event_id: 'in_1', event_time }])
    expect(outcomes.find(({ kind }) => kind === 'given_up')).toMatchObject({ eventId: 'page' })
    expect(await readJobs()).toBeDefined()
  })

  it('delivers a backlog at the configured rate, past events that always fail', async () => {
    // After a failure, a quarter of the events is sent for a second. Their own delays are longer, as in the recipe.
    const { queue, readJobs } = await openQueue({ retryDelay: 5 })
    const emulator = createEmulator()
    const outcomes: Outcome[] = []
    const sentAt: number[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sentAt.push(Date.now())
      const { event_id } = JSON.parse(String(init?.body)).data[0]
      if (event_id === 'event-0') return Response.json({ error: { code: 100 } }, { status: 400 })
      if (event_id === 'event-1') return Response.json({ error: { code: 1 } }, { status: 500 })
      return emulator.fetch(input, init)
    }
    const ids = Array.from({ length: 300 }, (_, index) => `event-${index}`)
    for (const id of ids) await queue.keep(createEvent(id), SCHOOL)

    const startedAt = Date.now()
    await queue.consume(
      redeliverWith(fetch, { maxPerSecond: 50, onOutcome: (each) => outcomes.push(each) }),
      { localConcurrency: 2 },
    )
    await vi.waitUntil(() => emulator.events().length === 298, { timeout: 400_000 })
    expect(emulator.events().every(({ counted }) => counted)).toBe(true)
    const tooEarly = sentAt.filter((ms, index) => ms - startedAt < index * 20 - 5)
    expect(tooEarly).toEqual([])
    expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'declined', eventId: 'event-0' }])

    await vi.waitUntil(async () => (await readOpenIds()).length === 1, { timeout: 400_000 })
    expect(await readOpenIds()).toEqual([JSON.stringify([SCHOOL.pixelId, 'Lead', 'event-1'])])

    async function readOpenIds() {
      const open = (await readJobs()).filter(({ state }) => state !== 'completed')
      return open.map(({ singletonKey }) => singletonKey)
    }
  })

  it('keeps no event if the queue is full, and reports why', async () => {
    const { queue, boss } = await openQueue()
    const jobs = Array.from({ length: 50_000 }, () => ({ singletonKey: randomUUID() }))
    await boss.insert(QUEUE, jobs)
    const outcomes: Outcome[] = []
    const handle = createHandler({
      config: CONFIG,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      keep: queue.keep,
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    await handle(toRequest({ event_id: 'event-1' }))
    expect(outcomes).toMatchObject([
      { kind: 'upstream_unreachable', keepError: 'keep failed: Error QUEUE_FULL.' },
    ])
  })

  /** Creates the queue of the recipe in its own schema. Without a clock to move, retries are fast. */
  async function openQueue(options: { clock?: TestClock; retryDelay?: number } = {}) {
    const { clock, retryDelay = 1 } = options
    const schema = `test_${randomUUID().replaceAll('-', '')}`
    const connection = { connectionString: postgres.url, schema }
    const boss = new PgBoss({ ...connection, supervise: false })
    boss.on('error', (error) => console.error(error))
    await boss.start()
    const retries = clock ? {} : { retryDelay }
    await boss.createQueue(QUEUE, { ...QUEUE_OPTIONS, ...retries })
    const queue = createQueue({ ...connection, ...(clock && { clock: clock as Clock }) })
    cleanups.push(
      () => boss.stop({ graceful: false }),
      () => queue.close(),
    )
    return { boss, queue, readJobs: () => boss.findJobs(QUEUE) }
  }
})

function redeliverWith(fetch: typeof globalThis.fetch, options: RedeliveryOptions): Redelivery {
  return createRedelivery(createSender({ config: CONFIG, fetch }), options)
}

function createEvent(event_id: string): ServerEvent {
  return {
    event_name: 'Lead',
    event_id,
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'website',
    user_data: { em: 'a'.repeat(64) },
  }
}

function toRequest(fields: Record<string, unknown>): Request {
  const user_data = { em: 'a'.repeat(64) }
  const event_source_url = 'https://school.example/'
  return new Request(`https://school.example${CONVERSION_PATH}`, {
    method: 'POST',
    body: JSON.stringify({ event_name: 'Lead', event_source_url, user_data, ...fields }),
    headers: { 'User-Agent': 'Mozilla/5.0', 'X-Forwarded-For': '203.0.113.7' },
  })
}
