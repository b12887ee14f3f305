import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter, withEnv } from '@conversion-capi/conformance'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { queuePath } from './queue/queue.fixture.ts'
import { readQueue } from './queue/queue-summary.ts'
import { clientIp, serve, type ServeOptions } from './serve.ts'
import type { NodeServer } from './server/start-server.ts'

const LOCAL: ServeOptions = { port: 0, hostname: '127.0.0.1', signals: false }

describeAdapter('the Node server', {
  async start(env, options) {
    const server = await withEnv(env, () => serve({ ...LOCAL, ...options }))
    return { handle: overHttp(server.url), close: server.close }
  },
  clientIp,
  expectedIp: '127.0.0.1',
})

describeConformance('the Node server with a config function', async (env) => {
  const config = readConfig(env)
  const server = await serve({ ...LOCAL, config: async () => config, onOutcome() {} })
  return { handle: overHttp(server.url), close: server.close }
})

describe('serve()', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('starts without any options', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await withEnv({ PORT: '0' }, () => serve())
    onTestFinished(() => server.close())
    const response = await sendLead(server)
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'Server not configured' },
    ])
  })

  const config = { pixelId: '77', accessToken: 'token' }
  it.each([
    ['UTF-8', '\uFEFFMETA_PIXEL_ID'],
    // Node reads the file as UTF-8, and the name ends at the first zero byte.
    ['UTF-16', '\uFFFD\uFFFDM'],
  ])('names the byte order mark that hides a variable: %s', async (_, name) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    await start({}, { [name]: '77' })
    expect(log.mock.calls.join()).toContain('starts with a byte order mark')
  })

  it.each([
    ['says at the start what is lost without a queue', { config }, 1],
    ['says nothing about a missing queue if events are kept', { config, keep() {} }, 0],
    ['says nothing about a missing queue if no event can be sent', {}, 0],
  ])('%s', async (_, options, lines) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    await start(options)
    const messages = log.mock.calls.map(([message]) => String(message))
    expect(
      messages.filter((message) => /^No queue .* is lost if Meta is down/.test(message)),
    ).toHaveLength(lines)
  })

  it.each([
    ['the option "queue"', (queue: string) => [{}, { queue }]],
    ['META_QUEUE_FILE', (queue: string) => [{ META_QUEUE_FILE: queue }, {}]],
  ])('keeps events that could not be delivered in the file of %s', async (_, choose) => {
    const info = vi.spyOn(console, 'info').mockReturnValue()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const path = queuePath()
    const [env, options] = choose(path)
    const upstream = async (): Promise<Response> => Response.json({}, { status: 503 })
    const variables = { META_PIXEL_ID: '77', META_ACCESS_TOKEN: 'token', META_RETRIES: '0' }
    const server = await start(
      { fetch: upstream, onOutcome() {}, ...options },
      { ...variables, ...env },
    )
    await (await sendLead(server)).text()
    await vi.waitUntil(() => readQueue(path).groups[0]?.reason === 'status 503')
    expect(info).toHaveBeenCalledWith(`The queue ${path} is open. Waiting events: 0.`)
    // No warning about an unknown variable, or a missing queue.
    expect(warn).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(`The queue ${path} has events.`))

    await server.close()
    await start({ config, queue: path, onOutcome() {} })
    expect(info).toHaveBeenCalledWith(`The queue ${path} is open. Waiting events: 1.`)
  })

  it.each([
    [{ queue: '' }, {}, 'Option "queue" must be the path of a file, like "queue/events.sqlite".'],
    [
      { queue: 'a.sqlite', keep() {} },
      {},
      'Option "queue" cannot be used with the option "keep". Remove one of them.',
    ],
    [
      { keep() {} },
      { META_QUEUE_FILE: 'a.sqlite' },
      'The variable META_QUEUE_FILE cannot be used with the option "keep". Remove one of them.',
    ],
  ])('rejects %j with %j', async (options, env, message) => {
    const started = start({ config, ...options }, env as Record<string, string>)
    await expect(started).rejects.toThrow(new TypeError(message))
  })

  it('keeps an event whose request is pending when the server closes', async () => {
    for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
    const requested = Promise.withResolvers<void>()
    const response = Promise.withResolvers<Response>()
    const queue = queuePath()
    const server = await start({
      config: { ...config, retries: 0 },
      queue,
      fetch() {
        requested.resolve()
        return response.promise
      },
      onOutcome() {},
    })
    const sent = sendLead(server)
    await requested.promise
    const closed = server.close()
    response.resolve(Response.json({}, { status: 503 }))
    expect(await (await sent).json()).toMatchObject({ ok: false, status: 503 })
    await closed
    expect(readQueue(queue).groups).toMatchObject([{ count: 1, reason: 'status 503' }])
  })

  it('closes the queue if the port is in use', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const { port } = await start({ config, keep() {} })
    const queue = queuePath()
    await expect(start({ config, queue, port })).rejects.toThrow('in use')
    await start({ config, queue })
    expect(console.info).toHaveBeenLastCalledWith(`The queue ${queue} is open. Waiting events: 0.`)
  })

  it('rejects with a TypeError that lists the options if one is unknown', async () => {
    await expect(start({ keepAliveTimeout: 65_000 } as ServeOptions)).rejects.toThrow(
      new TypeError(
        'Option "keepAliveTimeout" is unknown. Use one of config, fetch, now, clientIp, source, blockBots, keep, keepLimits, onOutcome, site, maxSiteBodyBytes, queue, port, hostname, drainMs, keepAliveTimeoutMs, signals.',
      ),
    )
  })

  it('uses the fetch option for upstream requests only, and site for other paths', async () => {
    const upstream = vi.fn<typeof fetch>()
    const server = await start({ fetch: upstream, site: () => new Response('site') })
    expect(await (await fetch(server.url)).text()).toBe('site')
    expect(upstream).not.toHaveBeenCalled()
  })
})

describe('clientIp()', () => {
  it('returns the IP of the socket and ignores forged headers', async () => {
    const server = await start({ site: (request) => new Response(clientIp(request)) })
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7' }
    expect(await (await fetch(server.url, { headers })).text()).toBe('127.0.0.1')
  })
})

async function start(options: ServeOptions, env: Record<string, string> = {}): Promise<NodeServer> {
  const server = await withEnv(env, () => serve({ ...LOCAL, ...options }))
  onTestFinished(() => server.close())
  return server
}

function sendLead({ url }: NodeServer): Promise<Response> {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return fetch(url + CONVERSION_PATH, { method: 'POST', body })
}
