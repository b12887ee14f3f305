import { isbot } from 'isbot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Config, createHandler, type HandlerOptions, type Outcome } from '../index.ts'
import { sha256Hex } from '../pii.ts'
import { CONVERSION_PATH, type ServerEvent } from '../protocol.ts'

const CONFIG: Config = {
  pixelId: '770000000000077',
  accessToken: 'EAAUnit0123456789Token',
  retryDelayMs: 0,
}
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

function setUp(
  config: Partial<Config>,
  options: Partial<HandlerOptions> = {},
  upstream: () => Response = () => Response.json({ events_received: 1 }),
) {
  const events: ServerEvent[] = []
  const outcomes: Outcome[] = []
  const handle = createHandler({
    config: { ...CONFIG, ...config },
    fetch: async (_, init) => {
      events.push(JSON.parse(init!.body as string).data[0])
      return upstream()
    },
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...options,
  })
  return { events, outcomes, send }

  function send(headers: Record<string, string> = {}, fields: object = {}, method = 'POST') {
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1', ...fields })
    return handle(
      new Request(`https://proxy.example${CONVERSION_PATH}`, {
        method,
        headers,
        ...(method === 'POST' && { body }),
      }),
    )
  }
}

describe('allowedOrigins', () => {
  const allowedOrigins = ['https://school.example', '*.school.example']

  it('accepts a listed origin and returns it in Access-Control-Allow-Origin', async () => {
    const { send, events } = setUp({ allowedOrigins })
    const response = await send({ Origin: 'https://www.school.example' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://www.school.example')
    expect(response.headers.get('Vary')).toBe('Origin')
    expect(events).toHaveLength(1)
  })

  it.each<Record<string, string>>([
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    {},
  ])('rejects other origins with 403: %j', async (headers) => {
    const { send, events, outcomes } = setUp({ allowedOrigins })
    const response = await send(headers)
    expect([response.status, await response.json()]).toEqual([403, { error: 'Origin not allowed' }])
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(response.headers.get('Vary')).toBe('Origin')
    expect(events).toEqual([])
    expect(outcomes).toMatchObject([
      { kind: 'rejected', status: 403, reason: 'Origin not allowed' },
    ])
  })

  it('responds to the preflight of a listed origin and rejects others', async () => {
    const { send, outcomes } = setUp({ allowedOrigins })
    const listed = await send({ Origin: 'https://school.example' }, {}, 'OPTIONS')
    expect(listed.status).toBe(204)
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://school.example')
    expect(outcomes).toEqual([])
    const other = await send({ Origin: 'https://elsewhere.example' }, {}, 'OPTIONS')
    expect([other.status, await other.json()]).toEqual([403, { error: 'Origin not allowed' }])
  })

  it('returns 405 for other methods, regardless of the origin', async () => {
    const { send } = setUp({ allowedOrigins })
    expect((await send({ Origin: 'https://elsewhere.example' }, {}, 'GET')).status).toBe(405)
  })

  it('does not change the CORS headers if it is not set', async () => {
    const { send } = setUp({})
    const response = await send({ Origin: 'https://elsewhere.example' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.has('Vary')).toBe(false)
  })
})

describe('blockBots', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.14.1',
  ])(
    'responds to a bot with success, does not forward the event, and notifies onOutcome: %s',
    async (userAgent) => {
      const { send, events, outcomes } = setUp({}, { blockBots: isbot })
      const response = await send({ 'User-Agent': userAgent })
      expect([response.status, await response.json()]).toEqual([200, { ok: true, upstream: {} }])
      expect(events).toEqual([])
      expect(outcomes).toMatchObject([
        { kind: 'bot', attempts: 0, eventName: 'Lead', eventId: 'e-1', warnings: [] },
      ])
    },
  )

  it('receives client_user_agent if there is no User-Agent header', async () => {
    const seen: string[] = []
    const { send } = setUp({}, { blockBots: (userAgent) => seen.push(userAgent) > 9 })
    await send({}, { user_data: { client_user_agent: CHROME } })
    await send()
    expect(seen).toEqual([CHROME, ''])
  })
})

describe('globalPrivacyControl', () => {
  it.each(['1', '1, 1', '0, 1', '1, 0'])(
    'responds with success, does not forward the event, and notifies onOutcome if Sec-GPC is %j',
    async (header) => {
      const { send, events, outcomes } = setUp({ globalPrivacyControl: 'honor' })
      const response = await send({ 'Sec-GPC': header })
      expect([response.status, await response.json()]).toEqual([200, { ok: true, upstream: {} }])
      expect(events).toEqual([])
      expect(outcomes).toMatchObject([
        { kind: 'opted_out', attempts: 0, eventName: 'Lead', eventId: 'e-1', warnings: [] },
      ])
    },
  )

  it.each(['', '0', 'true', '11', '1.0', '0, 2'])(
    'forwards the event if Sec-GPC is %j, which the standard ignores',
    async (header) => {
      const { send, events } = setUp({ globalPrivacyControl: 'honor' })
      await send({ 'Sec-GPC': header })
      await send()
      expect(events).toHaveLength(2)
    },
  )

  it('calls neither clientIp nor blockBots for a visitor who opted out', async () => {
    const [clientIp, blockBots] = [vi.fn(), vi.fn()]
    const { send } = setUp({ globalPrivacyControl: 'honor' }, { clientIp, blockBots })
    await send({ 'Sec-GPC': '1' })
    expect([clientIp.mock.calls, blockBots.mock.calls]).toEqual([[], []])
  })

  it('follows the configuration of the school that a request belongs to', async () => {
    const honoring = { ...CONFIG, globalPrivacyControl: 'honor' } as const
    const config: HandlerOptions['config'] = ({ headers }) =>
      headers.get('Origin') === 'https://polaris.example' ? honoring : CONFIG
    const { send, outcomes } = setUp({}, { config })
    await send({ 'Sec-GPC': '1', Origin: 'https://polaris.example' })
    await send({ 'Sec-GPC': '1', Origin: 'https://north.example' })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['opted_out', 'accepted'])
  })

  it.each(['Invalid event_name', 'Server not configured'])(
    'does not hide the rejection %j',
    async (error) => {
      const config: HandlerOptions['config'] = { ok: false, error: 'META_PIXEL_ID is missing.' }
      const { send } = setUp(
        { globalPrivacyControl: 'honor' },
        error === 'Server not configured' ? { config } : {},
      )
      const fields = error === 'Invalid event_name' ? { event_name: 'lead' } : {}
      expect(await (await send({ 'Sec-GPC': '1' }, fields)).json()).toEqual({ error })
    },
  )
})

describe('limitedDataUse', () => {
  it('adds the country and state to every event', async () => {
    const { send, events } = setUp({ limitedDataUse: { country: 1, state: 1000 } })
    await send({}, { data_processing_options: [] })
    expect(events[0]).toMatchObject({
      data_processing_options: ['LDU'],
      data_processing_options_country: 1,
      data_processing_options_state: 1000,
    })
  })
})

describe('nationalPhone', () => {
  it('creates the same hash for national and international notations of a phone number', async () => {
    const { send, events } = setUp({ nationalPhone: { countryCode: '7', trunkPrefix: '8' } })
    await send(
      {},
      { user_data: { ph: ['8 (912) 345-67-89', '+7 (912) 345-67-89', '79123456789'] } },
    )
    const hash = sha256Hex('79123456789')
    expect(events[0]!.user_data.ph).toEqual([hash, hash, hash])
  })
})

describe('Retry-After', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function throttled(): Response {
    return new Response('{}', { status: 429, headers: { 'Retry-After': '2' } })
  }

  it('delays the retry if the deadline allows it', async () => {
    const { send, events } = setUp({ retries: 1 }, {}, throttled)
    const response = send()
    await vi.advanceTimersByTimeAsync(1999)
    expect(events).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toHaveLength(2)
    expect(await (await response).json()).toMatchObject({ ok: false, status: 429 })
  })

  it('compares a date with the time that now returns', async () => {
    const now = (): number => Date.parse('2031-01-01T00:00:00Z')
    const headers = { 'Retry-After': 'Wed, 01 Jan 2031 00:00:02 GMT' }
    const { send, events } = setUp({ retries: 1 }, { now }, () => {
      return new Response('{}', { status: 429, headers })
    })
    const response = send()
    await vi.advanceTimersByTimeAsync(1999)
    expect(events).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toHaveLength(2)
    await response
  })

  it('prevents the retry if the deadline does not allow it', async () => {
    const { send, events } = setUp({ deadlineMs: 1999 }, {}, throttled)
    expect(await (await send()).json()).toMatchObject({ ok: false, status: 429 })
    expect(events).toHaveLength(1)
  })
})

describe('deprecation', () => {
  function respondWith(headers: Record<string, string>): () => Response {
    return () => Response.json({ events_received: 1 }, { headers })
  }

  it('reports that another version responded', async () => {
    const { send, outcomes } = setUp({}, {}, respondWith({ 'Facebook-Api-Version': 'v21.0' }))
    await send()
    expect(outcomes[0]!.deprecation).toBe('Graph API v18.0 became v21.0. Set META_GRAPH_VERSION.')
  })

  it('reports Meta’s warning without the access token', async () => {
    const warning = `v18.0 expires (${CONFIG.accessToken})`
    const { send, outcomes } = setUp({}, {}, respondWith({ 'X-Ad-Api-Version-Warning': warning }))
    await send()
    expect(outcomes[0]!.deprecation).toBe('v18.0 expires ([redacted])')
  })

  it('reports nothing if the requested version responded', async () => {
    const headers = { 'Facebook-Api-Version': 'v24.0' }
    const { send, outcomes } = setUp({ graphVersion: 'v24.0' }, {}, respondWith(headers))
    await send()
    expect(outcomes[0]!.deprecation).toBeUndefined()
  })
})
