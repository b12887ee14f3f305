import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Config, createHandler, type HandlerOptions, type Outcome } from '../../index.ts'
import { CONVERSION_PATH } from '../../protocol.ts'

const CONFIG: Config = { pixelId: '770000000000077', accessToken: 'EAAUnit', school: 'polaris' }

function setUp(config: HandlerOptions['config'], options: Partial<HandlerOptions> = {}) {
  const requests: { url: string; token: string; event: { event_id: string } }[] = []
  const outcomes: Outcome[] = []
  const handle = createHandler({
    config,
    fetch: (async (url: string, init: RequestInit) => {
      const { data, access_token: token } = JSON.parse(init.body as string)
      requests.push({ url, token, event: data[0] })
      return Response.json({ events_received: 1 })
    }) as typeof fetch,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  return { requests, outcomes, send }

  function send(origin = 'https://polaris.example', id = 'e-1', init: RequestInit = {}) {
    const body = JSON.stringify({ event_name: 'Lead', event_id: id })
    return handle(
      new Request(`https://proxy.example${CONVERSION_PATH}`, {
        method: 'POST',
        headers: { Origin: origin },
        body,
        ...init,
      }),
    )
  }
}

it('reads a static configuration once', () => {
  const readUrl = vi.fn(() => undefined)
  const config = Object.defineProperty({ ...CONFIG }, 'graphUrl', { get: readUrl })
  setUp(config)
  expect(readUrl).toHaveBeenCalledTimes(1)
})

describe('config as a function', () => {
  it.each<[string, HandlerOptions['config']]>([
    ['a configuration', () => CONFIG],
    ['a promise of one', async () => CONFIG],
    ['a new object for each request', () => ({ ...CONFIG })],
  ])('forwards the event if it returns %s', async (_, config) => {
    const { requests, outcomes, send } = setUp(config)
    await send()
    expect((await send()).status).toBe(200)
    expect(requests).toHaveLength(2)
    expect(requests[1]!.url).toContain('/770000000000077/')
    expect(outcomes[1]).toMatchObject({
      kind: 'accepted',
      pixelId: '770000000000077',
      school: 'polaris',
    })
  })

  it('receives the request', async () => {
    const config = vi.fn(() => CONFIG)
    const { send } = setUp(config)
    await send('https://polaris.example')
    expect(config).toHaveBeenCalledTimes(1)
    const [[request]] = config.mock.calls as unknown as [[Request]]
    expect(request.headers.get('Origin')).toBe('https://polaris.example')
  })

  it.each<[string, HandlerOptions['config'], string]>([
    ['throws', () => thrown('vault is sealed'), 'Error: vault is sealed'],
    ['rejects', async () => thrown('vault is sealed'), 'Error: vault is sealed'],
    ['returns undefined', () => undefined, 'config is undefined.'],
    [
      'returns a configuration without a token',
      () => ({ ...CONFIG, accessToken: '' }),
      'config.accessToken is missing.',
    ],
    [
      'returns an unknown field',
      () => ({ ...CONFIG, retrys: 2 }) as Config,
      'TypeError: Config field "retrys" is unknown.',
    ],
    [
      'returns an unusable privacy setting',
      () => ({ ...CONFIG, limitedDataUse: true }) as unknown as Config,
      'TypeError: config.limitedDataUse must be',
    ],
    ['returns a string', () => 'EAAsecret' as unknown as Config, 'TypeError'],
  ])('responds with 500 and reports why if it %s', async (_, config, error) => {
    const { requests, outcomes, send } = setUp(config)
    const response = await send()
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Server not configured' })
    expect(requests).toEqual([])
    expect(outcomes).toMatchObject([{ kind: 'rejected', reason: 'Server not configured' }])
    expect(outcomes[0]!.error).toContain(error)
    expect(JSON.stringify(outcomes)).not.toContain('EAAsecret')
  })

  it('keeps the order of the rules if there is no configuration', async () => {
    const { outcomes, send } = setUp(() => undefined)
    const statuses = [
      (await send('https://polaris.example', '')).status,
      (await send('https://polaris.example', 'e-1', { body: '{' })).status,
      (await send('https://polaris.example', 'e-1', { method: 'GET', body: null })).status,
      (await send('https://polaris.example', 'e-1', { method: 'OPTIONS', body: null })).status,
    ]
    expect(statuses).toEqual([400, 400, 405, 204])
    expect(outcomes.map(({ reason }) => reason)).toEqual([
      'Invalid event_id',
      'Invalid JSON',
      'Method not allowed',
    ])
  })

  it('applies the origins, the body limit and the phone rule of the configuration', async () => {
    const { requests, send } = setUp(() => ({
      ...CONFIG,
      allowedOrigins: ['https://polaris.example'],
      maxBodyBytes: 100,
      nationalPhone: { countryCode: '7', trunkPrefix: '8' },
    }))
    const preflight = await send('https://polaris.example', '', { method: 'OPTIONS', body: null })
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://polaris.example')
    expect((await send('https://nova.example')).status).toBe(403)
    expect((await send('https://polaris.example', 'x'.repeat(100))).status).toBe(413)
    const body = '{"event_name":"Lead","event_id":"1","user_data":{"ph":"8 912 345-67-89"}}'
    await send('https://polaris.example', '', { body })
    const other = '{"event_name":"Lead","event_id":"1","user_data":{"ph":"+7 912 345-67-89"}}'
    await send('https://polaris.example', '', { body: other })
    const [first, second] = requests.map(({ event }) => event)
    expect(first).toEqual(second)
  })

  describe('with a time limit', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it('responds with 500 if it takes longer than 2 seconds', async () => {
      const { outcomes, send } = setUp(() => new Promise(() => {}))
      const response = send()
      await vi.advanceTimersByTimeAsync(1999)
      expect(outcomes).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect((await response).status).toBe(500)
      expect(outcomes[0]!.error).toBe('TimeoutError: No response in 2000 ms.')
    })
  })

  it('never forwards an event of one of 50 schools to the pixel of another', async () => {
    const configs = Array.from({ length: 50 }, (_, index): Config => ({
      pixelId: `${1000 + index}`,
      accessToken: `EAA${index}`,
      school: `school-${index}`,
      allowedOrigins: [`https://school-${index}.example`],
      retries: 0,
    }))
    const visit = fc.record({
      school: fc.nat(52),
      lookup: fc.constantFrom('at once', 'later', 'throws'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { maxLength: 60 }), async (visits) => {
        const { requests, outcomes, send } = setUp(async (request) => {
          const { host } = new URL(request.headers.get('Origin')!)
          const school = Number(/\d+/.exec(host)![0])
          const { lookup } = visits[Number(request.headers.get('X-Visit'))]!
          if (lookup === 'throws') throw new Error('vault')
          if (lookup === 'later') await new Promise((resolve) => setImmediate(resolve))
          return configs[school]
        })
        const statuses = await Promise.all(
          visits.map(async ({ school }, index) => {
            const Origin = `https://school-${school}.example`
            const headers = { Origin, 'X-Visit': String(index) }
            return (await send(Origin, `${school}-${index}`, { headers })).status
          }),
        )
        const isKnown = visits.map(({ school, lookup }) => school < 50 && lookup !== 'throws')
        expect(statuses).toEqual(isKnown.map((known) => (known ? 200 : 500)))
        expect(requests).toHaveLength(isKnown.filter(Boolean).length)
        for (const { url, token, event } of requests) {
          const [school] = event.event_id.split('-')
          expect(url).toContain(`/${1000 + Number(school)}/`)
          expect(token).toBe(`EAA${school}`)
        }
        for (const { kind, eventId, school, pixelId } of outcomes) {
          const [id] = eventId?.split('-') ?? []
          if (kind === 'accepted') {
            expect([school, pixelId]).toEqual([`school-${id}`, `${1000 + Number(id)}`])
          } else expect([school, pixelId]).toEqual([undefined, undefined])
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('preview', () => {
  const preview = 'VERCEL_ENV is "preview"'
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  beforeEach(() => void errors.mockClear())

  it.each<[string, HandlerOptions['config']]>([
    ['a configuration', CONFIG],
    ['a config function', () => CONFIG],
  ])('responds with 500 and says why, with %s', async (_, config) => {
    const { requests, outcomes, send } = setUp(config, { preview })
    expect((await send()).status).toBe(500)
    expect((await send()).status).toBe(500)
    expect(requests).toEqual([])
    const problem =
      'VERCEL_ENV is "preview": this is a preview. Set META_FORWARD_PREVIEWS=1 to forward its events.'
    expect(outcomes).toMatchObject([
      { reason: 'Server not configured', error: problem, school: 'polaris' },
      { reason: 'Server not configured', error: problem },
    ])
    expect(errors.mock.calls).toEqual([[problem]])
  })

  it.each<[string, Partial<Config>]>([
    ['forwardPreviews is set', { forwardPreviews: true }],
    ['the upstream is not the real Graph API', { graphUrl: 'http://127.0.0.1:4000' }],
    ['the upstream only looks like it', { graphUrl: 'https://notfacebook.com' }],
    ['the upstream only starts like it', { graphUrl: 'https://facebook.com.example' }],
  ])('forwards events if %s', async (_, fields) => {
    const { requests, send } = setUp({ ...CONFIG, ...fields }, { preview })
    expect((await send()).status).toBe(200)
    expect(requests).toHaveLength(1)
    expect(errors).not.toHaveBeenCalled()
  })

  it.each([
    'https://graph.facebook.com',
    'https://graph.facebook.com.',
    'https://facebook.com',
    'https://graph.FACEBOOK.com',
  ])('does not forward events to %s if forwardPreviews is false', async (graphUrl) => {
    const config = { ...CONFIG, graphUrl, forwardPreviews: false }
    const { requests, send } = setUp(config, { preview })
    expect((await send()).status).toBe(500)
    expect(requests).toEqual([])
  })

  it('reports what is missing first', async () => {
    const { outcomes, send } = setUp({ ...CONFIG, pixelId: '' }, { preview })
    await send()
    expect(outcomes[0]!.error).toBe('config.pixelId is missing.')
  })
})

function thrown(message: string): never {
  throw new Error(message)
}
