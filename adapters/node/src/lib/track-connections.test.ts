import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { ServerRequest } from 'srvx'
import { afterEach, describe, expect, it } from 'vitest'

import { deferred } from './deferred.fixture.ts'
import { rawClient } from './raw-client.fixture.ts'
import { type NodeServer, serve, type ServeOptions } from './serve.ts'

const MIB = 1024 * 1024
const servers: NodeServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe('a body that is not read to its end', () => {
  const refusals: Record<string, ServeOptions['handle']> = {
    untouched: () => refuse(),
    'read in part': async (request) => {
      await request.body!.getReader().read()
      return refuse()
    },
    'read in part and cancelled': async (request) => {
      const reader = request.body!.getReader()
      await reader.read()
      await reader.cancel()
      return refuse()
    },
  }

  describe.each(Object.entries(refusals))('%s', (_, handle) => {
    it('is answered to a client that writes everything before it reads', async () => {
      const { port } = await start({ handle })
      const client = await rawClient(port)
      client.socket.pause()
      client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${8 * MIB}\n\n`)
      await new Promise((resolve) => client.socket.write(Buffer.alloc(8 * MIB), resolve))

      client.socket.resume()
      const answer = await client.closed
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(answer).toMatch(/\r\nConnection: close\r\n/)
      expect(answer).toContain('Payload too large')
    })

    it('is answered to a client that never stops, which is then cut off', async () => {
      const { port, url } = await start({ handle })
      const client = await rawClient(port, true)
      client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n`)
      const sent = sendForever(client.socket)

      expect(await client.received(/Payload too large/)).toMatch(/^HTTP\/1.1 413 /)
      await client.closed
      // 16 MiB, and what the system's buffers hold.
      expect(sent()).toBeLessThan(40 * MIB)
      expect((await fetch(url)).status).toBe(404)
    })
  })

  it('is answered to the clients people use', async () => {
    const { url } = await start({ handle: refusals['read in part']! })
    const response = await fetch(url + CONVERSION_PATH, {
      method: 'POST',
      body: Buffer.alloc(8 * MIB),
    })
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('Payload too large')
  })

  it('keeps the connection when all of it has arrived', async () => {
    const { port } = await start({ handle: async () => refuse() })
    const client = await rawClient(port)
    client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: 4\n\nbody`)
    expect(await client.received(/large/)).not.toContain('Connection: close')
    client.send('GET / HTTP/1.1\nHost: a\nConnection: close\n\n')
    expect(await client.closed).toMatch(/^HTTP\/1.1 413 [^]*HTTP\/1.1 404 /)
  })

  it('ends the request when the client goes away half way', async () => {
    const gone = deferred<unknown>()
    const { port, url } = await start({
      handle: async (request) => {
        await request.text().catch(gone.resolve)
        return new Response('to nobody')
      },
    })
    const client = await rawClient(port)
    client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: 100\n\nhalf`)
    client.socket.end()
    expect(await gone.promise).toBeInstanceOf(Error)
    await client.closed
    expect((await fetch(url)).status).toBe(404)
  })
})

describe('close()', () => {
  it('answers what is being answered and closes the connection after it', async () => {
    const { server, reached, release } = await startHeld()
    const client = await rawClient(server.port)
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached

    const closed = server.close()
    release()
    const answer = await client.closed
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*held/)
    expect(answer).toContain('Connection: close')
    await closed
  })

  it('closes idle connections at once, used or not', async () => {
    const { server, reached, release } = await startHeld()
    const [busy, used, unused] = await Promise.all([
      rawClient(server.port),
      rawClient(server.port),
      rawClient(server.port),
    ])
    used.send(`GET ${CONVERSION_PATH} HTTP/1.1\nHost: a\n\n`)
    await used.received(/handled/)
    busy.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached

    const closed = server.close()
    expect(await used.closed).not.toContain('Connection: close')
    expect(await unused.closed).toBe('')
    release()
    expect(await busy.closed).toContain('held')
    await closed
  })

  it('answers a request that had begun to arrive, as the last on its connection', async () => {
    const { server, reached, release } = await startHeld()
    const [busy, late] = [await rawClient(server.port), await rawClient(server.port)]
    late.send(`GET ${CONVERSION_PATH} HTTP/1.1\nHo`)
    busy.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached
    // Once this one is answered, the half of the other has been read.
    await fetch(server.url + CONVERSION_PATH)

    const closed = server.close()
    late.send('st: a\n\n')
    expect(await late.closed).toMatch(/^HTTP\/1.1 200 [^]*Connection: close[^]*handled/)
    release()
    await busy.closed
    await closed
  })

  it('lets an answer that has begun end, then closes its connection', async () => {
    const rest = deferred()
    const { server } = await startWith(async () => {
      const chunks = ['begun', 'ended']
      return new Response(
        new ReadableStream({
          async pull(controller) {
            const chunk = chunks.shift()
            if (!chunk) return controller.close()
            if (chunk === 'ended') await rest.promise
            controller.enqueue(new TextEncoder().encode(chunk))
          },
        }),
      )
    })
    const client = await rawClient(server.port)
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await client.received(/begun/)

    const closed = server.close()
    rest.resolve()
    expect(await client.closed).toMatch(/begun[^]*ended\r\n0\r\n\r\n$/)
    await closed
  })

  it('delivers to the end what a slow client has yet to receive', async () => {
    const written = deferred()
    let length = 0
    const { server } = await startWith((request) => {
      const res = (request as ServerRequest).runtime!.node!.res as ServerResponse
      return new Response(
        new ReadableStream({
          async pull(controller) {
            await setImmediate()
            // Once the system takes no more, what is left waits in the process when the answer ends.
            if (res.writableLength > 0) {
              controller.close()
              return written.resolve()
            }
            length += 16_384
            controller.enqueue(Buffer.alloc(16_384, 'x'))
          },
        }),
      )
    })
    const client = await rawClient(server.port)
    client.socket.pause()
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await written.promise
    await setImmediate()

    const closed = server.close()
    client.socket.resume()
    expect((await client.closed).match(/x/g)).toHaveLength(length)
    await closed
  })

  it('cuts off what is left when the time is up', async () => {
    const { server, reached } = await startHeld({ drainMs: 0 })
    const client = await rawClient(server.port)
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached
    await server.close()
    expect(await client.closed).toBe('')
  })
})

function refuse(): Response {
  return new Response('Payload too large', { status: 413 })
}

async function start(options: Partial<ServeOptions>): Promise<NodeServer> {
  const server = await serve({
    handle: () => new Response('handled'),
    port: 0,
    hostname: '127.0.0.1',
    ...options,
  })
  servers.push(server)
  return server
}

async function startWith(
  fetch: NonNullable<ServeOptions['fetch']>,
): Promise<{ server: NodeServer }> {
  return { server: await start({ fetch }) }
}

/** A server whose every page waits: `reached` once one is asked for, answered on `release`. */
async function startHeld(options: Partial<ServeOptions> = {}) {
  const [asked, answered] = [deferred(), deferred()]
  const server = await start({
    async fetch() {
      asked.resolve()
      await answered.promise
      return new Response('held')
    },
    ...options,
  })
  return { server, reached: asked.promise, release: answered.resolve }
}

/** @returns How many bytes the socket has taken. */
function sendForever(socket: Socket): () => number {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const next = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', next)
  next()
  return () => socket.bytesWritten - socket.writableLength
}
