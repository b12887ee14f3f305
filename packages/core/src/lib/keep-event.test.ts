import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createHandler, type HandlerOptions, logOutcome, type Outcome } from '../index.ts'
import { CONVERSION_PATH, type ServerEvent } from '../protocol.ts'
import { createKeepEvent } from './keep-event.ts'

const TOKEN = 'EAAUnit0123456789Token'
const CONFIG = { pixelId: '770000000000077', accessToken: TOKEN, retries: 0 }

/** Creates a handler whose upstream responds with an error, and records what it keeps and its outcomes. */
function setUp(options: Partial<HandlerOptions> = {}, error: object = { code: 190 }) {
  const kept: ServerEvent[] = []
  const outcomes: Outcome[] = []
  const clock = { ms: 1_700_000_000_500 }
  const handle = createHandler({
    config: CONFIG,
    fetch: async () => Response.json({ error }, { status: 400 }),
    now: () => clock.ms,
    keep: (event) => kept.push(event),
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  return { kept, outcomes, clock, post }

  async function post(fields: object = {}, headers: HeadersInit = {}): Promise<unknown> {
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1', ...fields })
    const init = { method: 'POST', headers, body }
    const response = await handle(new Request(`https://school.example${CONVERSION_PATH}`, init))
    return response.json()
  }
}

describe('keep', () => {
  it('receives the event without the access token', async () => {
    const { kept, outcomes, post } = setUp()
    await post({ custom_data: { value: 1 } })
    expect(kept).toEqual([
      {
        event_name: 'Lead',
        event_id: 'e-1',
        event_time: 1_700_000_000,
        action_source: 'website',
        user_data: {},
        custom_data: { value: 1 },
      },
    ])
    expect(JSON.stringify(kept)).not.toContain(TOKEN)
    expect(outcomes).toMatchObject([
      { kind: 'kept', status: 200, attempts: 1, eventId: 'e-1', upstreamStatus: 400, code: 190 },
    ])
  })

  const down = () => Promise.reject(new TypeError('down'))

  it.each<[string, Partial<HandlerOptions>, object]>([
    ['succeeds', { keep: () => {} }, { kept: true }],
    ['succeeds', { keep: () => {}, fetch: down }, { kept: true }],
    ['throws', { keep: () => thrown('full') }, {}],
    ['is missing', { keep: undefined as never }, {}],
    ['is missing', { keep: undefined as never, fetch: down }, {}],
  ])('adds kept to the response only if it succeeds, if it %s', async (_, options, kept) => {
    const body = options.fetch
      ? { ok: false, error: 'TypeError: down' }
      : { ok: false, status: 400, upstream: { error: { code: 190 } } }
    const text = JSON.stringify({ ...body, ...kept })
    expect(JSON.stringify(await setUp(options).post())).toBe(text)
  })

  it('receives the pixel and the school', async () => {
    const keep = vi.fn()
    await setUp({ keep, config: { ...CONFIG, school: 'polaris' } }).post()
    expect(keep.mock.calls[0]![1]).toEqual({ pixelId: CONFIG.pixelId, school: 'polaris' })
  })

  it.each([
    ['a network error', () => Promise.reject(new TypeError('refused'))],
    ['status 503', async () => new Response(null, { status: 503 })],
    ['status 429', async () => new Response(null, { status: 429 })],
    ['a redirect', async () => new Response(null, { status: 302 })],
  ])('is called after %s', async (_, fetch) => {
    const { kept, post } = setUp({ fetch })
    expect(await post()).toMatchObject({ ok: false })
    expect(kept).toHaveLength(1)
  })

  it('is called once, after all attempts', async () => {
    const steps: string[] = []
    const fetch = async (): Promise<Response> => {
      steps.push('attempt')
      return new Response(null, { status: 500 })
    }
    const keep = (): void => void steps.push('keep')
    await setUp({ config: { ...CONFIG, retries: 2, retryDelayMs: 0 }, fetch, keep }).post()
    expect(steps).toEqual(['attempt', 'attempt', 'attempt', 'keep'])
  })

  it('is not called if the upstream declines the event for good', async () => {
    const { kept, outcomes, post } = setUp({}, { code: 100, error_subcode: 2804003 })
    await post()
    expect(kept).toEqual([])
    expect(outcomes).toMatchObject([{ kind: 'upstream_error' }])
    expect(outcomes[0]!.keepError).toBeUndefined()
  })

  it.each<[string, Partial<HandlerOptions>, object]>([
    ['accepted event', { fetch: async () => Response.json({ events_received: 1 }) }, {}],
    ['bot', { blockBots: () => true }, {}],
    ['invalid request', {}, { event_id: '' }],
    ['request without a configuration', { config: undefined }, {}],
  ])('is not called for a(n) %s', async (_, options, fields) => {
    const { kept, post } = setUp(options)
    await post(fields)
    expect(kept).toEqual([])
  })

  it('is not called for a visitor who sends Global Privacy Control, if it is honored', async () => {
    const { kept, post } = setUp({ config: { ...CONFIG, globalPrivacyControl: 'honor' } })
    await post({}, { 'Sec-GPC': '1' })
    expect(kept).toEqual([])
    await post()
    expect(kept).toHaveLength(1)
  })

  it('does not affect the response and the outcome if it changes the event', async () => {
    const keep = (event: ServerEvent): void => {
      for (const key of Object.keys(event)) delete event[key as keyof ServerEvent]
    }
    const { outcomes, post } = setUp({ keep })
    expect(await post()).toMatchObject({ ok: false, status: 400 })
    expect(outcomes).toMatchObject([
      { kind: 'kept', attempts: 1, code: 190, eventName: 'Lead', eventId: 'e-1' },
    ])
  })

  it.each<[string, () => unknown]>([
    ['throws', () => thrown('database down')],
    ['rejects', async () => thrown('database down')],
  ])('is reported in the outcome if it %s', async (_, keep) => {
    const { outcomes, post } = setUp({ keep })
    expect(await post()).toMatchObject({ ok: false, status: 400 })
    expect(outcomes).toMatchObject([
      { kind: 'upstream_error', code: 190, keepError: 'keep failed: Error.' },
    ])
  })

  it.each<[string, unknown, string]>([
    ['a code', Object.assign(new Error('down'), { code: '23505' }), 'Error 23505'],
    ['a number as the code', Object.assign(new Error('down'), { code: 11000 }), 'Error 11000'],
    ['a name', Object.assign(new Error('down'), { name: 'PostgresError' }), 'PostgresError'],
    [
      'a cause',
      new TypeError('failed', { cause: { code: 'ECONNREFUSED' } }),
      'TypeError ECONNREFUSED',
    ],
    ['no name', 'down', 'Unknown error'],
    ['nothing', undefined, 'Unknown error'],
    [
      'a getter that throws',
      {
        get name() {
          return thrown('no')
        },
      },
      'Unknown error',
    ],
    ['the access token', { name: TOKEN, code: TOKEN }, '[redacted] [redacted]'],
    ['a message as the code', { name: 'Failure', code: `token ${TOKEN}` }, 'Failure'],
  ])('is reported with the name and the code of an error with %s', async (_, error, expected) => {
    const { outcomes, post } = setUp({ keep: () => Promise.reject(error) })
    await post()
    expect(outcomes[0]!.keepError).toBe(`keep failed: ${expected}.`)
  })

  it('is reported without the values of the event that an error quotes', async () => {
    const keep = (event: ServerEvent): never => {
      const { client_ip_address: ip, em } = event.user_data
      const name = `Error: Key (ip)=(${ip}) already exists`
      throw Object.assign(new Error(JSON.stringify(event)), { name, code: em, cause: { code: ip } })
    }
    const lines: string[] = []
    const { outcomes, post } = setUp({ keep, clientIp: () => '203.0.113.9' })
    const em = '5f6a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f90'
    await post({ user_data: { em, client_user_agent: 'Mozilla' } })
    logOutcome({ write: (line) => void lines.push(line) })(outcomes[0]!)
    expect(outcomes).toMatchObject([{ keepError: 'keep failed: Unknown error.', eventId: 'e-1' }])
    expect(lines.join()).not.toMatch(/203\.0|5f6a|Mozilla/)
  })

  it('is reported as upstream_unreachable if there was no response and it throws', async () => {
    const fetch = () => Promise.reject(new TypeError('refused'))
    const { outcomes, post } = setUp({ fetch, keep: () => thrown('down') })
    await post()
    expect(outcomes).toMatchObject([
      {
        kind: 'upstream_unreachable',
        error: 'TypeError: refused',
        keepError: 'keep failed: Error.',
      },
    ])
  })

  describe('with a time limit', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it('is awaited for at most 2 seconds', async () => {
      const { outcomes, post } = setUp({ keep: () => new Promise(() => {}) })
      const response = post()
      await vi.advanceTimersByTimeAsync(1999)
      expect(outcomes).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(await response).toMatchObject({ ok: false })
      expect(outcomes).toMatchObject([{ keepError: 'keep failed: TimeoutError 23.' }])
    })
  })

  it('is logged as a warning if the event is kept, and as an error if it is not', async () => {
    const lines: string[] = []
    const onOutcome = logOutcome({ write: (line) => void lines.push(line) })
    await setUp({ onOutcome }).post()
    await setUp({ onOutcome, keep: () => thrown('down') }).post()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { severity_text: 'WARN', 'conversion.outcome': 'kept', 'error.type': '190' },
      {
        severity_text: 'ERROR',
        'conversion.outcome': 'upstream_error',
        'conversion.keep_error': 'keep failed: Error.',
      },
    ])
  })
})

describe('keepLimits', () => {
  it('keeps at most perMinute events per minute', async () => {
    const { kept, outcomes, clock, post } = setUp({ keepLimits: { perMinute: 2 } })
    for (let index = 0; index < 3; index++) await post()
    clock.ms += 59_999
    await post()
    expect(kept).toHaveLength(2)
    expect(outcomes.map(({ keepError }) => keepError)).toEqual([
      undefined,
      undefined,
      'keepLimits.perMinute (2) is reached.',
      'keepLimits.perMinute (2) is reached.',
    ])
    expect(outcomes[2]!.kind).toBe('upstream_error')
    clock.ms += 1
    await post()
    expect(kept).toHaveLength(3)
  })

  it('keeps at most total events within 48 hours', async () => {
    const { kept, outcomes, clock, post } = setUp({ keepLimits: { perMinute: 1, total: 2 } })
    for (let index = 0; index < 3; index++) {
      await post()
      clock.ms += 60_000
    }
    expect(kept).toHaveLength(2)
    expect(outcomes[2]!.keepError).toBe('keepLimits.total (2) is reached.')
    clock.ms += 48 * 3_600_000 - 180_000
    await post()
    expect(kept).toHaveLength(3)
  })

  it('apply to each school and pixel', async () => {
    const schools = [
      { ...CONFIG, school: 'polaris' },
      { ...CONFIG, school: 'vega' },
      { ...CONFIG, pixelId: '880000000000088' },
    ]
    let config = schools[0]!
    // A new object for each request, as a config function can return it.
    const { kept, outcomes, clock, post } = setUp({
      config: () => ({ ...config }),
      keepLimits: { perMinute: 2, total: 3 },
    })
    for (let index = 0; index < 9; index++) await post()
    clock.ms += 60_000
    for (let index = 0; index < 9; index++) await post()
    expect(kept).toHaveLength(3)
    for (const school of schools.slice(1)) {
      config = school
      await post()
      expect(outcomes.at(-1)!.kind).toBe('kept')
    }
  })

  it('keep events after the clock was set back', async () => {
    const { outcomes, clock, post } = setUp({ keepLimits: { perMinute: 1 } })
    await post()
    clock.ms -= 3_600_000
    await post()
    expect(outcomes.at(-1)!.kind).toBe('kept')
  })

  it('are 600 per minute and 50,000 in total by default', async () => {
    const { kept, outcomes, post } = setUp()
    for (let index = 0; index < 601; index++) await post()
    expect(kept).toHaveLength(600)
    expect(outcomes.at(-1)!.keepError).toBe('keepLimits.perMinute (600) is reached.')

    const other: unknown[] = []
    const keepEvent = createKeepEvent(
      (event) => other.push(event),
      { perMinute: 60_000 },
      () => 0,
    )
    for (let index = 0; index < 50_001; index++) await keepEvent({ ...kept[0]! }, CONFIG)
    expect(other).toHaveLength(50_000)
  })

  it('do not count events that are too long to be kept', async () => {
    const { kept, outcomes, post } = setUp({ keepLimits: { perMinute: 1 } })
    await post({ custom_data: { text: 'ж'.repeat(32_768) } })
    await post({ custom_data: { text: 'x'.repeat(65_000) } })
    expect(outcomes.map(({ keepError }) => keepError)).toEqual([
      'The event is longer than 65536 bytes.',
      undefined,
    ])
    expect(kept).toHaveLength(1)
  })

  it('allow an event of exactly 65,536 bytes', async () => {
    const { kept, outcomes, post } = setUp()
    await post({ custom_data: { text: '' } })
    const text = 'x'.repeat(65_536 - JSON.stringify(kept[0]).length)
    await post({ custom_data: { text } })
    await post({ custom_data: { text: `${text}x` } })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['kept', 'kept', 'upstream_error'])
  })

  it('throw a TypeError if they are unknown or unusable', () => {
    const create = (keepLimits: object) => () => setUp({ keepLimits })
    expect(create({ perHour: 1 })).toThrow(
      new TypeError('keepLimits "perHour" is unknown. Use one of perMinute, total.'),
    )
    expect(create({ total: '5' })).toThrow(TypeError)
    for (const value of [0, -1, 1.5, NaN]) {
      expect(create({ perMinute: value })).toThrow(
        new TypeError('keepLimits.perMinute must be a positive integer.'),
      )
    }
  })
})

function thrown(message: string): never {
  throw new Error(message)
}
