import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter } from '@conversion-capi/conformance'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { conversionQueue } from './conversion-queue.ts'
import { clientIp, createWorker } from './worker.ts'

const CONTEXT = { waitUntil() {} }
const URL = `https://school.example${CONVERSION_PATH}`
const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

describeAdapter('a Cloudflare Worker', {
  start(env, options) {
    const worker = createWorker(options)
    return { handle: (request) => worker.fetch(request, env, CONTEXT) }
  },
  clientIp,
  hostHeaders: { 'CF-Connecting-IP': '203.0.113.7' },
  expectedIp: '203.0.113.7',
})

describe('createWorker()', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('serves all other paths from the static assets', async () => {
    const ASSETS = { fetch: async ({ url }: Request) => new Response(`asset ${url}`) }
    const { send } = setUp({ ...ENV, ASSETS })
    for (const path of ['/', '/docs/api.html', `${CONVERSION_PATH}/`, `${CONVERSION_PATH}2`]) {
      const response = await send(new Request(`https://school.example${path}`))
      expect(await response.text()).toBe(`asset https://school.example${path}`)
    }
    expect((await send(new Request(`${URL}?a=b`))).status).toBe(405)
  })

  it('responds with 404 to all other paths if there is no ASSETS binding', async () => {
    const { send } = setUp()
    expect((await send(new Request('https://school.example/'))).status).toBe(404)
  })

  it('passes the delivery to waitUntil, so that it continues after the visitor disconnects', async () => {
    const pending: Promise<unknown>[] = []
    const { worker, upstream } = setUp()
    const context = { waitUntil: (promise: Promise<unknown>) => void pending.push(promise) }
    void worker.fetch(post(), ENV, context)
    await Promise.all(pending)
    expect(upstream).toHaveLength(1)
  })

  it('reads the variables once per env, accepts numbers and ignores bindings', async () => {
    const { worker } = setUp()
    const env = { META_PIXEL_ID: 77, META_ACCESS_TOKEN: 'EAAtoken', META_CACHE: { get() {} } }
    const read = vi.fn<(name: string | symbol) => void>()
    const observed = new Proxy(env, {
      get(target, name) {
        read(name)
        return Reflect.get(target, name)
      },
    })
    expect((await worker.fetch(post(), observed, CONTEXT)).status).toBe(200)
    const readsOfFirst = read.mock.calls.length
    expect((await worker.fetch(post(), observed, CONTEXT)).status).toBe(200)
    expect(read.mock.calls.length).toBe(readsOfFirst)
  })

  it('reads the variables again for a new env', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker } = setUp()
    const statuses = []
    for (const env of [{}, ENV]) statuses.push((await worker.fetch(post(), env, CONTEXT)).status)
    expect(statuses).toEqual([500, 200])
  })

  it('retries all messages of a batch in an hour if the option queue is missing, and logs it', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { worker, upstream } = setUp()
    const calls: unknown[] = []
    const retryAll = (options: object) => void calls.push(options)
    await worker.queue({ messages: [], retryAll }, ENV)
    expect(calls).toEqual([{ delaySeconds: 3600 }])
    expect(upstream).toEqual([])
    expect(consoleError.mock.calls).toEqual([
      ['Option "queue" must be a conversionQueue() without "keep".'],
    ])
  })

  it('throws a TypeError if queue is not a queue, or is passed together with keep', () => {
    const create = (options: object) => () => createWorker(options)
    const error = new TypeError('Option "queue" must be a conversionQueue() without "keep".')
    expect(create({ queue: 'CONVERSIONS' })).toThrow(error)
    expect(create({ queue: null })).toThrow(error)
    expect(create({ queue() {}, keep() {} })).toThrow(error)
    expect(create({ queues() {} })).toThrow('Option "queues" is unknown.')
  })

  it('throws a TypeError if queue is passed together with a config function', () => {
    const queue = conversionQueue('CONVERSIONS')
    const create = () => createWorker({ queue, config: () => undefined })
    expect(create).toThrow(
      new TypeError('Option "queue" must be without a config function. Use "keep".'),
    )
  })
})

function setUp(env: object = ENV) {
  const upstream: unknown[] = []
  const worker = createWorker({
    async fetch(url) {
      upstream.push(url)
      return Response.json({ events_received: 1 })
    },
  })
  return { worker, upstream, send: (request: Request) => worker.fetch(request, env, CONTEXT) }
}

function post(): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(URL, { method: 'POST', body })
}
