import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { ServerRequest } from 'srvx'
import { describe, expect, it } from 'vitest'

import { rawClient } from './raw-client.fixture.ts'
import type { ServerOptions } from './server-options.ts'
import { type RequestHandler, start } from './start.fixture.ts'

const MIB = 1024 * 1024

describe('a request body that is not read to its end', { timeout: 15_000 }, () => {
  const handlers: Record<string, RequestHandler> = {
    unread: () => reject413(),
    'partly read': async (request) => {
      await request.body!.getReader().read()
      return reject413()
    },
    'partly read and canceled': async (request) => {
      const reader = request.body!.getReader()
      await reader.read()
      await reader.cancel()
      return reject413()
    },
  }

  describe.each(Object.entries(handlers))('%s', (_, handle) => {
    it('still delivers the response to a client that sends everything before it reads', async () => {
      const { port } = await start({ handle })
      const client = await rawClient(port)
      client.socket.pause()
      client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${8 * MIB}\n\n`)
      await new Promise((resolve) => client.socket.write(Buffer.alloc(8 * MIB), resolve))

      client.socket.resume()
      const response = await client.closed
      expect(response).toMatch(/^HTTP\/1.1 413 /)
      expect(response).toMatch(/\r\nConnection: close\r\n/)
      expect(response).toContain('Payload too large')
    })

    it('delivers the response to a client that never stops sending, then closes the connection', async () => {
      const { port, url } = await start({ handle })
      const client = await rawClient(port, true)
      client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n`)
      const sent = sendForever(client.socket)

      expect(await client.received(/Payload too large/)).toMatch(/^HTTP\/1.1 413 /)
      await client.closed
      // 16 MiB, plus the buffers of the operating system.
      expect(sent()).toBeLessThan(40 * MIB)
      expect((await fetch(url)).status).toBe(404)
    })
  })

  it('ignores a request that follows the rest of the body', async () => {
    const methods: string[] = []
    const { port } = await start({
      handle({ method }) {
        methods.push(method)
        return reject413()
      },
    })
    const client = await rawClient(port, true)
    client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${MIB}\n\n`)
    await client.received(/Payload too large/)
    client.socket.write(Buffer.alloc(MIB))
    client.send(`PUT ${CONVERSION_PATH} HTTP/1.1\nHost: a\n\n`)
    client.socket.end()
    await client.closed
    expect(methods).toEqual(['POST'])
  })
})

describe('a client that pipelines requests', () => {
  it('is disconnected if more than 32 requests wait for a response, and no more are handled', async () => {
    let handled = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { port, url } = await start({
      async site(request) {
        if (request.url.endsWith('/other')) return new Response('other')
        handled += 1
        await released
        return new Response()
      },
    })
    const client = await rawClient(port)
    client.send('GET / HTTP/1.1\nHost: a\n\n'.repeat(1000))
    expect(await client.closed).toBe('')
    expect(handled).toBe(32)
    release()
    expect(await (await fetch(`${url}/other`)).text()).toBe('other')
  })
})

describe('close()', () => {
  it('finishes a pending response, then closes its connection', async () => {
    const { server, reached, release } = await startHeld()
    const client = await rawClient(server.port)
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached

    const closed = server.close()
    release()
    const response = await client.closed
    expect(response).toMatch(/^HTTP\/1.1 200 [^]*held/)
    expect(response).toContain('Connection: close')
    await closed
  })

  it('responds to requests that are on their way, on old and new connections', async () => {
    const { port, close } = await start()
    const used = await rawClient(port)
    const request = `GET ${CONVERSION_PATH} HTTP/1.1\nHost: a\n\n`
    used.send(request)
    await used.received(/handled/)

    const closed = close()
    used.send(request)
    const connect = async () => {
      const client = await rawClient(port)
      client.send(request)
      return client
    }
    const clients = await Promise.all(Array.from({ length: 20 }, connect))
    for (const client of [used, ...clients]) {
      expect(await client.closed).toMatch(/Connection: close[^]*handled/)
    }
    await closed
  })

  it('closes idle connections before pending ones, whether they were used or not', async () => {
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

  it('delivers the rest of a written response to a slow client', async () => {
    const written = Promise.withResolvers<void>()
    let length = 0
    const server = await start({
      site(request) {
        const res = (request as ServerRequest).runtime!.node!.res as ServerResponse
        return new Response(
          new ReadableStream({
            async pull(controller) {
              await setImmediate()
              // The buffers of the operating system are full: the rest of the response stays in this process.
              if (res.writableLength > 0) {
                controller.close()
                return written.resolve()
              }
              length += 16_384
              controller.enqueue(Buffer.alloc(16_384, 'x'))
            },
          }),
        )
      },
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

  it('closes pending connections after drainMs', async () => {
    const { server, reached } = await startHeld({ drainMs: 0 })
    const client = await rawClient(server.port)
    client.send('GET / HTTP/1.1\nHost: a\n\n')
    await reached
    await server.close()
    expect(await client.closed).toBe('')
  })
})

function reject413(): Response {
  return new Response('Payload too large', { status: 413 })
}

/** Starts a server whose site waits: `reached` resolves at the first request, `release` sends the response. */
async function startHeld(options: ServerOptions = {}) {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await start({
    async site() {
      requested.resolve()
      await released.promise
      return new Response('held')
    },
    ...options,
  })
  return { server, reached: requested.promise, release: released.resolve }
}

/** Sends chunks until the socket closes. @returns A function that returns the number of bytes sent. */
function sendForever(socket: Socket): () => number {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const next = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', next)
  next()
  return () => socket.bytesWritten - socket.writableLength
}
