import { join } from 'node:path'

import { createHandler, type Handler, type Outcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { startServer, type TestServer } from '@conversion-capi/test-support'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { useRecipe, useServer } from './prepare-recipe.ts'

const VAULT_TOKEN = 'hvs.read-only'
const ORIGIN = 'https://polaris.example'
const SECRETS = {
  META_SCHOOLS: 'polaris,nova',
  META_PIXEL_ID__POLARIS: '1234567890',
  META_ACCESS_TOKEN__POLARIS: 'emulator-access-token',
  META_ALLOWED_ORIGINS__POLARIS: ORIGIN,
  META_PIXEL_ID__NOVA: '1002',
  META_ACCESS_TOKEN__NOVA: 'EAAnova',
  META_ALLOWED_ORIGINS__NOVA: 'https://nova.example',
}

/** What the secret store does with the next requests. */
interface Store {
  secrets: Record<string, unknown>
  status: number
  until: Promise<void>
  tokens: unknown[]
}

const recipe = useRecipe('many-schools')
let server: TestServer
let store: Store

beforeAll(async () => {
  server = await startServer(async (request, response) => {
    const { secrets, status, until, tokens } = store
    tokens.push(request.headers['x-vault-token'])
    await until
    response.statusCode = status
    response.end(JSON.stringify({ data: { data: secrets, metadata: { version: 1 } } }))
  })
})

beforeEach(() => {
  store = { secrets: SECRETS, status: 200, until: Promise.resolve(), tokens: [] }
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(() => {})
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

afterAll(() => server?.close())

it('reads the store once for the requests of all schools', async () => {
  const { send, tokensOfPixels, outcomes } = await setUp()
  const origins = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? ORIGIN : 'https://nova.example',
  )
  expect(await Promise.all(origins.map(send))).toEqual(origins.map(() => 200))
  expect(store.tokens).toEqual([VAULT_TOKEN])
  expect([...new Set(tokensOfPixels)]).toHaveLength(2)
  expect(tokensOfPixels).toContain('1234567890 emulator-access-token')
  expect(tokensOfPixels).toContain('1002 EAAnova')
  expect(outcomes.map(({ school }) => school).sort()).toEqual([
    ...Array(10).fill('nova'),
    ...Array(10).fill('polaris'),
  ])
})

it('responds with 500 to an unknown origin, without asking the store again', async () => {
  const { send, outcomes } = await setUp()
  expect([await send(ORIGIN), await send('https://other.example')]).toEqual([200, 500])
  expect(outcomes[1]!.error).toBe('No school has the origin of the request.')
  expect(store.tokens).toHaveLength(1)
})

it('responds with 500 if the store takes longer than 2 seconds, and uses its response later', async () => {
  const release = holdStore()
  const { send, outcomes } = await setUp()
  const status = send(ORIGIN)
  await expect.poll(() => store.tokens).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await status).toBe(500)
  expect(outcomes).toMatchObject([
    { reason: 'Server not configured', error: 'TimeoutError: No response in 2000 ms.' },
  ])
  release()
  expect(await send(ORIGIN)).toBe(200)
  expect(store.tokens).toHaveLength(1)
})

it('responds with 500 if the store is down, and reads it again after 5 seconds', async () => {
  store.status = 503
  const { send, outcomes, advance } = await setUp()
  expect([await send(ORIGIN), await send(ORIGIN)]).toEqual([500, 500])
  expect(store.tokens).toHaveLength(1)
  const error = 'Error: The secret store responded with status 503.'
  expect(outcomes).toMatchObject([{ error }, { error }])

  store.status = 200
  advance(5000)
  expect(await send(ORIGIN)).toBe(200)
})

it('does not report the token of the store if it is not reachable', async () => {
  const { send, outcomes } = await setUp('http://127.0.0.1:9')
  expect(await send(ORIGIN)).toBe(500)
  expect(outcomes[0]!.error).toMatch(/^TypeError: fetch failed/)
  expect(JSON.stringify([outcomes, vi.mocked(console.error).mock.calls])).not.toContain(VAULT_TOKEN)
})

it('uses the secrets for an hour while the store is down, and logs it once a minute', async () => {
  const { send, outcomes, advance } = await setUp()
  expect(await send(ORIGIN)).toBe(200)
  store.status = 503
  for (let minute = 1; minute < 60; minute++) {
    advance(60_000)
    expect([await send(ORIGIN), await send(ORIGIN)]).toEqual([200, 200])
    await expect.poll(() => console.error, { interval: 5 }).toHaveBeenCalledTimes(minute)
  }
  expect(console.error).toHaveBeenLastCalledWith(
    'The schools could not be read. Error: The secret store responded with status 503.',
  )
  advance(60_000)
  expect(await send(ORIGIN)).toBe(500)
  expect(outcomes.at(-1)!.error).toContain('status 503')

  store.status = 200
  advance(5000)
  expect(await send(ORIGIN)).toBe(200)
})

it('uses a new token after a minute, without a request that waits', async () => {
  const { send, tokensOfPixels, advance } = await setUp()
  await send('https://nova.example')
  const release = holdStore()
  store.secrets = { ...SECRETS, META_ACCESS_TOKEN__NOVA: 'EAArotated' }
  advance(60_000)
  expect(await send('https://nova.example')).toBe(200)
  expect(tokensOfPixels).toEqual(['1002 EAAnova', '1002 EAAnova'])
  release()
  const lastToken = async () => {
    await send('https://nova.example')
    return tokensOfPixels.at(-1)
  }
  await expect.poll(lastToken).toBe('1002 EAArotated')
  expect(store.tokens).toHaveLength(2)
})

it('uses the previous secrets if the store returns something else', async () => {
  const { send, advance } = await setUp()
  await send(ORIGIN)
  store.secrets = { META_SCHOOLS: ['polaris'] }
  advance(60_000)
  await send(ORIGIN)
  await expect.poll(() => console.error).toHaveBeenCalled()
  expect(await send(ORIGIN)).toBe(200)
})

it('logs the schools only if the secrets have changed', async () => {
  const { send, advance } = await setUp()
  await send(ORIGIN)
  advance(60_000)
  await send(ORIGIN)
  await expect.poll(() => store.tokens).toHaveLength(2)
  await send(ORIGIN)
  expect(console.info).toHaveBeenCalledTimes(2)
})

describe('server.ts', () => {
  const started = useServer((META_GRAPH_URL) =>
    recipe.startServer({ META_GRAPH_URL, VAULT_SECRET_URL: server.url, VAULT_TOKEN }),
  )

  it('serves the schools', async () => {
    const send = async (origin: string): Promise<number> =>
      (await fetch(started.origin + CONVERSION_PATH, createInit(origin))).status
    expect([await send(ORIGIN), await send('https://other.example')]).toEqual([200, 500])
    expect(started.emulator.events()).toMatchObject([{ event_id: 'e-1', pixel_id: '1234567890' }])
  })
})

/** Delays the responses of the store until the returned function is called. */
function holdStore(): () => void {
  let release!: () => void
  store.until = new Promise((resolve) => (release = resolve))
  return release
}

/** Creates a handler with the `config` function of the recipe and a clock that only `advance` moves. Stops timers. */
async function setUp(storeUrl = server.url) {
  const { createSchools } = await import(join(recipe.folder, 'schools.ts'))
  const { readVault } = await import(join(recipe.folder, 'read-vault.ts'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let nowMs = Date.now()
  const outcomes: Outcome[] = []
  const tokensOfPixels: string[] = []
  const handle: Handler = createHandler({
    config: createSchools({
      readSecrets: (signal: AbortSignal) => readVault(storeUrl, VAULT_TOKEN, signal),
      now: () => nowMs,
    }),
    fetch: async (url, init) => {
      const [, , pixelId] = new URL(String(url)).pathname.split('/')
      const { access_token } = JSON.parse(String(init?.body)) as { access_token: string }
      tokensOfPixels.push(`${pixelId} ${access_token}`)
      return Response.json({ events_received: 1 })
    },
    onOutcome: (outcome) => void outcomes.push(outcome),
  })
  return {
    outcomes,
    tokensOfPixels,
    advance: (ms: number) => void (nowMs += ms),
    send: async (origin: string) => {
      const request = new Request(`https://proxy.example${CONVERSION_PATH}`, createInit(origin))
      return (await handle(request)).status
    },
  }
}

function createInit(origin: string): RequestInit {
  const event = {
    event_name: 'Lead',
    event_id: 'e-1',
    user_data: { fbp: 'fb.1.1795170995788.1093847562' },
  }
  return { method: 'POST', headers: { Origin: origin }, body: JSON.stringify(event) }
}
