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

/** A handler with some of Config's or its own options, and what went upstream. */
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

  it('lets a listed origin in, and lets only it read the answer', async () => {
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
  ])('refuses any other with 403: %j', async (headers) => {
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

  it('answers the preflight of a listed origin, and refuses that of another', async () => {
    const { send, outcomes } = setUp({ allowedOrigins })
    const listed = await send({ Origin: 'https://school.example' }, {}, 'OPTIONS')
    expect(listed.status).toBe(204)
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://school.example')
    expect(outcomes).toEqual([])
    const other = await send({ Origin: 'https://elsewhere.example' }, {}, 'OPTIONS')
    expect([other.status, await other.json()]).toEqual([403, { error: 'Origin not allowed' }])
  })

  it('still refuses other methods with 405, whoever asks', async () => {
    const { send } = setUp({ allowedOrigins })
    expect((await send({ Origin: 'https://elsewhere.example' }, {}, 'GET')).status).toBe(405)
  })

  it('changes no header when it is not set', async () => {
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
    'answers a bot as if all were well, relays nothing, and tells onOutcome: %s',
    async (userAgent) => {
      const { send, events, outcomes } = setUp({}, { blockBots: isbot })
      const response = await send({ 'User-Agent': userAgent })
      expect([response.status, await response.json()]).toEqual([200, { ok: true, upstream: {} }])
      expect(events).toEqual([])
      expect(outcomes).toMatchObject([
        { kind: 'bot', attempts: 0, eventName: 'Lead', eventId: 'e-1' },
      ])
    },
  )

  it('relays a visitor’s event', async () => {
    const { send, events } = setUp({}, { blockBots: isbot })
    await send({ 'User-Agent': CHROME })
    expect(events).toHaveLength(1)
  })

  it('judges by the client’s own value where there is no header', async () => {
    const seen: string[] = []
    const { send } = setUp({}, { blockBots: (userAgent) => seen.push(userAgent) > 9 })
    await send({}, { user_data: { client_user_agent: CHROME } })
    await send()
    expect(seen).toEqual([CHROME, ''])
  })

  it('takes nobody for a bot when it is not set', async () => {
    const { send, events } = setUp({})
    await send({ 'User-Agent': 'Googlebot/2.1' })
    expect(events).toHaveLength(1)
  })
})

describe('limitedDataUse', () => {
  it('marks every event for the country and state', async () => {
    const { send, events } = setUp({ limitedDataUse: { country: 1, state: 1000 } })
    await send({}, { data_processing_options: [] })
    expect(events[0]).toMatchObject({
      data_processing_options: ['LDU'],
      data_processing_options_country: 1,
      data_processing_options_state: 1000,
    })
  })

  it('marks none when it is not set', async () => {
    const { send, events } = setUp({})
    await send({}, { data_processing_options: ['LDU'] })
    expect(Object.keys(events[0]!).filter((key) => key.startsWith('data_processing'))).toEqual([])
  })
})

describe('nationalPhone', () => {
  it('gives one person one hash, however the phone is written', async () => {
    const { send, events } = setUp({ nationalPhone: { countryCode: '7', trunkPrefix: '8' } })
    await send(
      {},
      { user_data: { ph: ['8 (912) 345-67-89', '+7 (912) 345-67-89', '79123456789'] } },
    )
    const hash = sha256Hex('79123456789')
    expect(events[0]!.user_data.ph).toEqual([hash, hash, hash])
  })

  it('touches nothing but phones', async () => {
    const { send, events } = setUp({ nationalPhone: { countryCode: '7', trunkPrefix: '8' } })
    await send({}, { user_data: { em: '8anna@school.example' } })
    expect(events[0]!.user_data.em).toBe(sha256Hex('8anna@school.example'))
  })
})

describe('Retry-After', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function throttled(): Response {
    return new Response('{}', { status: 429, headers: { 'Retry-After': '2' } })
  }

  it('is waited for when it fits the deadline', async () => {
    const { send, events } = setUp({ retries: 1 }, {}, throttled)
    const answer = send()
    await vi.advanceTimersByTimeAsync(1999)
    expect(events).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toHaveLength(2)
    expect(await (await answer).json()).toMatchObject({ ok: false, status: 429 })
  })

  it('is not waited for when it does not fit', async () => {
    const { send, events } = setUp({ deadlineMs: 1999 }, {}, throttled)
    expect(await (await send()).json()).toMatchObject({ ok: false, status: 429 })
    expect(events).toHaveLength(1)
  })
})

describe('deprecation', () => {
  function answeredWith(headers: Record<string, string>): () => Response {
    return () => Response.json({ events_received: 1 }, { headers })
  }

  it('tells that another version answered', async () => {
    const { send, outcomes } = setUp({}, {}, answeredWith({ 'Facebook-Api-Version': 'v21.0' }))
    await send()
    expect(outcomes[0]!.deprecation).toBe(
      'The platform answered v18.0 as v21.0: set META_GRAPH_VERSION',
    )
  })

  it('tells Meta’s own warning, without the token', async () => {
    const warning = `v18.0 expires (${CONFIG.accessToken})`
    const { send, outcomes } = setUp({}, {}, answeredWith({ 'X-Ad-Api-Version-Warning': warning }))
    await send()
    expect(outcomes[0]!.deprecation).toBe('v18.0 expires ([redacted])')
  })

  it('tells nothing when the version is the one that was asked for', async () => {
    const headers = { 'Facebook-Api-Version': 'v24.0' }
    const { send, outcomes } = setUp({ graphVersion: 'v24.0' }, {}, answeredWith(headers))
    await send()
    expect(outcomes[0]).not.toHaveProperty('deprecation')
  })
})
