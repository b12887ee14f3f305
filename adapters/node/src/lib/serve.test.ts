import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { deferred } from './deferred.fixture.ts'
import { clientIp } from './client-ip.ts'
import { rawClient } from './raw-client.fixture.ts'
import { type NodeServer, serve, type ServeOptions } from './serve.ts'

const servers: NodeServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('serve()', () => {
  it.each(['GET', 'POST', 'OPTIONS', 'PUT', 'TRACE'])(
    'gives %s at the conversion path to the handler',
    async (method) => {
      const { port } = await start({ handle: ({ method }) => new Response(`handled ${method}`) })
      const client = await rawClient(port)
      client.send(`${method} ${CONVERSION_PATH}?x=1 HTTP/1.1\nHost: a\nConnection: close\n\n`)
      expect(await client.closed).toMatch(new RegExp(`^HTTP/1.1 200 [^]*handled ${method}`))
    },
  )

  it('hands the request over as it came', async () => {
    const { url } = await start({
      handle: async (request) =>
        Response.json({
          url: request.url,
          body: await request.text(),
          agent: request.headers.get('User-Agent'),
        }),
    })
    const headers = { 'User-Agent': 'test' }
    const response = await fetch(url + CONVERSION_PATH, { method: 'POST', body: 'дом', headers })
    expect(await response.json()).toEqual({
      url: url + CONVERSION_PATH,
      body: 'дом',
      agent: 'test',
    })
  })

  it('gives everything that is not exactly the proxy’s path to fetch', async () => {
    const { port } = await start({
      fetch: () => new Response('fallback'),
    })
    for (const path of [
      `${CONVERSION_PATH}/`,
      `/.${CONVERSION_PATH}/x`,
      `/${CONVERSION_PATH}`,
      CONVERSION_PATH.toUpperCase(),
      CONVERSION_PATH.replace('-', '%2D'),
      '/llms.txt/',
      '/llms%2etxt',
      '/LLMS.txt',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/%',
      '/%zz',
      '/%00',
      '/\\..\\x',
      '//',
      '/?',
      '*',
      'http://elsewhere.example/x',
    ]) {
      const client = await rawClient(port)
      client.send(`GET ${path} HTTP/1.1\nHost: a\nConnection: close\n\n`)
      expect(await client.closed, path).toContain('fallback')
    }
  })

  it('answers 400 when the Host header makes no URL', async () => {
    const { port } = await start()
    const client = await rawClient(port)
    client.send('GET / HTTP/1.1\nHost: a:99999\nConnection: close\n\n')
    expect(await client.closed).toMatch(/^HTTP\/1.1 400 /)
  })

  it('answers 404 where there is nothing', async () => {
    const { url } = await start()
    expect((await fetch(url)).status).toBe(404)
  })

  it('sends no body to HEAD', async () => {
    const { port } = await start({ fetch: () => new Response('facts') })
    const client = await rawClient(port)
    client.send('HEAD /llms.txt HTTP/1.1\nHost: a\n\n')
    client.send('HEAD /facts HTTP/1.1\nHost: a\nConnection: close\n\n')
    const answers = (await client.closed).split('\r\n\r\n')
    expect(answers).toHaveLength(3)
    expect(answers[0]).toMatch(/^HTTP\/1.1 200 /)
    expect(answers[2]).toBe('')
  })

  it('answers 304 without a body on a connection that goes on', async () => {
    const { port } = await start({
      fetch: (request) =>
        request.headers.has('If-None-Match')
          ? new Response(null, { status: 304 })
          : new Response('facts'),
    })
    const client = await rawClient(port)
    client.send('GET /llms.txt HTTP/1.1\nHost: a\nIf-None-Match: "1"\n\n')
    client.send('GET /llms.txt HTTP/1.1\nHost: a\nConnection: close\n\n')
    expect(await client.closed).toMatch(/^HTTP\/1.1 304 [^]*\r\n\r\nHTTP\/1.1 200 [^]*facts/)
  })

  it('answers 500 to what throws, keeps the reason to itself and goes on', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { url } = await start({
      handle: () => {
        throw new TypeError('secret')
      },
      fetch: () => Promise.reject(new RangeError('secret')),
    })

    const [handled, fetched] = [await fetch(url + CONVERSION_PATH), await fetch(url)]
    expect([handled.status, fetched.status]).toEqual([500, 500])
    expect((await handled.text()) + (await fetched.text())).not.toContain('secret')
    expect(stderr.mock.calls.map(([line]) => String(line).split('\n')[0])).toEqual([
      '[@conversion-capi/node] GET answered 500: TypeError',
      '[@conversion-capi/node] GET answered 500: RangeError',
    ])
    expect(JSON.stringify(stderr.mock.calls)).not.toContain('secret')
  })

  it('reports nothing of a request whose client has gone', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { promise: failed, resolve } = deferred<unknown>()
    const { port, url } = await start({
      handle: (request) =>
        request.text().catch((error) => {
          resolve(error)
          throw error
        }) as Promise<never>,
    })
    const client = await rawClient(port)
    client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: 100\n\nhalf`)
    client.socket.end()
    expect(await failed).toBeInstanceOf(Error)
    await fetch(url)
    expect(stderr).not.toHaveBeenCalled()
  })

  it('breaks off an answer whose body breaks off, and goes on', async () => {
    const { url } = await start({
      fetch: ({ url }) => {
        if (url.endsWith('/ok')) return new Response('ok')
        const chunks = [new TextEncoder().encode('half')]
        return new Response(
          new ReadableStream({
            pull(controller) {
              const chunk = chunks.pop()
              if (chunk) controller.enqueue(chunk)
              else controller.error(new Error('secret'))
            },
          }),
        )
      },
    })
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow(TypeError)
    expect(await (await fetch(`${url}/ok`)).text()).toBe('ok')
  })

  it('runs several servers side by side and leaves no listeners behind', async () => {
    const before = countSignalListeners()
    const first = await start({ fetch: () => new Response('first') })
    const second = await start({ fetch: () => new Response('second') })
    expect(countSignalListeners()).toEqual(before.map((count) => count + 2))

    await first.close()
    await first.close()
    expect(await (await fetch(second.url)).text()).toBe('second')
    await expect(fetch(first.url)).rejects.toThrow('fetch failed')
    await second.close()
    expect(countSignalListeners()).toEqual(before)
  })

  it('leaves the signals alone when asked to', async () => {
    const before = countSignalListeners()
    await start({ signals: false })
    expect(countSignalListeners()).toEqual(before)
  })

  it('says where it listens', async () => {
    const local = await start()
    expect(local.url).toBe(`http://127.0.0.1:${local.port}`)
    const everywhere = await serve({ handle: () => new Response(), port: 0 })
    servers.push(everywhere)
    expect(everywhere.url).toBe(`http://localhost:${everywhere.port}`)
  })

  it('does not take its address from the shell', async () => {
    vi.stubEnv('HOST', 'no-such-host.invalid')
    const server = await serve({ handle: () => new Response(), port: 0 })
    servers.push(server)
    expect(server.port).toBeGreaterThan(0)
  })

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const listeners = countSignalListeners()

    const error = await start({ port }).catch((error: Error) => error)
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^Port ${port} is already in use: stop`)),
      cause: { code: 'EADDRINUSE' },
    })
    expect(countSignalListeners()).toEqual(listeners)
    other.close()
  })

  it('says which host is not of this machine', async () => {
    await expect(start({ port: 4321, hostname: '192.0.2.1' })).rejects.toThrow(
      'Port 4321 cannot be opened at "192.0.2.1" (EADDRNOTAVAIL): set the hostname option',
    )
  })

  it('refuses a port that is none, whether from the option or from PORT', async () => {
    await expect(start({ port: 70_000 })).rejects.toThrow('Port "70000" is not a port')
    vi.stubEnv('PORT', 'http')
    await expect(serve({ handle: () => new Response() })).rejects.toThrow(
      'Port "http" is not a port',
    )
  })

  it.each([-1, NaN, Infinity])('refuses %s milliseconds to drain', async (drainMs) => {
    await expect(start({ drainMs })).rejects.toThrow(`drainMs must be from 0 to 2147483647`)
  })
})

describe('clientIp()', () => {
  it("is the socket's, whatever the headers claim", async () => {
    const { url } = await start({ fetch: (request) => new Response(clientIp(request)) })
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7' }
    expect(await (await fetch(url, { headers })).text()).toBe('127.0.0.1')
  })

  it('is unknown for a request from elsewhere', () => {
    expect(clientIp(new Request('http://localhost/'))).toBeUndefined()
  })
})

async function start(options: Partial<ServeOptions> = {}): Promise<NodeServer> {
  const server = await serve({
    handle: () => new Response('handled'),
    port: 0,
    hostname: '127.0.0.1',
    ...options,
  })
  servers.push(server)
  return server
}

function countSignalListeners(): number[] {
  return [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]
}
