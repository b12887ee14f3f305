import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

import type { HandlerOptions, Outcome, SchoolOfEvent, ServerEvent } from '@conversion-capi/core'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { createFileQueue, type FileQueue } from './file-queue.ts'
import { openInSteps, STEP_ROWS } from './queue-file.ts'
import { keptEvent, openQueueFile, queuePath, SCHOOL } from './queue.fixture.ts'
import { readQueue } from './queue-summary.ts'

const HOUR_MS = 3_600_000
const CONFIG = { pixelId: '77', accessToken: 'token', retries: 0 }

let nowMs: number
let outcomes: Outcome[]
let log: { info: string[]; warn: string[]; error: string[] }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  nowMs = Date.UTC(2026, 10, 20)
  outcomes = []
  log = { info: [], warn: [], error: [] }
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((message) => log[level].push(message))
  }
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('delivers a kept event when it is due, with the same content, and logs when it fills and is empty', async () => {
  const path = queuePath()
  const upstream = vi.fn<typeof fetch>(async () => Response.json({ events_received: 1 }))
  const queue = connect(path, { fetch: upstream })
  const event = keptEvent('e-1', nowMs)
  await queue.keep(event, SCHOOL)
  await pass(59_000)
  expect(upstream).not.toHaveBeenCalled()
  await pass(2000)
  expect(JSON.parse(String(upstream.mock.calls[0]![1]!.body)).data).toEqual([event])
  expect(outcomes).toMatchObject([{ kind: 'accepted', eventId: 'e-1' }])
  await vi.waitUntil(() => log.info.length === 2)
  expect(log).toEqual({
    info: [`The queue ${path} is open. Waiting events: 0.`, `The queue ${path} is empty again.`],
    warn: [`The queue ${path} has events. "conversion-capi queue" counts them by reason.`],
    error: [],
  })
  await queue.close(0)
  expect(vi.getTimerCount()).toBe(0)
})

it('delivers events of an earlier process, and logs their number at the start', async () => {
  const path = queuePath()
  await addDue(path, keptEvent('e-1', nowMs))
  connect(path)
  expect(log.info).toEqual([`The queue ${path} is open. Waiting events: 1.`])
  await pass(1000)
  await vi.waitUntil(() => outcomes.length > 0)
  expect(outcomes).toMatchObject([{ kind: 'accepted', eventId: 'e-1' }])
})

it('reads a large file in steps before it delivers, keeps events meanwhile, and can be closed', async () => {
  const path = queuePath()
  const file = openQueueFile(path)
  const ids = Array.from({ length: 3 * STEP_ROWS }, (_, index) => `e-${index}`)
  await Promise.all(ids.map((id) => file.add(keptEvent(id, nowMs), SCHOOL, nowMs)))
  file.close()
  const steps = openInSteps(path)
  for (let step = 0; step < 2 * 3; step += 1) expect(steps.next().done).toBe(false)
  const { value } = steps.next()
  value?.close()

  const queue = connect(path)
  let turns = 0
  const isKept = queue.keep(keptEvent('late', nowMs), SCHOOL).then(() => 'kept')
  while (log.info.length === 0 && turns < 100) {
    turns += 1
    await setImmediate()
  }
  expect(turns).toBeGreaterThanOrEqual(2 * 3)
  expect(log.info).toEqual([`The queue ${path} is open. Waiting events: ${ids.length}.`])
  expect(await isKept).toBe('kept')

  const closed = connect(path)
  const isRejected = closed.keep(keptEvent('never', nowMs), SCHOOL)
  await Promise.all([
    closed.close(0),
    expect(isRejected).rejects.toMatchObject({ code: 'NO_QUEUE' }),
  ])
  expect(readQueue(path).groups).toMatchObject([{ count: ids.length + 1 }])
})

it('names a file whose later pages are corrupt, and delivers none of its events', async () => {
  const path = queuePath()
  const file = openQueueFile(path)
  const ids = Array.from({ length: 3 * STEP_ROWS }, (_, index) => `e-${index}`)
  await Promise.all(ids.map((id) => file.add(keptEvent(id, nowMs - 60_000), SCHOOL, nowMs)))
  file.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill('x', bytes.length >> 1))
  connect(path)
  while (log.error.length === 0) await setImmediate()
  expect(log.error).toMatchObject([expect.stringContaining(`The queue ${path} is corrupt.`)])
  expect([log.info, outcomes]).toEqual([[], []])
})

it('keeps an event that fails again, with the reason', async () => {
  const path = queuePath()
  const queue = connect(path, { fetch: respondWith(400, { error: { code: 190 } }) })
  await queue.keep(keptEvent('e-1', nowMs), SCHOOL)
  queue.explain({ ...kept('e-1'), upstreamStatus: 503 } as Outcome)
  await setImmediate()
  expect(readQueue(path).groups).toMatchObject([{ pixelId: '77', reason: 'status 503', count: 1 }])
  await pass(61_000)
  await vi.waitUntil(() => readQueue(path).groups[0]!.reason === 'code 190')
  expect(outcomes).toMatchObject([{ kind: 'upstream_error', code: 190 }])
})

it('gives an event up after 47 hours, with an outcome', async () => {
  const path = queuePath()
  const queue = connect(path, { fetch: respondWith(503, {}) })
  await queue.keep(keptEvent('e-1', nowMs), SCHOOL)
  nowMs += 47 * HOUR_MS
  await pass(2000)
  await vi.waitUntil(() => log.info.length === 2)
  expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'too_old', eventId: 'e-1' }])
  expect(readQueue(path).groups).toEqual([])
})

it('gives up what is not an event, without the other events', async () => {
  const path = queuePath()
  await addDue(path, 'no event' as never)
  await addDue(path, keptEvent('e-1', nowMs))
  connect(path)
  await pass(4000)
  await vi.waitUntil(() => log.info.length === 2)
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'given_up', 'rejected'])
})

it('sends an event with the configuration of its school', async () => {
  const tokens: string[] = []
  const queue = connect(queuePath(), {
    config: ((school: { school: string }) => ({
      pixelId: school.school === 'polaris' ? '1' : '2',
      accessToken: `token-${school.school}`,
      school: school.school,
    })) as never,
    fetch: async (url, init) => {
      const { data, access_token } = JSON.parse(String(init!.body))
      tokens.push(`${/\/(\d)\/events/.exec(String(url))![1]} ${data[0].event_id} ${access_token}`)
      return Response.json({})
    },
  })
  await queue.keep(keptEvent('a', nowMs), { pixelId: '1', school: 'polaris' })
  await queue.keep(keptEvent('b', nowMs), { pixelId: '2', school: 'nord' })
  await pass(61_000)
  await vi.waitUntil(() => tokens.length === 2)
  expect(tokens.toSorted()).toEqual(['1 a token-polaris', '2 b token-nord'])
})

it('delivers with a config function that needs a request, after a request of the same pixel', async () => {
  const path = queuePath()
  const schools: Record<string, typeof CONFIG> = {
    'https://a.example': CONFIG,
    'https://b.example': { ...CONFIG, pixelId: '78' },
  }
  const queue = connect(path, {
    config: ({ headers }) => schools[headers.get('Origin') ?? ''],
  })
  const request = (Origin: string) =>
    (queue.config as Function)(new Request('https://p.example', { headers: { Origin } }))
  await queue.keep(keptEvent('e-1', nowMs), SCHOOL)
  await request('https://b.example')
  await pass(70_000)
  expect(outcomes.map(({ kind, error }) => [kind, error])).toContainEqual([
    'rejected',
    'No configuration is known for the pixel of the event. Wait for a request of its school.',
  ])
  await request('https://a.example')
  await pass(120_000)
  await vi.waitUntil(() => readQueue(path).groups.length === 0)
  expect(outcomes.at(-1)).toMatchObject({ kind: 'accepted', pixelId: '77' })
})

it('pauses if the upstream throttles, even if each call of the config function returns a new object', async () => {
  const upstream = vi.fn(respondWith(429, {}))
  const queue = connect(queuePath(), { config: () => ({ ...CONFIG }), fetch: upstream })
  await Promise.all(
    Array.from({ length: 600 }, (_, index) => queue.keep(keptEvent(`e-${index}`, nowMs), SCHOOL)),
  )
  await pass(75_000)
  expect(upstream.mock.calls.length).toBeLessThanOrEqual(20)
})

it('delivers the events of a school while the pixels of 499 others do not respond', async () => {
  const accepted: string[] = []
  const queue = connect(queuePath(), {
    config: (({ pixelId }: SchoolOfEvent) => ({ ...CONFIG, pixelId, timeoutMs: 20_000 })) as never,
    async fetch(url, init) {
      if (!String(url).includes('/500/')) return new Promise(() => {})
      accepted.push(JSON.parse(String(init!.body)).data[0].event_id)
      return Response.json({})
    },
  })
  const pixels = Array.from({ length: 500 }, (_, index) => String(index + 1))
  const ids = ['e-1', 'e-2', 'e-3']
  await Promise.all(
    pixels.flatMap((pixelId) =>
      ids.map((id) => queue.keep(keptEvent(id, nowMs), { pixelId, school: undefined })),
    ),
  )
  await pass(63_000)
  expect(accepted.toSorted()).toEqual(ids)
})

it('sends one event after each pause while the token is refused, and then all of them', async () => {
  const accepted = new Set<string>()
  let isRefused = true
  const upstream = vi.fn<typeof fetch>(async (_, init) => {
    if (isRefused) return Response.json({ error: { code: 190 } }, { status: 400 })
    accepted.add(JSON.parse(String(init!.body)).data[0].event_id)
    return Response.json({})
  })
  const queue = connect(queuePath(), { fetch: upstream })
  const ids = Array.from({ length: 100 }, (_, index) => `e-${index}`)
  await Promise.all(ids.map((id) => queue.keep(keptEvent(id, nowMs), SCHOOL)))
  await pass(60_000 + 511_000)
  expect(outcomes).toHaveLength(10)
  expect(upstream).toHaveBeenCalledTimes(10)
  isRefused = false
  await pass(310_000)
  expect(accepted.size).toBe(100)
  expect(upstream).toHaveBeenCalledTimes(110)
})

it.each([
  ['a static configuration', (config: object) => config],
  ['a config function', (config: object) => () => config],
])('sends an event that waited for another pixel to none, with %s', async (_, toConfig) => {
  const path = queuePath()
  await addDue(path, keptEvent('e-1', nowMs), { ...SCHOOL, school: 'polaris' })
  const upstream = vi.fn<typeof fetch>()
  const config = toConfig({ ...CONFIG, pixelId: '78', school: 'polaris' }) as never
  connect(path, { config, fetch: upstream })
  await pass(2000)
  await vi.waitUntil(() => readQueue(path).groups[0]!.reason === 'not configured')
  expect(upstream).not.toHaveBeenCalled()
  expect(outcomes).toMatchObject([{ kind: 'rejected', error: 'The event is for pixel 77.' }])
})

it.each([
  ['returns another school', () => ({ ...CONFIG, pixelId: '78' })],
  ['returns nothing', () => undefined],
  [
    'throws',
    () => {
      throw new TypeError('request.headers is undefined')
    },
  ],
  ['returns an unusable configuration', () => ({ ...CONFIG, retries: 'many' })],
  ['never resolves', () => new Promise(() => {})],
])('does not send an event if the config function %s', async (_, config) => {
  const path = queuePath()
  const upstream = vi.fn<typeof fetch>()
  const queue = connect(path, { config: config as never, fetch: upstream })
  await keepUntilDue(queue)
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(2000)
    return readQueue(path).groups[0]!.reason === 'not configured'
  })
  expect(upstream).not.toHaveBeenCalled()
})

it('adds to a file that another process delivers, and delivers it when that process has ended', async () => {
  const path = queuePath()
  const first = connect(path, { fetch: respondWith(503, {}) })
  const sent: string[] = []
  const second = connect(path, {
    async fetch(_, init) {
      sent.push(JSON.parse(String(init!.body)).data[0].event_id)
      return Response.json({})
    },
  })
  await Promise.all([
    first.keep(keptEvent('e-1', nowMs), SCHOOL),
    second.keep(keptEvent('e-2', nowMs), SCHOOL),
  ])
  await pass(90_000)
  await vi.waitUntil(() => readQueue(path).groups.every(({ reason }) => reason === 'status 503'))
  expect(sent).toEqual([])
  await first.close(0)
  await pass(120_000)
  await vi.waitUntil(() => readQueue(path).groups.length === 0)
  expect(sent.toSorted()).toEqual(['e-1', 'e-2'])
  expect(log.error).toEqual([])
  expect(log.info).toEqual([
    `The queue ${path} is open. Waiting events: 0.`,
    `The queue ${path} is open in another process, which delivers its events. This process adds events to it, and delivers them when the other one has ended.`,
    `The queue ${path} is open. Waiting events: 2.`,
    `The queue ${path} is empty again.`,
  ])
})

it('opens a file later that cannot be opened at the start, and says so once', async () => {
  const path = queuePath()
  openQueueFile(path).close()
  const link = `${path}-link`
  linkSync(path, link)
  const queue = connect(path)
  await expect(queue.keep(keptEvent('e-1', nowMs), SCHOOL)).rejects.toMatchObject({
    code: 'NO_QUEUE',
  })
  await pass(30_000)
  expect(log.error).toEqual([expect.stringContaining(`The queue ${path} has a second name`)])
  rmSync(link)
  await pass(10_000)
  expect(log.info).toEqual([`The queue ${path} is open. Waiting events: 0.`])
  await queue.keep(keptEvent('e-1', nowMs), SCHOOL)
})

it('finishes the events that are being delivered before it closes the file', async () => {
  const path = queuePath()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const upstream = vi.fn<typeof fetch>(() => promise)
  const queue = connect(path, { fetch: upstream })
  await keepUntilDue(queue)
  await vi.waitUntil(() => upstream.mock.calls.length === 1)
  const closed = queue.close(8000)
  resolve(Response.json({}))
  await closed
  expect(outcomes).toMatchObject([{ kind: 'accepted' }])
  expect(readQueue(path).groups).toEqual([])
})

it('closes the file after the time it has, and delivers the event after the next start', async () => {
  const path = queuePath()
  const config = { ...CONFIG, timeoutMs: 5000, deadlineMs: 5000 }
  const queue = connect(path, { config, fetch: () => new Promise(() => {}) })
  await keepUntilDue(queue)
  const closed = queue.close(500)
  await vi.advanceTimersByTimeAsync(500)
  await closed
  openQueueFile(path).close()

  connect(path)
  await pass(61_000)
  await vi.waitUntil(() => outcomes.length > 0)
  expect(outcomes.at(-1)).toMatchObject({ kind: 'accepted', eventId: 'e-1' })
})

it('rejects events after it was closed', async () => {
  const queue = connect(queuePath())
  await queue.close(0)
  await expect(queue.keep(keptEvent('e-1', nowMs), SCHOOL)).rejects.toMatchObject({
    code: 'NO_QUEUE',
  })
})

it('starts with a file that is not a database', () => {
  const path = queuePath()
  openQueueFile(path).close()
  writeFileSync(path, 'x'.repeat(10_000))
  connect(path)
  expect(log.error).toMatchObject([expect.stringContaining(`The queue ${path} is corrupt.`)])
})

/** Adds an event as an earlier process did, a minute ago. */
async function addDue(path: string, event: ServerEvent, school: SchoolOfEvent = SCHOOL) {
  const file = openQueueFile(path)
  await file.add(event, school, nowMs - 60_000)
  file.close()
}

function connect(path: string, options: Partial<HandlerOptions> = {}) {
  const queue = createFileQueue(path, {
    config: CONFIG,
    fetch: respondWith(200, { events_received: 1 }),
    now: () => nowMs,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  onTestFinished(() => queue.close(0))
  return queue
}

async function keepUntilDue(queue: FileQueue): Promise<void> {
  await queue.keep(keptEvent('e-1', nowMs), SCHOOL)
  await pass(61_000)
}

/** Lets time pass in steps of a second. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    nowMs += 1000
    await vi.advanceTimersByTimeAsync(1000)
    await setImmediate()
  }
}

function respondWith(status: number, body: object): typeof fetch {
  return async () => Response.json(body, { status })
}

function kept(eventId: string) {
  return { kind: 'kept', eventName: 'Lead', eventId, pixelId: '77' }
}
