import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it } from 'vitest'

import { killChildren, startChild } from './child.fixture.ts'
import { deferred } from '../deferred.fixture.ts'
import { rawClient } from './raw-client.fixture.ts'
import { type NodeServer, startServer } from './start-server.ts'

const MIB = 1024 * 1024
const servers: NodeServer[] = []

afterEach(async () => {
  killChildren()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe('a client that pipelines requests', () => {
  it('gets the responses in order', async () => {
    const { port } = await start(async (request) => new Response(`<${await request.text()}>`))
    const client = await rawClient(port)
    const ids = Array.from({ length: 32 }, (_, index) => String(index + 10))
    const requests = ids.map((id) => `POST / HTTP/1.1\nHost: a\nContent-Length: 2\n\n${id}`)
    for (let round = 0; round < 2; round += 1) {
      // The end of the last body arrives later.
      client.send(requests.join('').slice(0, -1))
      await client.received(new RegExp(`(?:<40>[^]*){${round + 1}}`))
      client.send('1')
      await client.received(new RegExp(`(?:<41>[^]*){${round + 1}}`))
    }
    const responses = await client.received(/<41>/)
    expect([...responses.matchAll(/<(.*)>/g)].map(([, id]) => id)).toEqual([...ids, ...ids])
  })

  it('is disconnected if more than 32 requests wait for a response, and no more are handled', async () => {
    let handled = 0
    const { promise: released, resolve: release } = deferred()
    const { port, url } = await start(async (request) => {
      if (request.url.endsWith('/other')) return new Response('other')
      handled += 1
      await released
      return new Response()
    })
    const client = await rawClient(port)
    client.send('GET / HTTP/1.1\nHost: a\n\n'.repeat(1000))
    expect(await client.closed).toBe('')
    expect(handled).toBe(32)
    release()
    expect(await (await fetch(`${url}/other`)).text()).toBe('other')
  })

  it(
    'cannot exhaust a small heap with 4 MiB of events on each of 20 connections',
    { timeout: 60_000 },
    async () => {
      const nodeArgs = ['--max-old-space-size=64', '--max-semi-space-size=4']
      const script = new URL('slow-upstream-server.fixture.ts', import.meta.url)
      const { port } = await startChild(script, { nodeArgs })
      const before = await readMaxRss(port)

      const event_source_url = `https://school.example/?${'x'.repeat(400)}`
      const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1', event_source_url })
      const request = `POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${body.length}\n\n${body}`
      const flood = request.repeat(Math.ceil((4 * MIB) / request.length))
      for (let count = 0; count < 20; count += 1) {
        const client = await rawClient(port)
        client.send(flood)
        await client.closed
      }
      expect((await readMaxRss(port)) - before).toBeLessThan(128 * MIB)
    },
  )
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

  it('finishes twenty of them in order', async () => {
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
