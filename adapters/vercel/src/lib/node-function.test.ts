import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { overHttp } from '@conversion-capi/conformance'
import type { AdapterOptions, Outcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter, withEnv } from '@conversion-capi/conformance'
import { afterEach, describe, expect, it } from 'vitest'

import { clientIp } from './function.ts'
import { createFunction } from './node-function.ts'

type BodyParser = (req: IncomingMessage & { body?: unknown }) => Promise<void>

const EVENT = { event_name: 'Lead', event_id: 'e-1' }
const JSON_TYPE = 'application/json'

describeAdapter('a Vercel Function with the Node signature', {
  start: (env, options) => startServer(env, options),
  clientIp,
  hostHeaders: { 'X-Vercel-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.8' },
  expectedIp: '203.0.113.7',
})

describe('createFunction()', () => {
  const closers: (() => Promise<void>)[] = []

  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()))
  })

  it.each([
    ['a parsed object', JSON_TYPE, (text: string) => JSON.parse(text)],
    ['a string', 'text/plain', (text: string) => text],
    ['a Buffer', 'application/octet-stream', (text: string) => Buffer.from(text)],
  ])('reads a body that a body parser replaced with %s', async (_, type, parse) => {
    const { post, upstream } = await start(async (req) => {
      req.body = parse(String(await buffer(req)))
    })
    const custom_data = { content_name: 'Физика 🚀' }
    expect(await post(JSON.stringify({ ...EVENT, custom_data }), type)).toBe(200)
    expect(upstream).toMatchObject([{ ...EVENT, custom_data }])
  })

  it('reads the body that the helpers of vercel dev replay, for any content type', async () => {
    const { post, upstream } = await start(async (req) => {
      const body = await buffer(req)
      req.read = () => body
      req.body = { [String(body)]: '' }
    })
    expect(await post(JSON.stringify(EVENT), 'application/x-www-form-urlencoded')).toBe(200)
    expect(upstream).toMatchObject([EVENT])
  })

  it('treats an empty body as empty, although body parsers turn it into an object', async () => {
    const reasons: unknown[] = []
    const { post } = await start(
      async (req) => {
        await buffer(req)
        req.body = {}
      },
      ({ reason }) => void reasons.push(reason),
    )
    expect(await post('')).toBe(400)
    expect(reasons).toEqual(['Invalid JSON'])
  })

  it('responds with 400 if the body getter throws', async () => {
    const { post, upstream } = await start(async (req) => {
      await buffer(req)
      Object.defineProperty(req, 'body', {
        get() {
          throw new Error('Invalid JSON')
        },
      })
    })
    expect(await post('{')).toBe(400)
    expect(upstream).toEqual([])
  })

  it('responds with 400 if the body was read and not kept', async () => {
    const { post, upstream } = await start(async (req) => void (await buffer(req)))
    expect(await post(JSON.stringify(EVENT))).toBe(400)
    expect(upstream).toEqual([])
  })

  it('resolves after the response is written', async () => {
    const ended: boolean[] = []
    const handle = withEnv({}, () => createFunction({ onOutcome() {} }))
    const server = await listen(async (req, res) => {
      await handle(req, res)
      ended.push(res.writableEnded)
    })
    closers.push(server.close)
    await fetch(server.url)
    await expect.poll(() => ended.length).toBeGreaterThan(0)
    expect(ended).toEqual([true])
  })

  async function start(parseBody: BodyParser, onOutcome: (outcome: Outcome) => void = () => {}) {
    const upstream: unknown[] = []
    const env = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }
    const options: AdapterOptions = {
      onOutcome,
      async fetch(_, init) {
        upstream.push(JSON.parse(init!.body as string).data[0])
        return Response.json({ events_received: 1 })
      },
    }
    const { handle, close } = await startServer(env, options, parseBody)
    closers.push(close)
    return { upstream, post }

    async function post(body: string, type = JSON_TYPE): Promise<number> {
      const headers = { 'Content-Type': type }
      const url = `https://school.example${CONVERSION_PATH}`
      return (await handle(new Request(url, { method: 'POST', headers, body }))).status
    }
  }
})

async function startServer(
  env: Record<string, string>,
  options?: AdapterOptions,
  parseBody?: BodyParser,
) {
  const handle = withEnv(env, () => createFunction(options))
  const { url, close } = await listen(async (req, res) => {
    await parseBody?.(req)
    await handle(req, res)
  })
  return { handle: overHttp(url), close }
}

async function listen(
  listener: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((req, res) => void listener(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
