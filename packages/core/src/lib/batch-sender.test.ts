import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import {
  createBatchSender,
  createSender,
  type EventToSend,
  type Outcome,
  type SenderOptions,
  type SendResult,
} from '../index.ts'
import { hashPii } from '../pii.ts'
import type { ServerEvent } from '../protocol.ts'

const TOKEN = 'EAAUnit0123456789Token'
const CONFIG = { pixelId: '770000000000077', accessToken: TOKEN, retryDelayMs: 0 }
const NOW_S = 1_700_000_000

type Respond = (ids: string[], request: number) => Response | undefined

/** Creates a batch sender whose upstream accepts a request unless `respond` returns a response. */
function setUp(respond: Respond = () => undefined, options: Partial<SenderOptions> = {}) {
  const bodies: string[] = []
  const accepted: string[] = []
  const outcomes: Outcome[] = []
  const sendBatch = createBatchSender({
    config: CONFIG,
    fetch: (async (_: string, init: RequestInit) => {
      const ids = toIds(init.body as string)
      const response = respond(ids, bodies.push(init.body as string))
      if (!response) accepted.push(...ids)
      return response ?? Response.json({ events_received: ids.length, fbtrace_id: 'A1' })
    }) as typeof fetch,
    now: () => NOW_S * 1000,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  const requests = (): string[][] => bodies.map(toIds)
  return { sendBatch, bodies, requests, accepted, outcomes }
}

function toIds(body: string): string[] {
  return JSON.parse(body).data.map(({ event_id }: ServerEvent) => event_id)
}

function createEvent(event_id: string, fields: Partial<EventToSend> = {}): EventToSend {
  return {
    event_name: 'Contract',
    event_id,
    event_time: NOW_S - 60,
    action_source: 'system_generated',
    ...fields,
  }
}

function createEvents(count: number): EventToSend[] {
  return Array.from({ length: count }, (_, index) => createEvent(`e-${index}`))
}

function graphError(status: number, error: object, headers: HeadersInit = {}): Response {
  return Response.json({ error }, { status, headers })
}

/** Declines a request if it contains one of these events. */
function decline(...declined: string[]): Respond {
  return (ids) =>
    ids.some((id) => declined.includes(id))
      ? graphError(400, { code: 100, error_subcode: 2804019 })
      : undefined
}

const ACCEPTED = { kind: 'accepted', upstream: { events_received: 3, fbtrace_id: 'A1' } }
const DECLINED = {
  kind: 'failed',
  error: 'The upstream responded with status 400 and code 100.',
  upstream: { error: { code: 100, error_subcode: 2804019 } },
}

describe('createBatchSender', () => {
  it('sends all events in one request, with the fields that createSender sends', async () => {
    const { sendBatch, bodies, outcomes } = setUp()
    const events = [
      createEvent('e-0', { user_data: { em: 'Anna@B.example', ct: 'Berlin' } }),
      createEvent('e-1', { custom_data: { email: 'anna@b.example', value: 9 } }),
      createEvent('e-2', { event_name: 'Purchase', action_source: 'website' }),
    ]
    expect(await sendBatch(events)).toMatchObject([ACCEPTED, ACCEPTED, ACCEPTED])

    const single = { bodies: [] as string[], outcomes: [] as Outcome[] }
    const send = createSender({
      config: CONFIG,
      fetch: (async (_: string, init: RequestInit) => {
        single.bodies.push(init.body as string)
        return Response.json({ events_received: 3, fbtrace_id: 'A1' })
      }) as typeof fetch,
      now: () => NOW_S * 1000,
      onOutcome: (outcome) => single.outcomes.push(outcome),
    })
    for (const event of events) await send(event)
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { data: single.bodies.map((body) => JSON.parse(body).data[0]), access_token: TOKEN },
    ])
    expect(bodies[0]).toContain(hashPii('em', 'anna@b.example'))
    expect(bodies[0]).not.toMatch(/anna|berlin/i)
    const withoutDuration = (all: Outcome[]) => all.map((each) => ({ ...each, durationMs: 0 }))
    expect(withoutDuration(outcomes)).toEqual(withoutDuration(single.outcomes))
    expect(outcomes[1]!.dropped).toEqual([{ key: 'custom_data.email', reason: 'unhashed' }])
  })

  it('sends 1,000 events', async () => {
    const { sendBatch, requests } = setUp()
    const results = await sendBatch(createEvents(1000))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
    expect(requests().map(({ length }) => length)).toEqual([1000])
  })

  it('rejects more than 1,000 events, and sends none', async () => {
    const { sendBatch, bodies, outcomes } = setUp()
    await expect(sendBatch(createEvents(1001))).rejects.toThrow(
      new TypeError('The batch has 1001 events. Send at most 1000 events in one call.'),
    )
    expect([bodies, outcomes]).toEqual([[], []])
  })

  it.each([undefined, null, 'e-1', createEvent('e-1'), new Set()])(
    'rejects what is not an array: %o',
    async (events) => {
      await expect(setUp().sendBatch(events as never)).rejects.toThrow(
        new TypeError('The batch must be an array of events.'),
      )
    },
  )

  it('sends no request for an empty batch or for invalid events only', async () => {
    const { sendBatch, bodies, outcomes } = setUp()
    expect(await sendBatch([])).toEqual([])
    expect(await sendBatch([createEvent('')])).toMatchObject([{ kind: 'failed' }])
    expect(bodies).toEqual([])
    expect(outcomes).toMatchObject([{ kind: 'rejected', reason: 'Invalid event_id' }])
  })

  it('does not send invalid events, and returns what to write', async () => {
    const { sendBatch, requests } = setUp()
    const events = [
      createEvent('e-0'),
      createEvent('e-1', { event_time: 0 }),
      null as never,
      createEvent('e-3', { action_source: 'app' as never }),
      createEvent('e-4'),
    ]
    expect(await sendBatch(events)).toMatchObject([
      { kind: 'accepted' },
      { kind: 'failed', error: expect.stringContaining('event_time must be') },
      { kind: 'failed', error: expect.stringContaining('The event must be an object') },
      { kind: 'failed', error: expect.stringContaining('"app" is not supported') },
      { kind: 'accepted' },
    ])
    expect(requests()).toEqual([['e-0', 'e-4']])
  })

  it('returns "failed" for the holes of an array', async () => {
    // oxlint-disable-next-line no-sparse-arrays
    const results = await setUp().sendBatch([createEvent('e-0'), , createEvent('e-2')] as never)
    expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'failed', 'accepted'])
  })

  it('checks event_time with the time that it is passed', async () => {
    const { sendBatch } = setUp()
    const results = await sendBatch([createEvent('e-0')], (NOW_S + 8 * 86_400) * 1000)
    expect(results).toMatchObject([{ kind: 'failed' }])
  })

  it('keeps the events of concurrent calls apart', async () => {
    const { sendBatch, requests } = setUp()
    const [first, second] = await Promise.all([
      sendBatch([createEvent('a'), createEvent('b')]),
      sendBatch([createEvent('c')]),
    ])
    expect([first.length, second.length]).toEqual([2, 1])
    expect(requests()).toEqual([['a', 'b'], ['c']])
  })

  describe('if the upstream declines a request', () => {
    it('halves the events until the declined event is alone', async () => {
      const { sendBatch, requests, outcomes } = setUp(decline('e-2'))
      const results = await sendBatch(createEvents(5))
      expect(requests()).toEqual([
        ['e-0', 'e-1', 'e-2', 'e-3', 'e-4'],
        ['e-0', 'e-1'],
        ['e-2', 'e-3', 'e-4'],
        ['e-2'],
        ['e-3', 'e-4'],
      ])
      expect(results.map(({ kind }) => kind)).toEqual([
        'accepted',
        'accepted',
        'failed',
        'accepted',
        'accepted',
      ])
      expect(results[2]).toMatchObject(DECLINED)
      const attempts = outcomes.map(({ eventId, attempts }) => [eventId, attempts])
      expect(Object.fromEntries(attempts)).toEqual({
        'e-0': 2,
        'e-1': 2,
        'e-2': 3,
        'e-3': 3,
        'e-4': 3,
      })
    })

    it('halves a request that is too large, and goes on after an event that is too large', async () => {
      const { sendBatch, requests } = setUp((ids) =>
        ids.length > 2 || ids.includes('e-1')
          ? new Response('Too large', { status: 413 })
          : undefined,
      )
      const results = await sendBatch(createEvents(4))
      expect(results).toMatchObject([
        { kind: 'accepted' },
        { kind: 'retry', reason: 'setup', error: 'The upstream responded with status 413.' },
        { kind: 'accepted' },
        { kind: 'accepted' },
      ])
      expect(requests()).toEqual([
        ['e-0', 'e-1', 'e-2', 'e-3'],
        ['e-0', 'e-1'],
        ['e-0'],
        ['e-1'],
        ['e-2', 'e-3'],
      ])
    })
  })

  describe('if the upstream fails', () => {
    it('retries a transient failure with the same bytes', async () => {
      const { sendBatch, bodies } = setUp((_, request) =>
        request === 1 ? graphError(503, {}) : undefined,
      )
      expect(await sendBatch(createEvents(2))).toMatchObject([
        { kind: 'accepted' },
        { kind: 'accepted' },
      ])
      expect(bodies).toHaveLength(2)
      expect(new Set(bodies).size).toBe(1)
    })

    it('sends the others if one event always gets a 500', async () => {
      vi.spyOn(Math, 'random').mockReturnValue(0)
      onTestFinished(() => void vi.restoreAllMocks())
      const { sendBatch, requests } = setUp(
        (ids) => (ids.includes('e-2') ? graphError(500, {}) : undefined),
        { config: { ...CONFIG, retries: 0 } },
      )
      const results = await sendBatch(createEvents(5))
      expect(results.map(({ kind }) => kind)).toEqual([
        'accepted',
        'accepted',
        'retry',
        'accepted',
        'accepted',
      ])
      expect(requests().map((ids) => ids.length)).toEqual([5, 1, 4, 2, 1, 1, 2])
    })

    it.each([
      ['transient', 60_000, () => graphError(503, {}), 6],
      ['throttled', 900_000, () => graphError(429, {}, { 'Retry-After': '900' }), 1],
      ['setup', 900_000, () => graphError(400, { code: 190 }), 1],
      [
        'transient',
        60_000,
        () => {
          throw new TypeError('fetch failed')
        },
        3,
      ],
    ] as const)(
      'returns "retry" with the reason %s, and does not halve the events',
      async (...args) => {
        const [reason, retryAfterMs, respond, requests] = args
        const { sendBatch, bodies } = setUp(respond)
        const results = await sendBatch(createEvents(4))
        expect(results).toMatchObject(repeat(4, { kind: 'retry', reason, retryAfterMs }))
        expect(bodies).toHaveLength(requests)
      },
    )

    it('does not send the other half after a failure', async () => {
      const { sendBatch, requests, outcomes } = setUp((ids, request) => {
        if (request === 1) return decline('e-3')(ids, request)
        return graphError(400, { code: 613 })
      })
      const results = await sendBatch(createEvents(4))
      expect(results).toMatchObject(repeat(4, { kind: 'retry', reason: 'throttled' }))
      expect(requests()).toEqual([
        ['e-0', 'e-1', 'e-2', 'e-3'],
        ['e-0', 'e-1'],
        ['e-0', 'e-1'],
        ['e-0', 'e-1'],
      ])
      expect(outcomes.map(({ attempts }) => attempts)).toEqual([4, 4, 1, 1])
    })

    it('returns "retry" without a request if the configuration is incomplete', async () => {
      vi.spyOn(console, 'error').mockReturnValue()
      const { sendBatch, bodies } = setUp(undefined, { config: undefined })
      expect(await sendBatch(createEvents(2))).toMatchObject([
        { kind: 'retry', reason: 'setup', error: 'config is undefined.' },
        { kind: 'retry', reason: 'setup' },
      ])
      expect(bodies).toEqual([])
    })
  })

  describe('with a slow upstream', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it.each([
      ['30 seconds', {}, 30_000],
      ['`timeoutMs` if it is longer', { timeoutMs: 60_000, deadlineMs: 120_000 }, 60_000],
    ])('waits for %s', async (_, config, limitMs) => {
      const { sendBatch } = setUp(undefined, {
        config: { ...CONFIG, retries: 0, ...config },
        fetch: () => new Promise(() => {}),
      })
      const settled = vi.fn()
      void sendBatch(createEvents(2)).then(settled)
      await vi.advanceTimersByTimeAsync(limitMs - 1)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(settled.mock.lastCall![0]).toMatchObject(
        repeat(2, { error: `TimeoutError: No response in ${limitMs} ms.` }),
      )
    })

    it('makes three attempts within 100 seconds', async () => {
      const upstream = vi.fn(() => new Promise<Response>(() => {}))
      const { sendBatch } = setUp(undefined, { fetch: upstream })
      const results = sendBatch(createEvents(1))
      await vi.advanceTimersByTimeAsync(100_000)
      expect(await results).toMatchObject([{ kind: 'retry', reason: 'transient' }])
      expect(upstream).toHaveBeenCalledTimes(3)
    })
  })

  it('throws a TypeError for an unknown option', () => {
    expect(() => createBatchSender({ config: CONFIG, size: 5 } as never)).toThrow(TypeError)
  })

  it('returns "accepted" exactly for what the upstream accepted, for any failures', async () => {
    const responses = fc.array(fc.constantFrom('ok', '503', '429', '190', '413'), { maxLength: 20 })
    const count = fc.integer({ min: 0, max: 20 })
    await fc.assert(
      fc.asyncProperty(count, fc.nat(19), responses, async (length, declined, plan) => {
        const { sendBatch, accepted } = setUp(
          (ids, request) => {
            const status = plan[request - 1]
            if (status === '503') return graphError(503, {})
            if (status === '429') return graphError(429, {})
            if (status === '190') return graphError(401, { code: 190 })
            if (status === '413') return new Response(null, { status: 413 })
            return decline(`e-${declined}`)(ids, request)
          },
          { config: { ...CONFIG, retries: 0 } },
        )
        const events = createEvents(length)
        const results: SendResult[] = await sendBatch(events)
        expect(results).toHaveLength(length)
        const isAccepted = (_: unknown, index: number) => results[index]!.kind === 'accepted'
        expect(accepted.toSorted()).toEqual(toEventIds(events.filter(isAccepted)).toSorted())
        for (const [index, { kind }] of results.entries()) {
          if (kind === 'failed') expect(index).toBe(declined)
        }
      }),
      { numRuns: 500 },
    )
  })
})

function repeat(count: number, result: object): object[] {
  return Array.from({ length: count }, () => ({ ...result }))
}

function toEventIds(events: EventToSend[]): string[] {
  return events.map(({ event_id }) => event_id)
}
