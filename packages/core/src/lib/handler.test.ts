import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { createHandler, type HandlerOptions, type Outcome } from '../index.ts'
import { CONFIGURATION_HEADER, CONVERSION_PATH } from '../protocol.ts'

const TOKEN = 'EAAUnit0123456789Token'
const CONFIG = { pixelId: '770000000000077', accessToken: TOKEN, retryDelayMs: 0 }
const EVENT = { event_name: 'Lead', event_id: 'e-1' }
const URL = `https://school.example${CONVERSION_PATH}`
const VISITOR = { 'X-Real-IP': '203.0.113.7', 'User-Agent': 'Unit/1.0' }

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  return new Request(URL, init)
}

/** Creates a handler with a list of upstream responses, and records its upstream requests and outcomes. */
function setUp(responses: (() => unknown)[] = [accept], options: Partial<HandlerOptions> = {}) {
  const requests: { url: string; init: RequestInit }[] = []
  const outcomes: Outcome[] = []
  const handle = createHandler({
    config: CONFIG,
    fetch: (async (url: string, init: RequestInit) => {
      requests.push({ url, init })
      return responses[Math.min(requests.length, responses.length) - 1]!()
    }) as typeof fetch,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  return { handle, requests, outcomes }
}

function accept(): Response {
  return Response.json({ events_received: 1, fbtrace_id: 'A1' })
}

describe('createHandler', () => {
  it('forwards at most 20 values of a key', async () => {
    const { handle, requests, outcomes } = setUp()
    const user_data = { fn: Array.from({ length: 60_000 }, () => 'a') }
    await handle(post(JSON.stringify({ ...EVENT, user_data })))
    expect(JSON.parse(requests[0]!.init.body as string).data[0].user_data.fn).toHaveLength(20)
    expect(outcomes[0]!.dropped).toEqual([{ key: 'user_data.fn', reason: 'malformed' }])
  })

  it('does not retry if the deadline leaves no time for a response', async () => {
    const config = { ...CONFIG, deadlineMs: 15 }
    const { handle, requests } = setUp([() => thrown(new TypeError('refused'))], { config })
    const response = await handle(post(JSON.stringify(EVENT)))
    expect(await response.json()).toEqual({ ok: false, error: 'TypeError: refused' })
    expect(requests).toHaveLength(1)
  })

  describe('with an option that throws or returns another type', () => {
    const rejections: unknown[] = []
    const record = (reason: unknown): void => void rejections.push(reason)
    beforeEach(() => void process.on('unhandledRejection', record))
    afterEach(() => void process.off('unhandledRejection', record))

    const results: [string, () => unknown][] = [
      ['throws', () => thrown(new Error('no'))],
      ['returns a promise', () => Promise.resolve(true)],
      ['returns a promise that rejects', () => Promise.reject(new Error('no'))],
      // oxlint-disable-next-line unicorn/no-thenable -- tests a thenable
      ['returns a thenable that throws', () => ({ then: () => thrown(new Error('no')) })],
      ['returns a symbol', () => Symbol('no')],
      ['returns a number', () => 7],
      ['returns null', () => null],
    ]

    it.each(results)('forwards the event as without it, and warns, if it %s', async (_, option) => {
      const options = { clientIp: option, blockBots: option, source: option }
      const { handle, requests, outcomes } = setUp([accept], options as Partial<HandlerOptions>)
      const response = await handle(post(JSON.stringify(EVENT), VISITOR))
      expect(await response.json()).toMatchObject({ ok: true })
      expect(JSON.parse(requests[0]!.init.body as string).data[0].user_data).toEqual({
        client_ip_address: '203.0.113.7',
        client_user_agent: 'Unit/1.0',
      })
      const warnings = Object.keys(options).map((key) => ({ key, reason: 'invalid_result' }))
      expect(outcomes).toMatchObject([{ kind: 'accepted', source: undefined, warnings }])
      await nextTurn()
      expect(rejections).toEqual([])
    })

    it('warns if blockBots returns undefined', async () => {
      const { handle, outcomes } = setUp([accept], { blockBots: (() => {}) as () => boolean })
      await handle(post(JSON.stringify(EVENT), VISITOR))
      expect(outcomes[0]!.warnings).toEqual([{ key: 'blockBots', reason: 'invalid_result' }])
    })

    it('warns of what Meta warns about, but not for a bot', async () => {
      const { handle, outcomes } = setUp([accept], { blockBots: (agent) => agent === 'Bot/1.0' })
      const purchase = JSON.stringify({ ...EVENT, event_name: 'Purchase' })
      await handle(post(purchase, VISITOR))
      await handle(post(purchase, { ...VISITOR, 'User-Agent': 'Bot/1.0' }))
      expect(outcomes.map(({ kind, warnings }) => [kind, warnings])).toEqual([
        [
          'accepted',
          [
            { key: 'custom_data.value', reason: 'missing' },
            { key: 'custom_data.currency', reason: 'missing' },
          ],
        ],
        ['bot', []],
      ])
    })

    it('does not warn if clientIp returns undefined or blockBots returns false', async () => {
      const { handle, outcomes } = setUp([accept], {
        clientIp: () => undefined,
        blockBots: () => false,
      })
      await handle(post(JSON.stringify(EVENT), VISITOR))
      expect(outcomes[0]!.warnings).toEqual([])
    })
  })

  it('prefers the IP that clientIp returns and falls back to the headers', async () => {
    const ips = ['203.0.113.9:443', undefined, 'unix:']
    const { handle, requests } = setUp([accept], { clientIp: () => ips.shift() })
    for (let i = 0; i < 3; i++) {
      await handle(post(JSON.stringify(EVENT), { 'X-Real-IP': '192.0.2.1' }))
    }
    const seen = requests.map(
      ({ init }) => JSON.parse(init.body as string).data[0].user_data.client_ip_address,
    )
    expect(seen).toEqual(['203.0.113.9', '192.0.2.1', '192.0.2.1'])
  })

  it('returns "Invalid JSON" if the body has already been read', async () => {
    const { handle } = setUp()
    const request = post(JSON.stringify(EVENT))
    await request.text()
    expect((await handle(request)).status).toBe(400)
  })

  it('returns 413 for a Content-Length over the limit without reading the body', async () => {
    const { handle } = setUp()
    const request = post(new ReadableStream(), { 'Content-Length': '262145' })
    expect((await handle(request)).status).toBe(413)
    expect(request.bodyUsed).toBe(false)
  })

  it('times out if the upstream body never ends', async () => {
    const config = { ...CONFIG, timeoutMs: 10, retries: 0 }
    const { handle } = setUp([() => new Response(new ReadableStream())], { config })
    const response = await handle(post(JSON.stringify(EVENT)))
    expect(await response.json()).toEqual({ ok: false, error: expect.stringContaining('10 ms') })
  })

  it('aborts a fetch that timed out', async () => {
    const config = { ...CONFIG, timeoutMs: 10, retries: 0 }
    const { handle, requests } = setUp([() => new Promise(() => {})], { config })
    await handle(post(JSON.stringify(EVENT)))
    expect(requests[0]!.init.signal!.aborted).toBe(true)
  })

  it('cancels an upstream body that is longer than 64 KiB', async () => {
    let isCanceled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
      cancel: () => void (isCanceled = true),
    })
    const { handle } = setUp([() => new Response(body)])
    await handle(post(JSON.stringify(EVENT)))
    expect(isCanceled).toBe(true)
  })

  it('creates every response with responseClass', async () => {
    class FastResponse extends Response {}
    const { handle } = setUp([accept], { responseClass: FastResponse })
    for (const request of [post(JSON.stringify(EVENT)), new Request(URL, { method: 'OPTIONS' })]) {
      expect(await handle(request)).toBeInstanceOf(FastResponse)
    }
    expect(() => setUp([accept], { responseClass: {} as never })).toThrow(/responseClass.*function/)
  })

  it.each<[string, Partial<HandlerOptions>, string]>([
    ['a configuration', {}, 'configured'],
    ['no configuration', { config: undefined }, 'not configured'],
    ['no token', { config: { pixelId: '1', accessToken: '' } }, 'not configured'],
    ['a configuration that throws', { config: () => thrown(new Error('vault')) }, 'not configured'],
    ['a preview', { preview: 'VERCEL_ENV is "preview"' }, 'not configured'],
  ])(
    'names the allowed methods and whether it is configured only with 405: %s',
    async (_, options, status) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const { handle } = setUp([accept], options)
      for (const method of ['GET', 'HEAD', 'PUT']) {
        const { headers } = await handle(new Request(URL, { method }))
        expect(headers.get('Allow')).toBe('POST, OPTIONS')
        expect(headers.get(CONFIGURATION_HEADER)).toBe(status)
      }
      const others = [
        post('{'),
        post(JSON.stringify(EVENT)),
        new Request(URL, { method: 'OPTIONS' }),
      ]
      for (const request of others) {
        const { headers } = await handle(request)
        expect([headers.has('Allow'), headers.has(CONFIGURATION_HEADER)]).toEqual([false, false])
      }
    },
  )

  it('returns an error that names the clock if now returns an invalid time', async () => {
    const { handle } = setUp([accept], { now: () => NaN })
    const response = await handle(post(JSON.stringify(EVENT)))
    expect(await response.json()).toEqual({ ok: false, error: expect.stringContaining('"now"') })
  })

  describe('never throws', () => {
    it.each<[string, Partial<HandlerOptions>]>([
      ['the clock throws', { now: () => thrown(new Error('no clock')) }],
      ['the clock returns NaN', { now: () => NaN }],
      ['fetch throws synchronously', { fetch: () => thrown(new Error('no fetch')) }],
      ['fetch throws an object without a prototype', { fetch: () => thrown(Object.create(null)) }],
      ['fetch throws a symbol', { fetch: () => thrown(Symbol('no')) }],
      ['fetch rejects with undefined', { fetch: () => Promise.reject(undefined) }],
      ['fetch resolves to undefined', { fetch: (async () => undefined) as never }],
      [
        'the error message contains the access token',
        { fetch: () => thrown(new Error(`bad ${TOKEN}`)) },
      ],
    ])('if %s: returns 200 with ok: false and an error', async (_, options) => {
      const { handle, outcomes } = setUp([accept], options)
      const response = await handle(post(JSON.stringify(EVENT)))
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(JSON.parse(text)).toEqual({ ok: false, error: expect.stringMatching(/./) })
      expect(text + JSON.stringify(outcomes)).not.toContain(TOKEN)
      expect(outcomes).toMatchObject([{ kind: 'upstream_unreachable', status: 200 }])
    })

    it('if onOutcome throws or rejects', async () => {
      const rejections: unknown[] = []
      const record = (reason: unknown): void => void rejections.push(reason)
      process.on('unhandledRejection', record)
      const onOutcomes = [
        () => thrown(new Error('no log')),
        () => Promise.reject(new Error('no log')) as unknown as void,
      ]
      for (const onOutcome of onOutcomes) {
        const { handle } = setUp([accept], { onOutcome })
        expect((await handle(post(JSON.stringify(EVENT)))).status).toBe(200)
      }
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', record)
      expect(rejections).toEqual([])
    })
  })

  describe('onOutcome', () => {
    it('reports an accepted event', async () => {
      const { handle, outcomes } = setUp()
      await handle(post(JSON.stringify(EVENT), VISITOR))
      expect(outcomes).toEqual([
        {
          kind: 'accepted',
          status: 200,
          durationMs: expect.any(Number),
          attempts: 1,
          dropped: [],
          warnings: [],
          pixelId: '770000000000077',
          eventName: 'Lead',
          eventId: 'e-1',
          fbtraceId: 'A1',
        },
      ])
    })

    it('reports an upstream error with its codes and the number of attempts', async () => {
      const error = { code: 613, error_subcode: 1487742, fbtrace_id: 'A2', message: 'private' }
      const { handle, outcomes } = setUp([() => Response.json({ error }, { status: 400 })])
      await handle(post(JSON.stringify(EVENT)))
      expect(outcomes).toMatchObject([
        {
          kind: 'upstream_error',
          attempts: 3,
          upstreamStatus: 400,
          code: 613,
          subcode: 1487742,
          fbtraceId: 'A2',
        },
      ])
      expect(JSON.stringify(outcomes)).not.toContain('private')
    })

    it('does not report codes that have the wrong type', async () => {
      const values = { code: '+79123456789', error_subcode: 'Ivan', fbtrace_id: 79123456789 }
      const { handle, outcomes } = setUp([() => Response.json({ error: values }, { status: 400 })])
      await handle(post(JSON.stringify(EVENT)))
      expect(outcomes).toMatchObject([{ kind: 'upstream_error', upstreamStatus: 400 }])
      for (const key of ['code', 'subcode', 'fbtraceId'])
        expect(outcomes[0]).not.toHaveProperty(key)
    })

    it('reports the duration of the request', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      vi.advanceTimersByTime(60_000)
      const { handle, outcomes } = setUp([
        () => {
          vi.advanceTimersByTime(250)
          return accept()
        },
      ])
      await handle(post(JSON.stringify(EVENT)))
      vi.useRealTimers()
      expect(outcomes).toMatchObject([{ durationMs: 250 }])
    })

    it('reports why a request was rejected', async () => {
      const { handle, outcomes } = setUp()
      await handle(new Request(URL))
      await handle(post('{'))
      await handle(post('{"event_name":"Lead"}'))
      expect(outcomes).toMatchObject([
        {
          kind: 'rejected',
          status: 405,
          reason: 'Method not allowed',
          attempts: 0,
          dropped: [],
          warnings: [],
        },
        { kind: 'rejected', status: 400, reason: 'Invalid JSON', attempts: 0, dropped: [] },
        { kind: 'rejected', status: 400, reason: 'Invalid event_id', attempts: 0, dropped: [] },
      ])
    })

    it('reports which fields were dropped and why, without their values', async () => {
      const { handle, outcomes } = setUp()
      const user_data = { em: 'ivan petrov', phone: '+79991234567', 'ivan@school.example': 1 }
      await handle(post(JSON.stringify({ ...EVENT, event_time: 1, user_data })))
      expect(outcomes[0]!.dropped).toEqual([
        { key: 'event_time', reason: 'unknown' },
        { key: 'user_data.em', reason: 'malformed' },
        { key: 'user_data.phone', reason: 'unknown' },
        { key: 'user_data.(other)', reason: 'unknown' },
      ])
    })
  })
})

function thrown(error: unknown): never {
  throw error
}
