import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter, withEnv } from '@conversion-capi/conformance'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp, serve, type ServeOptions } from './serve.ts'
import type { NodeServer } from './start-server.ts'

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
  const servers: NodeServer[] = []

  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  it('starts without any options', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await withEnv({ PORT: '0' }, () => serve())
    servers.push(server)
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
    const response = await fetch(server.url + CONVERSION_PATH, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'Server not configured' },
    ])
  })

  const config = { pixelId: '77', accessToken: 'token' }
  it.each([
    ['says at the start what is lost without a queue', { config }, 1],
    ['says nothing about a queue if events are kept', { config, keep() {} }, 0],
    ['says nothing about a queue if no event can be sent', {}, 0],
  ])('%s', async (_, options, lines) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    servers.push(await withEnv({}, () => serve({ ...LOCAL, ...options })))
    const messages = log.mock.calls.map(([message]) => String(message))
    expect(
      messages.filter((message) => /^No queue .* is lost if Meta is down/.test(message)),
    ).toHaveLength(lines)
  })

  it('rejects with a TypeError that lists the options if one is unknown', async () => {
    await expect(serve({ ...LOCAL, keepAliveTimeout: 65_000 } as ServeOptions)).rejects.toThrow(
      new TypeError(
        'Option "keepAliveTimeout" is unknown. Use one of config, fetch, now, clientIp, blockBots, keep, keepLimits, onOutcome, site, maxSiteBodyBytes, port, hostname, drainMs, keepAliveTimeoutMs, signals.',
      ),
    )
  })

  it('uses the fetch option for upstream requests only, and site for other paths', async () => {
    const upstream = vi.fn<typeof fetch>()
    const server = await serve({ ...LOCAL, fetch: upstream, site: () => new Response('site') })
    servers.push(server)
    expect(await (await fetch(server.url)).text()).toBe('site')
    expect(upstream).not.toHaveBeenCalled()
  })
})

describe('clientIp()', () => {
  it('returns the IP of the socket and ignores forged headers', async () => {
    const site = (request: Request) => new Response(clientIp(request))
    const server = await serve({ ...LOCAL, site })
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7' }
    expect(await (await fetch(server.url, { headers })).text()).toBe('127.0.0.1')
    await server.close()
  })
})
