import { describeConformance } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp } from './client-ip.ts'
import { createWorker, type WorkerOptions } from './create-worker.ts'

const CONTEXT = { waitUntil() {} }
const URL = `https://school.example${CONVERSION_PATH}`
const CONFIGURED = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

describeConformance('a Cloudflare Worker', (env) => {
  const worker = createWorker({ onOutcome: ignore })
  return { handle: (request) => worker.fetch(request, env, CONTEXT) }
})

// The suite provokes every failure; the log would be long.
function ignore(): void {}

describe('createWorker()', () => {
  afterEach(() => vi.restoreAllMocks())

  it('gives every other path to the static assets', async () => {
    const ASSETS = { fetch: async ({ url }: Request) => new Response(`asset ${url}`) }
    const { send } = setUp({ ...CONFIGURED, ASSETS })
    for (const path of ['/', '/docs/api.html', `${CONVERSION_PATH}/`, `${CONVERSION_PATH}2`]) {
      const response = await send(new Request(`https://school.example${path}`))
      expect(await response.text()).toBe(`asset https://school.example${path}`)
    }
    expect((await send(new Request(`${URL}?a=b`))).status).toBe(405)
  })

  it('answers them 404 where there are none', async () => {
    const { send } = setUp()
    expect((await send(new Request('https://school.example/'))).status).toBe(404)
  })

  it('delivers the event to the end though the visitor has left', async () => {
    const waitedFor: Promise<unknown>[] = []
    const { worker, sent } = setUp()
    const context = { waitUntil: (promise: Promise<unknown>) => void waitedFor.push(promise) }
    void worker.fetch(post(), CONFIGURED, context)
    await Promise.all(waitedFor)
    expect(sent).toHaveLength(1)
  })

  it('reads the variables once for each env, also a number, and no binding', async () => {
    const { worker } = setUp()
    const env = { META_PIXEL_ID: 77, META_ACCESS_TOKEN: 'EAAtoken', META_GRAPH_URL: { get() {} } }
    const reads = vi.fn<(name: string | symbol) => void>()
    const watched = new Proxy(env, {
      get(target, name) {
        reads(name)
        return Reflect.get(target, name)
      },
    })
    expect((await worker.fetch(post(), watched, CONTEXT)).status).toBe(200)
    const afterOne = reads.mock.calls.length
    expect((await worker.fetch(post(), watched, CONTEXT)).status).toBe(200)
    expect(reads.mock.calls.length).toBe(afterOne)
  })

  it('follows a change of the variables', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker } = setUp()
    const statuses = []
    for (const env of [{}, CONFIGURED])
      statuses.push((await worker.fetch(post(), env, CONTEXT)).status)
    expect(statuses).toEqual([500, 200])
  })

  it('throws for an unknown option before the first request', () => {
    expect(() => createWorker({ blockBot: () => true } as object)).toThrow(
      'Option "blockBot" is unknown.',
    )
  })

  it('logs failures to the console, and takes an onOutcome instead', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onOutcome = vi.fn<() => void>()
    await createWorker().fetch(post(), {}, CONTEXT)
    expect(error).toHaveBeenCalledWith(expect.stringContaining('Server not configured'))
    error.mockClear()
    await createWorker({ onOutcome }).fetch(post(), {}, CONTEXT)
    // Only what readConfig reports.
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^META_PIXEL_ID is missing/)]])
    expect(onOutcome).toHaveBeenCalledTimes(1)
  })

  it('takes the address from the headers of the specification, or from Cloudflare’s when asked', async () => {
    for (const [options, address] of [
      [{}, '192.0.2.1'],
      [{ clientIp }, '203.0.113.7'],
    ] as const) {
      const { send, sent } = setUp(CONFIGURED, options)
      await send(post({ 'X-Forwarded-For': '192.0.2.1', 'CF-Connecting-IP': '203.0.113.7' }))
      expect(sent[0].user_data.client_ip_address).toBe(address)
    }
  })
})

describe('clientIp()', () => {
  it('knows nothing outside Cloudflare', () => {
    expect(clientIp(post({ 'X-Forwarded-For': '192.0.2.1' }))).toBeUndefined()
  })
})

function setUp(env: object = CONFIGURED, options: WorkerOptions = {}) {
  const sent: any[] = []
  const worker = createWorker({
    async fetch(_, init) {
      sent.push(JSON.parse(init!.body as string).data[0])
      return Response.json({ events_received: 1 })
    },
    ...options,
  })
  return { worker, sent, send: (request: Request) => worker.fetch(request, env, CONTEXT) }
}

function post(headers: HeadersInit = {}): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(URL, { method: 'POST', headers, body })
}
