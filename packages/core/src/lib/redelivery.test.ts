import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  createRedelivery,
  createSender,
  type EventToSend,
  logOutcome,
  type Outcome,
  type RedeliveryOptions,
  type SendResult,
} from '../index.ts'
import { sha256Hex } from '../pii.ts'
import type { ServerEvent } from '../protocol.ts'

afterEach(() => void vi.restoreAllMocks())

const HOUR_MS = 3_600_000
const START_MS = 1_700_000_000_000

const outcome = { kind: 'accepted' } as Outcome
const ACCEPTED: SendResult = { kind: 'accepted', upstream: {}, outcome }
const FAILED: SendResult = { kind: 'failed', error: 'refused', outcome }

function createRetry(reason: 'transient' | 'throttled' | 'setup', retryAfterMs = 1): SendResult {
  return { kind: 'retry', reason, retryAfterMs, error: reason, outcome }
}

function createEvent(ageMs = 0, id = 'e-1'): ServerEvent {
  return {
    event_name: 'Lead',
    event_id: id,
    event_time: (START_MS - ageMs) / 1000,
    action_source: 'website',
    user_data: {},
  }
}

/** Creates a redelivery with a list of results of the sender; the last one repeats. */
function setUp(results: SendResult[] = [ACCEPTED], options: RedeliveryOptions = {}) {
  const clock = { ms: START_MS }
  const sent: { id: string; ms: number }[] = []
  const outcomes: Outcome[] = []
  const redeliver = createRedelivery(
    async (event) => {
      sent.push({ id: event?.event_id, ms: Date.now() })
      return results[Math.min(sent.length, results.length) - 1]!
    },
    { now: () => clock.ms, onOutcome: (outcome) => outcomes.push(outcome), ...options },
  )
  return { redeliver, clock, sent, outcomes }
}

describe('createRedelivery', () => {
  it('returns "accepted" if the sender does', async () => {
    const { redeliver, sent, outcomes } = setUp()
    expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
    expect(sent).toHaveLength(1)
    expect(outcomes).toEqual([])
  })

  it('sends an event that waited for another pixel to none, until the pixel is restored', async () => {
    const pixels: string[] = []
    const outcomes: Outcome[] = []
    const connect = (pixelId: string) =>
      createRedelivery({
        config: { pixelId, accessToken: 'EAAUnit' },
        fetch: async (url) => {
          pixels.push(String(url))
          return Response.json({})
        },
        now: () => START_MS,
        onOutcome: (each) => outcomes.push(each),
      })
    expect((await connect('78')(createEvent(), '77')).kind).toBe('retry')
    expect(pixels).toEqual([])
    expect(outcomes).toMatchObject([
      {
        kind: 'rejected',
        reason: 'Server not configured',
        error: 'The event is for pixel 77.',
        eventId: 'e-1',
        kept: true,
      },
    ])
    expect((await connect('77')(createEvent(), '77')).kind).toBe('accepted')
    expect(pixels).toEqual([expect.stringContaining('/77/events')])
  })

  it('gives up an event that the upstream will never accept', async () => {
    const { redeliver, outcomes } = setUp([FAILED])
    expect(await redeliver(createEvent())).toEqual({ kind: 'given_up', reason: 'declined' })
    expect(outcomes).toEqual([
      {
        kind: 'given_up',
        reason: 'declined',
        durationMs: 0,
        attempts: 0,
        dropped: [],
        warnings: [],
        eventName: 'Lead',
        eventId: 'e-1',
      },
    ])
  })

  it('names the pixel and the school in the outcome, and not the token of a configuration', async () => {
    const value = { pixelId: '77', school: 'polaris', accessToken: 'EAAUnit' }
    for (const school of [{ pixelId: '77', school: 'polaris' }, value, { ok: true, value }]) {
      const { redeliver, outcomes } = setUp([FAILED], { school } as RedeliveryOptions)
      await redeliver(createEvent())
      expect(outcomes).toMatchObject([{ kind: 'given_up', pixelId: '77', school: 'polaris' }])
      expect(JSON.stringify(outcomes)).not.toContain('EAAUnit')
    }
  })

  it.each([
    ['website', undefined, 47 * HOUR_MS],
    [undefined, undefined, 47 * HOUR_MS],
    ['email', undefined, 7 * 24 * HOUR_MS],
    ['phone_call', undefined, 7 * 24 * HOUR_MS],
    ['chat', undefined, 7 * 24 * HOUR_MS],
    ['system_generated', undefined, 7 * 24 * HOUR_MS],
    ['other', undefined, 7 * 24 * HOUR_MS],
    ['physical_store', undefined, 62 * 24 * HOUR_MS],
    ['website', 1000, 1000],
    ['physical_store', 1000, 1000],
  ] as const)(
    'gives up an event of the source %s with maxAgeMs %s after %i ms, without sending it',
    async (action_source, maxAgeMs, limitMs) => {
      const { redeliver, sent, outcomes } = setUp([ACCEPTED], maxAgeMs ? { maxAgeMs } : {})
      const withSource = (ageMs: number) =>
        ({ ...createEvent(ageMs), action_source }) as EventToSend
      expect(await redeliver(withSource(limitMs))).toEqual({ kind: 'accepted' })
      const tooOld = { kind: 'given_up', reason: 'too_old' }
      expect(await redeliver(withSource(limitMs + 1))).toEqual(tooOld)
      expect(sent).toHaveLength(1)
      expect(outcomes).toMatchObject([{ ...tooOld, eventId: 'e-1' }])
    },
  )

  it.each(['app', 'constructor', 7, {}])(
    'lets the sender decide about an event of the unknown source %j',
    async (source) => {
      const { redeliver, sent } = setUp([FAILED])
      const event = { ...createEvent(90 * 24 * HOUR_MS), action_source: source as never }
      expect(await redeliver(event)).toEqual({ kind: 'given_up', reason: 'declined' })
      expect(sent).toHaveLength(1)
    },
  )

  describe('with the options of a sender', () => {
    const config = {
      pixelId: '770000000000077',
      accessToken: 'EAAUnit0123456789Token',
      school: 'polaris',
      retries: 0,
    }

    /** Redelivers an event with a sender, and with its options. Returns the requests, results and outcomes of both. */
    async function redeliverBoth(event: EventToSend, respond: () => Response, ageMs = 0) {
      const now = (): number => START_MS + ageMs
      const run = async (isSender: boolean) => {
        const bodies: unknown[] = []
        const outcomes: Outcome[] = []
        const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome)
        const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
          bodies.push(init!.body)
          return respond()
        }
        const options = { config, fetch, now, onOutcome }
        const redeliver = isSender
          ? createRedelivery(createSender(options), { now, onOutcome, school: config })
          : createRedelivery(options)
        const { kind } = await redeliver(event)
        return { bodies, kind, outcomes: outcomes.map((each) => ({ ...each, durationMs: 0 })) }
      }
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      return { withSender: await run(true), withOptions: await run(false) }
    }

    const user_data = { client_ip_address: '203.0.113.7', client_user_agent: 'Unit/1.0' }
    const KEPT = { ...createEvent(), event_source_url: 'https://school.example/', user_data }

    it.each([
      ['accepts', () => Response.json({ events_received: 1 }), 0],
      ['declines', () => Response.json({ error: { code: 100 } }, { status: 400 }), 0],
      ['throttles', () => Response.json({ error: { code: 613 } }, { status: 400 }), 0],
      ['accepts', () => Response.json({ events_received: 1 }), 48 * HOUR_MS],
    ])('does the same as with a sender if the upstream %s', async (_, respond, ageMs) => {
      const { withSender, withOptions } = await redeliverBoth(KEPT, respond, ageMs)
      expect(withOptions).toEqual(withSender)
      expect(withOptions.outcomes.length).toBeGreaterThan(0)
    })

    it('drops and names an address that is not hashed', async () => {
      const event = { ...KEPT, user_data: { ...user_data, ct: 'Berlin', st: sha256Hex('be') } }
      const accept = (): Response => Response.json({ events_received: 1 })
      const { withOptions, withSender } = await redeliverBoth(event, accept)
      const [body] = withOptions.bodies
      expect(body).not.toContain('Berlin')
      expect(JSON.parse(String(body)).data[0].user_data).toEqual({
        st: sha256Hex('be'),
        ...user_data,
      })
      expect(withOptions.outcomes).toMatchObject([
        { kind: 'accepted', kept: false, dropped: [{ key: 'user_data.ct', reason: 'malformed' }] },
      ])
      expect(withSender.outcomes).toMatchObject([{ dropped: [] }])
    })

    it('reports an invalid event with its reason', async () => {
      const event = { ...KEPT, event_id: '' }
      const { withOptions } = await redeliverBoth(event, Response.error)
      expect(withOptions).toMatchObject({
        bodies: [],
        kind: 'given_up',
        outcomes: [
          { kind: 'rejected', reason: 'Invalid event_id', kept: false },
          { kind: 'given_up', reason: 'declined', school: 'polaris' },
        ],
      })
    })

    it('prefers its own options', async () => {
      const onOutcome = vi.fn()
      const redeliver = createRedelivery(
        { config, now: () => 0 },
        { now: () => START_MS, onOutcome, school: { pixelId: '77' } },
      )
      expect(await redeliver(createEvent(48 * HOUR_MS))).toMatchObject({ reason: 'too_old' })
      expect(onOutcome.mock.calls).toMatchObject([[{ kind: 'given_up', pixelId: '77' }]])
    })

    it('throws a TypeError for an unknown option of the sender', () => {
      expect(() => createRedelivery({ config, maxAgeMs: 1 } as never)).toThrow(TypeError)
    })
  })

  it.each<[number, number]>([
    [0, 60_000],
    [100_000, 60_000],
    [10 * 60_000, 5 * 60_000],
    [2 * HOUR_MS, HOUR_MS],
    [46 * HOUR_MS, HOUR_MS],
  ])(
    'retries an event of age %i ms after at most %i ms, and at least three quarters',
    async (ageMs, maxMs) => {
      const { redeliver } = setUp([createRetry('transient')])
      const result = await redeliver(createEvent(ageMs))
      if (result.kind !== 'retry') throw new Error(result.kind)
      expect(result.retryAfterMs).toBeLessThanOrEqual(maxMs)
      expect(result.retryAfterMs).toBeGreaterThanOrEqual(maxMs * 0.75)
      expect(Number.isInteger(result.retryAfterMs)).toBe(true)
    },
  )

  it('retries an event fewer than 100 times within 47 hours, as queues allow', async () => {
    const { redeliver, clock } = setUp([createRetry('setup')])
    let retries = 0
    for (; retries < 100; retries++) {
      const result = await redeliver(createEvent())
      if (result.kind !== 'retry') break
      clock.ms += result.retryAfterMs
    }
    expect(retries).toBeGreaterThan(47)
    expect(retries).toBeLessThan(100)
  })

  describe('after a failure', () => {
    it('sends a quarter of the events, twice as long after each further failure, up to 5 minutes', async () => {
      const { redeliver, clock, sent } = setUp([createRetry('transient')], {
        maxPerSecond: Infinity,
      })
      const random = vi.spyOn(Math, 'random')
      for (const pauseMs of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((s) => s * 1000)) {
        const count = sent.length
        random.mockReturnValue(0.25)
        await redeliver(createEvent())
        expect(sent).toHaveLength(count + 1)
        clock.ms += pauseMs - 1
        expect((await redeliver(createEvent(0, 'e-2'))).kind).toBe('retry')
        expect(sent).toHaveLength(count + 1)
        random.mockReturnValue(0.24)
        await redeliver(createEvent(0, 'e-3'))
        expect(sent).toHaveLength(count + 2)
        clock.ms += 1
      }
    })

    it.each([
      [190, 0],
      [undefined, 1],
    ])('sends nothing for as long if the setup is refused with code %s', async (code, count) => {
      const refused = { ...createRetry('setup'), outcome: { ...outcome, code } } as SendResult
      const { redeliver, clock, sent } = setUp([refused, refused, ACCEPTED])
      vi.spyOn(Math, 'random').mockReturnValue(0)
      for (const pauseMs of [1000, 2000]) {
        const before = sent.length
        expect(await redeliver(createEvent())).toMatchObject({ pauseMs: count ? 0 : pauseMs })
        clock.ms += pauseMs - 1
        await redeliver(createEvent(0, 'e-2'))
        expect(sent).toHaveLength(before + 1 + count)
        if (count) return
        clock.ms += 1
      }
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
    })

    it('starts again with 1 second after a success', async () => {
      const { redeliver, clock, sent } = setUp([
        createRetry('transient'),
        createRetry('transient'),
        ACCEPTED,
        createRetry('transient'),
        ACCEPTED,
      ])
      for (const pauseMs of [1000, 2000, 0, 1000, 0]) {
        await redeliver(createEvent())
        clock.ms += pauseMs
      }
      expect(sent).toHaveLength(5)
    })

    it('sends all events again after a success', async () => {
      const { redeliver, sent } = setUp([createRetry('transient'), ACCEPTED])
      const random = vi.spyOn(Math, 'random').mockReturnValue(0)
      await redeliver(createEvent())
      expect(await redeliver(createEvent())).toMatchObject({ kind: 'accepted' })
      random.mockReturnValue(0.9)
      expect(await redeliver(createEvent())).toMatchObject({ kind: 'accepted' })
      expect(sent).toHaveLength(3)
    })

    it('pauses as long as a throttled upstream asks, and returns at least this delay', async () => {
      const { redeliver, clock, sent } = setUp([createRetry('throttled', HOUR_MS / 2), ACCEPTED])
      const results = [await redeliver(createEvent()), await redeliver(createEvent(0, 'e-2'))]
      expect(results).toMatchObject([
        { kind: 'retry', retryAfterMs: HOUR_MS / 2 },
        { kind: 'retry', retryAfterMs: HOUR_MS / 2 },
      ])
      clock.ms += HOUR_MS / 2
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
      expect(sent).toHaveLength(2)
    })

    it.each([2 * HOUR_MS, 99_999_999_999_000, Infinity])(
      'pauses for at most an hour if a throttled upstream asks for %d ms',
      async (retryAfterMs) => {
        const { redeliver, clock } = setUp([createRetry('throttled', retryAfterMs), ACCEPTED])
        expect(await redeliver(createEvent())).toMatchObject({
          kind: 'retry',
          retryAfterMs: HOUR_MS,
        })
        clock.ms += HOUR_MS
        expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
      },
    )

    it('continues when the clock is set back during a pause', async () => {
      const { redeliver, clock } = setUp([createRetry('throttled', 300_000), ACCEPTED])
      await redeliver(createEvent())
      clock.ms -= HOUR_MS
      expect(await redeliver(createEvent())).toMatchObject({ kind: 'retry' })
      clock.ms += 300_000
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
    })

    it('does not wait for the rate of the time before the clock was set back', async () => {
      const { redeliver, clock } = setUp([ACCEPTED], { maxPerSecond: 1000 })
      await redeliver(createEvent())
      clock.ms -= HOUR_MS
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
    })

    it.each(['transient', 'setup'] as const)(
      'does not pause for the delay of one event: %s',
      async (reason) => {
        const { redeliver, clock } = setUp([createRetry(reason, HOUR_MS), ACCEPTED])
        await redeliver(createEvent())
        clock.ms += 1000
        expect(await redeliver(createEvent(0, 'e-2'))).toEqual({ kind: 'accepted' })
      },
    )

    it('gives up events that become too old during a pause', async () => {
      const { redeliver } = setUp([createRetry('throttled', HOUR_MS)])
      await redeliver(createEvent())
      expect(await redeliver(createEvent(48 * HOUR_MS))).toMatchObject({ kind: 'given_up' })
    })
  })

  describe('with concurrent events', () => {
    beforeEach(() => void vi.useFakeTimers({ now: START_MS }))
    afterEach(() => void vi.useRealTimers())

    it.each([
      [undefined, 50],
      [4, 250],
    ])('sends at most maxPerSecond (%s) events per second', async (maxPerSecond, intervalMs) => {
      const { redeliver, sent } = setUp([ACCEPTED], {
        now: Date.now,
        ...(maxPerSecond && { maxPerSecond }),
      })
      const results = Promise.all([1, 2, 3, 4, 5].map((id) => redeliver(createEvent(0, `e-${id}`))))
      await vi.runAllTimersAsync()
      await results
      expect(sent.map(({ ms }) => ms - START_MS)).toEqual(
        [0, 1, 2, 3, 4].map((n) => n * intervalMs),
      )
      vi.setSystemTime(START_MS + 60_000)
      await redeliver(createEvent())
      expect(sent.at(-1)!.ms).toBe(START_MS + 60_000)
    })

    it('does not count the events of a pause toward the rate', async () => {
      const results = [createRetry('throttled', 1000), ACCEPTED]
      const { redeliver, sent } = setUp(results, { now: Date.now, maxPerSecond: 10 })
      await redeliver(createEvent())
      for (let index = 0; index < 20; index++) void redeliver(createEvent())
      vi.setSystemTime(START_MS + 1000)
      void redeliver(createEvent())
      await vi.runAllTimersAsync()
      expect(sent.map(({ ms }) => ms - START_MS)).toEqual([0, 1000])
    })

    it('returns "retry" for events that would wait for more than 30 seconds', async () => {
      const { redeliver, sent } = setUp([ACCEPTED], { now: Date.now, maxPerSecond: 0.1 })
      const results = Promise.all(Array.from({ length: 6 }, () => redeliver(createEvent())))
      await vi.runAllTimersAsync()
      const kinds = (await results).map(({ kind }) => kind)
      expect(kinds).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'retry', 'retry'])
      expect(sent.at(-1)!.ms).toBe(START_MS + 30_000)
    })

    it('pauses for 1 second if all of them fail, and not longer after each', async () => {
      vi.spyOn(Math, 'random').mockReturnValue(0.9)
      const results = Array(9).fill(createRetry('transient'))
      const { redeliver, sent, failedAt } = await failTogether(results)
      vi.setSystemTime(failedAt + 999)
      expect(await redeliver(createEvent())).toMatchObject({ kind: 'retry' })
      vi.setSystemTime(failedAt + 1000)
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
      expect(sent).toHaveLength(10)
    })

    it.each([
      ['first', [createRetry('throttled', HOUR_MS), createRetry('transient')]],
      ['last', [createRetry('transient'), createRetry('throttled', HOUR_MS)]],
      ['longest', [createRetry('throttled', HOUR_MS), createRetry('throttled', 1000), ACCEPTED]],
    ])('pauses as long as a throttled upstream asks in the %s response', async (_, results) => {
      const { redeliver, failedAt } = await failTogether(results)
      vi.setSystemTime(failedAt + HOUR_MS - 1)
      expect(await redeliver(createEvent())).toMatchObject({ kind: 'retry' })
      vi.setSystemTime(failedAt + HOUR_MS)
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
    })

    /** Redelivers one event for each result. All are sent before the first result. Later events are accepted. */
    async function failTogether(results: SendResult[]) {
      const sent: unknown[] = []
      const redeliver = createRedelivery(
        async (event) => {
          const result = results[sent.push(event) - 1]
          if (result) await new Promise((resolve) => setTimeout(resolve))
          return result ?? ACCEPTED
        },
        { maxPerSecond: Infinity, now: () => Date.now() },
      )
      const redelivered = Promise.all(results.map(() => redeliver(createEvent())))
      await vi.runAllTimersAsync()
      await redelivered
      const failedAt = Date.now()
      vi.useRealTimers()
      vi.useFakeTimers({ now: failedAt, toFake: ['Date'] })
      return { redeliver, sent, failedAt }
    }

    it('does not send an event that waited while another was throttled', async () => {
      vi.spyOn(Math, 'random').mockReturnValue(0)
      const { redeliver, sent } = setUp([createRetry('throttled', 60_000)], { now: Date.now })
      const results = Promise.all([redeliver(createEvent()), redeliver(createEvent(0, 'e-2'))])
      await vi.runAllTimersAsync()
      expect(await results).toMatchObject([{ kind: 'retry' }, { kind: 'retry' }])
      expect(sent).toHaveLength(1)
    })
  })

  it('sends an event that always fails no more often than others, which are accepted', async () => {
    const { redeliver, clock, sent } = setUp([createRetry('transient'), ACCEPTED])
    await redeliver(createEvent(0, 'poison'))
    clock.ms += 1000
    for (const id of ['a', 'b', 'c']) {
      expect(await redeliver(createEvent(0, id))).toEqual({ kind: 'accepted' })
      clock.ms += 50
    }
    expect(sent.map(({ id }) => id)).toEqual(['poison', 'a', 'b', 'c'])
  })

  it.each([
    null,
    undefined,
    'text',
    {},
    { event_time: 'soon' },
    { event_time: 1n },
    { event_time: { valueOf: 1, toString: 1 } },
  ])(
    'passes a message that is not an event to the sender, and gives it up: %o',
    async (message) => {
      const { redeliver, outcomes } = setUp([FAILED])
      expect(await redeliver(message as never)).toEqual({ kind: 'given_up', reason: 'declined' })
      expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'declined' }])
    },
  )

  it('returns a finite delay for a message that is not an event', async () => {
    const { redeliver } = setUp([createRetry('setup')])
    const result = await redeliver({} as never)
    expect(result).toMatchObject({ kind: 'retry', retryAfterMs: expect.any(Number) })
    expect((result as { retryAfterMs: number }).retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  describe('with a clock that is behind', () => {
    const NOW_S = START_MS / 1000

    function setUpSender(options: RedeliveryOptions = {}) {
      const clock = { ms: START_MS }
      const now = (): number => clock.ms
      const config = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token' }
      const fetch = async (): Promise<Response> => Response.json({ events_received: 1 })
      const send = createSender({ config, now, fetch })
      return { redeliver: createRedelivery(send, { now, ...options }), clock }
    }

    it.each([61, 3600, 47 * 3600])('delivers an event that is %i seconds ahead', async (aheadS) => {
      const { redeliver } = setUpSender()
      const event = { ...createEvent(), event_time: NOW_S + aheadS }
      expect(await redeliver(event)).toEqual({ kind: 'accepted' })
    })

    it.each([
      ['older than 7 days', START_MS / 1000 - 8 * 24 * 3600],
      ['with a time in milliseconds', START_MS],
    ])('gives up an event %s, even with a longer maxAgeMs', async (_, event_time) => {
      const { redeliver } = setUpSender({ maxAgeMs: 30 * 24 * HOUR_MS })
      const event = { ...createEvent(), event_time }
      expect(await redeliver(event)).toEqual({ kind: 'given_up', reason: 'declined' })
    })

    it('delivers events from before the clock was set back', async () => {
      const { redeliver, clock } = setUpSender()
      expect(await redeliver(createEvent())).toEqual({ kind: 'accepted' })
      clock.ms -= HOUR_MS
      expect(await redeliver(createEvent(0, 'e-2'))).toEqual({ kind: 'accepted' })
    })
  })

  it('throws a TypeError for unknown and unusable options', () => {
    const create = (options: object) => () => createRedelivery(async () => ACCEPTED, options)
    expect(create({ maxAge: 1 })).toThrow(
      new TypeError(
        'Option "maxAge" is unknown. Use one of maxAgeMs, maxPerSecond, school, now, onOutcome.',
      ),
    )
    expect(create({ maxAgeMs: '1h' })).toThrow(
      new TypeError('Option "maxAgeMs" must be of type number.'),
    )
    for (const value of [0, -1, NaN]) {
      expect(create({ maxAgeMs: value })).toThrow(
        new TypeError('Option "maxAgeMs" must be greater than 0.'),
      )
      expect(create({ maxPerSecond: value })).toThrow(
        new TypeError('Option "maxPerSecond" must be greater than 0.'),
      )
    }
    expect(create({ maxPerSecond: Infinity })).not.toThrow()
  })

  it('logs an event that is given up as an error', async () => {
    const lines: string[] = []
    const onOutcome = logOutcome({ write: (line) => void lines.push(line) })
    const { redeliver } = setUp([FAILED], { onOutcome })
    await redeliver(createEvent())
    expect(JSON.parse(lines[0]!)).toMatchObject({
      severity_text: 'ERROR',
      'error.type': 'declined',
      'conversion.outcome': 'given_up',
      'conversion.event_id': 'e-1',
    })
  })
})
