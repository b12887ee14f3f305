import type { Outcome, RedeliveryOptions } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { conversionQueue, redeliverBatch } from './conversion-queue.ts'
import { createWorker } from './worker.ts'

const CONTEXT = { waitUntil() {} }
const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }
const NOW_S = 1_800_000_000

describe('conversionQueue()', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('sends an event to the queue if the upstream is unavailable', async () => {
    const { worker, env, queue, outcomes } = setUp({ upstreamStatus: 503 })
    const response = await worker.fetch(post(), env, CONTEXT)
    expect(await response.json()).toMatchObject({ ok: false, status: 503 })
    expect(outcomes).toMatchObject([{ kind: 'kept', eventId: 'e-1' }])
    expect(queue).toMatchObject([
      {
        event: { event_name: 'Lead', event_id: 'e-1', event_time: NOW_S },
        pixelId: ENV.META_PIXEL_ID,
      },
    ])
    expect(JSON.stringify(queue)).not.toContain(ENV.META_ACCESS_TOKEN)
  })

  it.each([
    ['missing', undefined],
    ['a variable', 'conversions'],
    ['another binding', { get() {} }],
  ])('reports what to write in wrangler.jsonc if the binding is %s', async (_, CONVERSIONS) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, env, outcomes } = setUp({ upstreamStatus: 503 })
    const response = await worker.fetch(post(), { ...env, CONVERSIONS }, CONTEXT)
    const problem =
      'env.CONVERSIONS is not a queue. Add { "binding": "CONVERSIONS", "queue": "<name>" } ' +
      'to queues.producers of wrangler.jsonc.'
    expect(response.status).toBe(200)
    expect(outcomes).toMatchObject([
      { kind: 'upstream_error', keepError: 'keep failed: Error NO_QUEUE.' },
    ])
    expect(consoleError.mock.calls).toEqual([[problem]])
  })

  it('reports an event that the queue does not accept', async () => {
    const { worker, env, outcomes } = setUp({ upstreamStatus: 503 })
    const CONVERSIONS = { send: async () => Promise.reject(new Error('Too Many Requests')) }
    await worker.fetch(post(), { ...env, CONVERSIONS }, CONTEXT)
    expect(outcomes).toMatchObject([{ kind: 'upstream_error', keepError: 'keep failed: Error.' }])
  })

  it('redelivers and acknowledges each message of a batch in a separate request', async () => {
    const { worker, env, upstream, outcomes } = setUp({})
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
    const { worker, env, upstream } = setUp({ upstreamStatus: 503 })
    const { batch, settled } = createBatch([toEvent('e-1', NOW_S - 600), toEvent('e-2')])
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    await worker.queue(batch, env)
    // Half the age of the event, but at least a minute, with up to 25 % jitter.
    expect(delaysOf(settled)).toEqual([expect.closeTo(262.5, -2), expect.closeTo(52.5, -2)])
    expect(delaysOf(settled)[0]).toBeGreaterThanOrEqual(225)
    expect(delaysOf(settled)[1]).toBeGreaterThanOrEqual(45)
    // After a failure, redelivery sends only a quarter of the events.
    expect(upstream).toHaveLength(1)
  })

  it('retries messages while the Worker is not configured', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, outcomes } = setUp({})
    const { batch, settled } = createBatch([toEvent('e-1')])
    await worker.queue(batch, {})
    expect(delaysOf(settled)).toHaveLength(1)
    expect(outcomes).toMatchObject([{ kind: 'rejected', reason: 'Server not configured' }])
  })

  it.each([
    ['a string'],
    [null],
    [undefined],
    [{ event_name: 'Lead' }],
    [{ event_time: 1n }],
    [{ event_time: { valueOf: 1, toString: 1 } }],
  ])('gives up a message that is not an event, and redelivers the others: %o', async (body) => {
    const { worker, env, outcomes } = setUp({})
    const { batch, settled } = createBatch([body, toEvent('e-2')])
    await worker.queue(batch, env)
    expect(settled).toEqual(['ack 0', 'ack 1'])
    expect(outcomes).toMatchObject([
      { kind: 'rejected' },
      { kind: 'given_up', reason: 'declined' },
      { kind: 'accepted', eventId: 'e-2' },
    ])
  })

  it('does not send an event that was kept for another pixel', async () => {
    const { worker, env, upstream } = setUp({})
    const { batch, settled } = createBatch([toEvent('e-1')])
    await worker.queue(batch, { ...env, META_PIXEL_ID: '78' })
    expect(delaysOf(settled)).toHaveLength(1)
    expect(upstream).toEqual([])
  })

  it('gives up events older than maxAgeMs', async () => {
    const { worker, env, outcomes } = setUp({ maxAgeMs: 60_000 })
    const { batch, settled } = createBatch([toEvent('e-1', NOW_S - 61), toEvent('e-2', NOW_S - 59)])
    await worker.queue(batch, env)
    expect(settled).toEqual(['ack 0', 'ack 1'])
    expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'too_old' }, { kind: 'accepted' }])
  })

  it('throws a TypeError for unusable options', () => {
    const create = (binding: unknown, options?: object) => () =>
      conversionQueue(binding as string, options)
    const error = new TypeError('The queue must be the name of a binding.')
    expect(create('')).toThrow(error)
    expect(create({ send() {} })).toThrow(error)
    expect(create('CONVERSIONS', { maxAge: 1 })).toThrow('Option "maxAge" is unknown.')
    expect(create('CONVERSIONS', { maxPerSecond: 0 })).toThrow(TypeError)
  })
})

describe('redeliverBatch()', () => {
  afterEach(() => void vi.restoreAllMocks())

  it.each([
    [1, 1],
    [45_000, 45],
    [45_001, 46],
    [86_400_000, 86_400],
    [90_000_000, 86_400],
  ])(
    'retries after %d ms with a delay of %d s, at most 24 hours',
    async (retryAfterMs, seconds) => {
      const { batch, settled } = createBatch([toEvent('e-1')])
      await redeliverBatch(batch, async () => ({ kind: 'retry', retryAfterMs }))
      expect(settled).toEqual([`retry 0 ${seconds}`])
    },
  )

  it('redelivers one event after the other, in their order', async () => {
    const { batch, settled } = createBatch([toEvent('e-1'), toEvent('e-2')])
    await redeliverBatch(batch, async ({ event_id }) => {
      settled.push(`start ${event_id}`)
      await Promise.resolve()
      settled.push(`end ${event_id}`)
      return { kind: 'accepted' }
    })
    const expected = ['start e-1', 'end e-1', 'ack 0', 'start e-2', 'end e-2', 'ack 1']
    expect(settled).toEqual(expected)
  })

  it('retries a message that cannot be processed in an hour, logs its id and continues', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { batch, settled } = createBatch([toEvent('e-1'), toEvent('e-2')])
    await redeliverBatch(batch, async ({ event_id }) => {
      if (event_id === 'e-1') throw new Error('unreadable')
      return { kind: 'accepted' }
    })
    expect(settled).toEqual(['retry 0 3600', 'ack 1'])
    expect(consoleError.mock.calls).toEqual([
      ['Message m-0 could not be processed: Error: unreadable'],
    ])
  })
})

function setUp({
  upstreamStatus = 200,
  ...options
}: { upstreamStatus?: number } & RedeliveryOptions) {
  const queue: unknown[] = []
  const upstream: { data: unknown[] }[] = []
  const outcomes: Outcome[] = []
  const worker = createWorker({
    queue: conversionQueue('CONVERSIONS', options),
    now: () => NOW_S * 1000,
    onOutcome: (outcome) => void outcomes.push(outcome),
    async fetch(_, init) {
      upstream.push(JSON.parse(String(init?.body)))
      return Response.json({ events_received: 1 }, { status: upstreamStatus })
    },
  })
  const CONVERSIONS = { send: async (event: unknown) => void queue.push(event) }
  const env = { ...ENV, META_RETRIES: '0', CONVERSIONS }
  return { worker, env, queue, upstream, outcomes }
}

/** Returns a batch that records how each message is settled, by the position of the message. */
function createBatch(bodies: unknown[]) {
  const settled: string[] = []
  const messages = bodies.map((event, index) => ({
    id: `m-${index}`,
    body: typeof event === 'object' ? { event, pixelId: ENV.META_PIXEL_ID } : event,
    ack: () => void settled.push(`ack ${index}`),
    retry: ({ delaySeconds }: { delaySeconds: number }) =>
      void settled.push(`retry ${index} ${delaySeconds}`),
  }))
  return { batch: { messages, retryAll() {} }, settled }
}

function delaysOf(settled: string[]): number[] {
  return settled.map((entry) => Number(/^retry \d (\d+)$/.exec(entry)![1]))
}

function toEvent(event_id: string, event_time: number = NOW_S) {
  return { event_name: 'Lead', event_time, event_id, action_source: 'website', user_data: {} }
}

function post(): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(`https://school.example${CONVERSION_PATH}`, { method: 'POST', body })
}
