import type { Outcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter } from '@conversion-capi/conformance'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp, createWorker, type WorkerOptions } from './worker.ts'

const CONTEXT = { waitUntil() {} }
const URL = `https://school.example${CONVERSION_PATH}`
const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

describeAdapter('a Cloudflare Worker', {
  start(env, options) {
    const worker = createWorker(options)
    return { handle: (request) => worker.fetch(request, env, CONTEXT) }
  },
  clientIp,
  hostHeaders: { 'CF-Connecting-IP': '203.0.113.7' },
  expectedIp: '203.0.113.7',
})

describe('createWorker()', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('serves all other paths from the static assets', async () => {
    const ASSETS = { fetch: async ({ url }: Request) => new Response(`asset ${url}`) }
    const { send } = setUp({ ...ENV, ASSETS })
    for (const path of ['/', '/docs/api.html', `${CONVERSION_PATH}/`, `${CONVERSION_PATH}2`]) {
      const response = await send(new Request(`https://school.example${path}`))
      expect(await response.text()).toBe(`asset https://school.example${path}`)
    }
    expect((await send(new Request(`${URL}?a=b`))).status).toBe(405)
  })

  it('responds with 404 to all other paths if there is no ASSETS binding', async () => {
    const { send } = setUp()
    expect((await send(new Request('https://school.example/'))).status).toBe(404)
  })

  it('passes the delivery to waitUntil, so that it continues after the visitor disconnects', async () => {
    const pending: Promise<unknown>[] = []
    const { worker, upstream } = setUp()
    const context = { waitUntil: (promise: Promise<unknown>) => void pending.push(promise) }
    void worker.fetch(post(), ENV, context)
    await Promise.all(pending)
    expect(upstream).toHaveLength(1)
  })

  it('reads the variables once per env, accepts numbers and ignores bindings', async () => {
    const { worker } = setUp()
    const env = { META_PIXEL_ID: 77, META_ACCESS_TOKEN: 'EAAtoken', META_GRAPH_URL: { get() {} } }
    const read = vi.fn<(name: string | symbol) => void>()
    const observed = new Proxy(env, {
      get(target, name) {
        read(name)
        return Reflect.get(target, name)
      },
    })
    expect((await worker.fetch(post(), observed, CONTEXT)).status).toBe(200)
    const readsOfFirst = read.mock.calls.length
    expect((await worker.fetch(post(), observed, CONTEXT)).status).toBe(200)
    expect(read.mock.calls.length).toBe(readsOfFirst)
  })

  it('reads the variables again for a new env', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker } = setUp()
    const statuses = []
    for (const env of [{}, ENV]) statuses.push((await worker.fetch(post(), env, CONTEXT)).status)
    expect(statuses).toEqual([500, 200])
  })
})

describe('createWorker({ queue })', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('sends an event to the queue if the upstream is unavailable', async () => {
    const { worker, env, queue, outcomes } = setUpQueue({ upstreamStatus: 503 })
    const response = await worker.fetch(post(), env, CONTEXT)
    expect(await response.json()).toMatchObject({ ok: false, status: 503 })
    expect(outcomes).toMatchObject([{ kind: 'kept', eventId: 'e-1' }])
    expect(queue).toMatchObject([{ event_name: 'Lead', event_id: 'e-1', event_time: NOW_S }])
    expect(JSON.stringify(queue)).not.toContain(ENV.META_ACCESS_TOKEN)
  })

  it('sends no event to the queue if the upstream accepts it', async () => {
    const { worker, env, queue, outcomes } = setUpQueue({})
    await worker.fetch(post(), env, CONTEXT)
    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    expect(queue).toEqual([])
  })

  it.each([
    ['missing', undefined],
    ['a variable', 'conversions'],
    ['another binding', { get() {} }],
  ])('reports what to write in wrangler.jsonc if the binding is %s', async (_, CONVERSIONS) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, env, outcomes } = setUpQueue({ upstreamStatus: 503 })
    const response = await worker.fetch(post(), { ...env, CONVERSIONS }, CONTEXT)
    const problem =
      'env.CONVERSIONS is not a queue. Add { "binding": "CONVERSIONS", "queue": "<name of the queue>" } ' +
      'to queues.producers in wrangler.jsonc.'
    expect(response.status).toBe(200)
    expect(outcomes).toMatchObject([{ kind: 'upstream_error', keepError: `Error: ${problem}` }])
    expect(consoleError.mock.calls).toEqual([[problem]])
  })

  it('reports an event that the queue does not accept', async () => {
    const { worker, env, outcomes } = setUpQueue({ upstreamStatus: 503 })
    const CONVERSIONS = { send: async () => Promise.reject(new Error('Too Many Requests')) }
    await worker.fetch(post(), { ...env, CONVERSIONS }, CONTEXT)
    expect(outcomes).toMatchObject([
      { kind: 'upstream_error', keepError: 'Error: Too Many Requests' },
    ])
  })

  it('redelivers each message of a batch in a request of its own and acknowledges it', async () => {
    const { worker, env, upstream, outcomes } = setUpQueue({})
    const { batch, settled } = createBatch([toEvent('e-1'), toEvent('e-2', NOW_S - 7200)])
    await worker.queue(batch, env)
    expect(settled).toEqual(['ack 0', 'ack 1'])
    expect(upstream.map(({ data }) => data)).toEqual([
      [toEvent('e-1')],
      [toEvent('e-2', NOW_S - 7200)],
    ])
    expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
  })

  it('retries messages with a delay while the upstream is unavailable', async () => {
    const { worker, env, upstream } = setUpQueue({ upstreamStatus: 503 })
    const { batch, settled } = createBatch([toEvent('e-1', NOW_S - 600), toEvent('e-2')])
    await worker.queue(batch, env)
    // Half the age of the event, but at least a minute, with up to 25 % jitter.
    expect(delaysOf(settled)).toEqual([expect.closeTo(262.5, -2), expect.closeTo(52.5, -2)])
    expect(delaysOf(settled)[0]).toBeGreaterThanOrEqual(225)
    expect(delaysOf(settled)[1]).toBeGreaterThanOrEqual(45)
    // Redelivery pauses after the first failure.
    expect(upstream).toHaveLength(1)
  })

  it('retries messages while the Worker is not configured', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, outcomes } = setUpQueue({})
    const { batch, settled } = createBatch([toEvent('e-1')])
    await worker.queue(batch, {})
    expect(delaysOf(settled)).toHaveLength(1)
    expect(outcomes).toMatchObject([{ kind: 'rejected', reason: 'Server not configured' }])
  })

  it.each([
    ['a text'],
    [null],
    [undefined],
    [{ event_name: 'Lead' }],
    [{ event_time: 1n }],
    [{ event_time: { valueOf: 1, toString: 1 } }],
  ])('gives up a message that is not an event, and redelivers the others: %o', async (body) => {
    const { worker, env, outcomes } = setUpQueue({})
    const { batch, settled } = createBatch([body, toEvent('e-2')])
    await worker.queue(batch, env)
    expect(settled).toEqual(['ack 0', 'ack 1'])
    expect(outcomes).toMatchObject([
      { kind: 'rejected' },
      { kind: 'given_up', reason: 'refused' },
      { kind: 'accepted', eventId: 'e-2' },
    ])
  })

  it('gives up events older than redelivery.maxAgeMs', async () => {
    const { worker, env, outcomes } = setUpQueue({ redelivery: { maxAgeMs: 60_000 } })
    const { batch, settled } = createBatch([toEvent('e-1', NOW_S - 61), toEvent('e-2', NOW_S - 59)])
    await worker.queue(batch, env)
    expect(settled).toEqual(['ack 0', 'ack 1'])
    expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'too_old' }, { kind: 'accepted' }])
  })

  it('redelivers without the option queue, so that a queue can be emptied', async () => {
    const { worker, upstream } = setUp()
    const { batch, settled } = createBatch([toEvent('e-1', Math.floor(Date.now() / 1000))])
    await worker.queue(batch, ENV)
    expect(settled).toEqual(['ack 0'])
    expect(upstream).toHaveLength(1)
  })

  it('throws a TypeError for unusable options', () => {
    const create = (options: object) => () => createWorker(options)
    expect(create({ queue: '' })).toThrow(
      new TypeError('Option "queue" must be the name of a binding, like "CONVERSIONS".'),
    )
    expect(create({ queue: { send() {} } })).toThrow(TypeError)
    expect(create({ queue: 'CONVERSIONS', keep() {} })).toThrow(
      new TypeError('Option "queue" replaces the option "keep". Remove one of them.'),
    )
    expect(create({ redelivery: { maxAge: 1 } })).toThrow('Option "maxAge" is unknown.')
    expect(create({ redelivery: { maxPerSecond: 0 } })).toThrow(TypeError)
    expect(create({ queues: 'CONVERSIONS' })).toThrow('Option "queues" is unknown.')
  })
})

function setUp(env: object = ENV) {
  const upstream: unknown[] = []
  const worker = createWorker({
    async fetch(url) {
      upstream.push(url)
      return Response.json({ events_received: 1 })
    },
  })
  return { worker, upstream, send: (request: Request) => worker.fetch(request, env, CONTEXT) }
}

function post(): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(URL, { method: 'POST', body })
}

const NOW_S = 1_800_000_000

function setUpQueue({
  upstreamStatus = 200,
  ...options
}: { upstreamStatus?: number } & WorkerOptions) {
  const queue: unknown[] = []
  const upstream: { data: unknown[] }[] = []
  const outcomes: Outcome[] = []
  const worker = createWorker({
    queue: 'CONVERSIONS',
    now: () => NOW_S * 1000,
    onOutcome: (outcome) => void outcomes.push(outcome),
    async fetch(_, init) {
      upstream.push(JSON.parse(String(init?.body)))
      return Response.json({ events_received: 1 }, { status: upstreamStatus })
    },
    ...options,
  })
  const CONVERSIONS = { send: async (event: unknown) => void queue.push(event) }
  const env = { ...ENV, META_RETRIES: '0', CONVERSIONS }
  return { worker, env, queue, upstream, outcomes }
}

/** Returns a batch that records how each message is settled, by the position of the message. */
function createBatch(bodies: unknown[]) {
  const settled: string[] = []
  const messages = bodies.map((body, index) => ({
    id: `m-${index}`,
    body,
    ack: () => void settled.push(`ack ${index}`),
    retry: ({ delaySeconds }: { delaySeconds: number }) =>
      void settled.push(`retry ${index} ${delaySeconds}`),
  }))
  return { batch: { messages }, settled }
}

function delaysOf(settled: string[]): number[] {
  return settled.map((entry) => Number(/^retry \d (\d+)$/.exec(entry)![1]))
}

function toEvent(event_id: string, event_time: number = NOW_S) {
  return { event_name: 'Lead', event_time, event_id, action_source: 'website', user_data: {} }
}
