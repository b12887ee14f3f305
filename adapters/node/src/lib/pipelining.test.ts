import type { IncomingMessage } from 'node:http'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { ServerRequest } from 'srvx'
import { afterEach, describe, expect, it } from 'vitest'

import { killChildren, startChild } from './child.fixture.ts'
import { deferred } from './deferred.fixture.ts'
import { rawClient } from './raw-client.fixture.ts'
import { type NodeServer, startServer } from './start-server.ts'

const MIB = 1024 * 1024
const servers: NodeServer[] = []

afterEach(async () => {
  killChildren()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe('a client that pipelines requests', () => {
  it(
    'gets a response to each of 4 MiB of events from a server with a small heap',
    { timeout: 60_000 },
    async () => {
      const nodeArgs = ['--max-old-space-size=64', '--max-semi-space-size=4']
      const script = new URL('slow-upstream-server.fixture.ts', import.meta.url)
      const { port } = await startChild(script, { nodeArgs })
      const before = await readMaxRss(port)

      const event_source_url = `https://school.example/?${'x'.repeat(400)}`
      const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1', event_source_url })
      const request = `POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${body.length}\n\n${body}`
      const count = Math.ceil((4 * MIB) / request.length)
      const client = await rawClient(port)
      client.send(request.repeat(count))
      client.send('GET / HTTP/1.1\nHost: a\nConnection: close\n\n')

      const responses = await client.closed
      expect(responses.match(/{"ok":true,/g)).toHaveLength(count)
      expect((await readMaxRss(port)) - before).toBeLessThan(128 * MIB)
    },
  )

  it('has at most eight requests handled at the same time, and gets the responses in order', async () => {
    const handled: string[] = []
    const releases: (() => void)[] = []
    const { promise: full, resolve } = deferred()
    const { port, url } = await start(async (request) => {
      const path = new URL(request.url).pathname
      if (path === '/other') return new Response()
      handled.push(path)
      const { promise, resolve: release } = deferred()
      if (releases.push(release) === 8) resolve()
      await promise
      return new Response(`<${path}>`)
    })
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const client = await rawClient(port)
    client.send(paths.map((path) => `GET ${path} HTTP/1.1\nHost: a\n\n`).join(''))
    await full
    // After this response, the server has handled all requests that it is going to handle.
    await fetch(`${url}/other`)
    expect(handled).toEqual(paths.slice(0, 8))

    releases[0]!()
    await client.received(/<\/0>/)
    await fetch(`${url}/other`)
    expect(handled).toEqual(paths.slice(0, 9))

    for (let index = 1; index < paths.length; index += 1) {
      releases[index]!()
      await client.received(new RegExp(`<${paths[index]}>`))
    }
    const responses = await client.received(/<\/19>/)
    expect([...responses.matchAll(/<(.*)>/g)].map(([, path]) => path)).toEqual(paths)
  })

  it('is not read from while more than eight requests wait for a response', async () => {
    let bytesRead = () => 0
    const { promise: full, resolve } = deferred()
    const { promise: released, resolve: release } = deferred()
    let handled = 0
    const { port, url } = await start(async (request) => {
      if (request.method === 'GET') return new Response()
      const { socket } = (request as ServerRequest).runtime!.node!.req as IncomingMessage
      bytesRead = () => socket.bytesRead
      await request.text()
      handled += 1
      if (handled === 8) resolve()
      await released
      return new Response('done')
    })
    const client = await rawClient(port)
    client.send('POST / HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}'.repeat(50_000))
    await full
    for (let attempt = 0; attempt < 20; attempt += 1) await fetch(url)
    // Node.js reads 64 KiB at once.
    expect(bytesRead()).toBeLessThanOrEqual(2 * 65_536)

    client.socket.destroy()
    release()
  })

  it('can send the next request after it got the responses to more than eight', async () => {
    const { port } = await start(async (request) => new Response(`<${await request.text()}>`))
    const client = await rawClient(port)
    const ids = Array.from({ length: 40 }, (_, index) => String(index + 10))
    for (const [first, last] of [
      [0, 19],
      [20, 39],
    ] as const) {
      const requests = ids
        .slice(first, last + 1)
        .map((id) => `POST / HTTP/1.1\nHost: a\nContent-Length: 2\n\n${id}`)
      // The end of the last body arrives later.
      client.send(requests.join('').slice(0, -1))
      await client.received(new RegExp(`<${ids[last - 1]}>`))
      client.send(ids[last]!.slice(-1))
      await client.received(new RegExp(`<${ids[last]}>`))
    }
    const responses = await client.received(/<49>/)
    expect([...responses.matchAll(/<(.*)>/g)].map(([, id]) => id)).toEqual(ids)
  })

  it('does not have its waiting requests handled after it disconnected', async () => {
    const handled: string[] = []
    const { promise: full, resolve } = deferred()
    const { promise: released, resolve: release } = deferred()
    const { port, url } = await start(async (request) => {
      const path = new URL(request.url).pathname
      if (path === '/other') return new Response()
      if (handled.push(path) === 8) resolve()
      await released
      return new Response()
    })
    const client = await rawClient(port)
    client.send('GET / HTTP/1.1\nHost: a\n\n'.repeat(20))
    await full
    client.socket.resetAndDestroy()
    release()
    await fetch(`${url}/other`)
    expect(handled).toHaveLength(8)
  })
})

describe('close() with pipelined requests', () => {
  it('finishes all of them, then closes the connection', async () => {
    const { promise: reached, resolve: reach } = deferred()
    const { promise: released, resolve: release } = deferred()
    const { port, server } = await start(async (request) => {
      const path = new URL(request.url).pathname
      if (path === '/2') reach()
      await released
      return new Response(`<${path}>`)
    })
    const client = await rawClient(port)
    client.send('GET /1 HTTP/1.1\nHost: a\n\nGET /2 HTTP/1.1\nHost: a\n\n')
    await reached

    const closed = server.close()
    release()
    expect(await client.closed).toMatch(/<\/1>[^]*Connection: close[^]*<\/2>/)
    await closed
  })

  it('finishes those that wait for their turn', async () => {
    const { promise: reached, resolve: reach } = deferred()
    const { promise: released, resolve: release } = deferred()
    const { port, server } = await start(async (request) => {
      const path = new URL(request.url).pathname
      if (path === '/7') reach()
      await released
      return new Response(`<${path}>`)
    })
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const client = await rawClient(port)
    client.send(paths.map((path) => `GET ${path} HTTP/1.1\nHost: a\n\n`).join(''))
    await reached

    const closed = server.close()
    release()
    const responses = await client.closed
    expect([...responses.matchAll(/<(.*)>/g)].map(([, path]) => path)).toEqual(paths)
    await closed
  })

  it('ignores a request that arrives after a response with Connection: close has begun', async () => {
    const handled: string[] = []
    const { promise: reached, resolve: reach } = deferred()
    const { promise: released, resolve: release } = deferred()
    const { promise: ended, resolve: end } = deferred()
    const { port, url, server } = await start(async (request) => {
      const path = new URL(request.url).pathname
      handled.push(path)
      if (path !== '/1') return new Response(`<${path}>`)
      reach()
      await released
      const chunks = ['begun', 'ended']
      return new Response(
        new ReadableStream({
          async pull(controller) {
            const chunk = chunks.shift()
            if (!chunk) return controller.close()
            if (chunk === 'ended') await ended
            controller.enqueue(new TextEncoder().encode(chunk))
          },
        }),
      )
    })
    const [client, other] = [await rawClient(port), await rawClient(port)]
    client.send('GET /1 HTTP/1.1\nHost: a\n\n')
    other.send('GET /other HTTP/1.1\nHo')
    await reached
    // After this response, the server has read the first half of the other request.
    await fetch(`${url}/ready`)

    const closed = server.close()
    release()
    await client.received(/Connection: close[^]*begun/)
    client.send('GET /2 HTTP/1.1\nHost: a\n\n')
    // After this response, the server has read the request before it.
    other.send('st: a\n\n')
    await other.closed
    end()
    expect(await client.closed).toMatch(/ended\r\n0\r\n\r\n$/)
    expect(handled).toEqual(['/1', '/ready', '/other'])
    await closed
  })
})

async function start(site: (request: Request) => Response | Promise<Response>) {
  const options = { site, port: 0, hostname: '127.0.0.1', signals: false }
  const server = await startServer(() => new Response(), options)
  servers.push(server)
  return { server, port: server.port, url: server.url }
}

async function readMaxRss(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}`)).json() as Promise<number>
}
