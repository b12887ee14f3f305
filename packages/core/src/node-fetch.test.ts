import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'

import { ensureCommand, run, startServer, withFolder } from '@conversion-capi/test-support'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { DEFAULTS } from './lib/config/config.ts'
import { forward, type UpstreamFetch } from './lib/upstream/forward.ts'
import { readUpstreamResponse } from './lib/upstream/upstream-response.ts'
import { nodeFetch } from './node-fetch.ts'
import type { ServerEvent } from './protocol.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const BODY = '{"events_received":1}'
const RESPONSE = `${OK}Content-Length: ${BODY.length}\r\n\r\n${BODY}`
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n`
const ACCEPTED = { status: 200, body: { events_received: 1 } }
const REJECTED = 'TypeError: fetch failed'
const ENDLESS = 'x'.repeat(65_536)

describe.each<[string, UpstreamFetch]>([
  ['fetch', fetch],
  ['nodeFetch', nodeFetch],
])('%s', (_, client) => {
  it.each<[name: string, response: string | Buffer, expected: unknown]>([
    [
      'a redirect',
      `HTTP/1.1 307 Moved\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n`,
      { status: 307 },
    ],
    ['a body until the connection closes', `HTTP/1.0 200 OK\r\n\r\n${BODY}`, ACCEPTED],
    ['a chunked body', CHUNKED, { body: { a: 1 } }],
    ['an earlier informational response', `HTTP/1.1 103 Hints\r\n\r\n${RESPONSE}`, ACCEPTED],
    ['two responses', RESPONSE + RESPONSE, ACCEPTED],
    ['a byte order mark', `HTTP/1.0 200 OK\r\n\r\n\uFEFF${BODY}`, ACCEPTED],
    [
      'invalid UTF-8',
      Buffer.from('HTTP/1.0 200 OK\r\n\r\n\xFF\xC3', 'latin1'),
      { body: { raw: '\uFFFD\uFFFD' } },
    ],
    [
      'a retry header',
      `HTTP/1.0 503 No\r\nRETRY-after: 2\r\n\r\n`,
      { status: 503, retryAfterMs: 2000 },
    ],
    ['nothing', '', REJECTED],
    ['a body cut off', RESPONSE.slice(0, -1), REJECTED],
    ['a chunk cut off', CHUNKED.slice(0, -9), REJECTED],
    ['a header cut off', OK, REJECTED],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', REJECTED],
    ['a header that is too long', `${OK}X: ${ENDLESS}\r\n\r\n`, REJECTED],
    ['an upgrade', 'HTTP/1.1 101 No\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', REJECTED],
  ])('reads %s', async (_, response, expected) => {
    const { url, sockets } = await startRaw((socket) => socket.end(response))
    const result = await send(client, url)
    expect(result).toEqual(
      typeof expected === 'string' ? expected : expect.objectContaining(expected),
    )
    expect(sockets).toHaveLength(1)
  })

  it.each([
    ['with a length', `${OK}Content-Length: 1073741824\r\n\r\n`, ENDLESS],
    ['in chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${ENDLESS}\r\n`],
  ])('reads the start of an endless body and closes the connection: %s', async (_, head, part) => {
    const { url, closed } = await startRaw((socket) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(part));
      }
      socket.write(head)
      socket.on('drain', write)
      write()
    })
    expect(await send(client, url)).toMatchObject({ body: { raw: 'x'.repeat(2000) } })
    await closed
  })

  it.each(['', OK, RESPONSE.slice(0, -1)])(
    'closes the connection if it is aborted after %j',
    async (start) => {
      const controller = new AbortController()
      const { url, closed } = await startRaw((socket) => {
        socket.write(start)
        setImmediate(() => controller.abort())
      })
      await expect(send(client, url, { signal: controller.signal })).resolves.toMatch(
        /Abort|fetch failed/,
      )
      await closed
    },
  )

  it('returns a response that arrives before the request is complete', async () => {
    const { url } = await startRaw((socket) => socket.pause().write(RESPONSE))
    expect(await send(client, url, { body: 'x'.repeat(8_000_000) })).toMatchObject(ACCEPTED)
  })

  it('sends no header that a URL or a value contains', async () => {
    let received = ''
    const { url } = await startRaw((socket, data) => {
      received += data
      socket.end(RESPONSE)
    })
    await send(client, `${url}/a\r\nX-Injected: 1`)
    await send(client, url, { headers: { 'Content-Type': 'a\r\nX-Injected: 1' } }).catch(() => {})
    expect(received).toMatch(/^POST .*X-Injected:%201 HTTP\/1\.1\r\n/)
    expect(received).not.toMatch(/^X-Injected/m)
  })

  it('sends an event once over a connection that the upstream is closing', async () => {
    const received: string[] = []
    const { url, server } = await startServer(async (request, response) => {
      const [chunk] = (await request.toArray()) as [Buffer]
      received.push(JSON.parse(chunk.toString()).data[0].event_id)
      response.end(BODY)
    })
    onTestFinished(() => void server.closeAllConnections())
    const sockets: Socket[] = []
    server.on('connection', (socket) => sockets.push(socket))
    const config = { ...DEFAULTS, pixelId: '1', accessToken: 'EAAUnit', graphUrl: url }
    const events = ['a', 'b', 'c', 'd']
    for (const event_id of events) {
      // The client has not noticed it when it chooses a connection.
      sockets.at(-1)?.destroy()
      const event = { event_name: 'Lead', event_id } as ServerEvent
      expect(await forward([event], config, client, Date.now)).toMatchObject({ body: { ok: true } })
    }
    expect(received).toEqual(events)
  })
})

describe('nodeFetch', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('reads the same as fetch from any bytes', async () => {
    let bytes = Buffer.alloc(0)
    const { url } = await startRaw((socket) => socket.end(bytes))
    const response = fc
      .tuple(
        fc.constantFrom(RESPONSE, CHUNKED, `HTTP/1.0 400 No\r\nRetry-After: 3\r\n\r\n${BODY}`),
        fc.array(fc.tuple(fc.nat(90), fc.nat(2), fc.uint8Array({ maxLength: 2 })), {
          maxLength: 2,
        }),
      )
      .map(([text, changes]) => {
        const changed = [...Buffer.from(text)]
        for (const [at, removed, added] of changes) changed.splice(at, removed, ...added)
        return Buffer.from(changed)
      })
    await fc.assert(
      fc.asyncProperty(response, async (value) => {
        bytes = value
        expect(await send(nodeFetch, url)).toEqual(await send(fetch, url))
      }),
      { numRuns: 300 },
    )
  })

  it('reuses a connection, which keeps no listeners', async () => {
    const { url, close } = await startServer((request, response) => {
      request.resume().on('end', () => response.end(BODY))
    })
    onTestFinished(close)
    const sockets: Socket[] = []
    const onSocket = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
    subscribe('net.client.socket', onSocket)
    onTestFinished(() => void unsubscribe('net.client.socket', onSocket))
    const counts = []
    for (let round = 0; round < 2; round++) {
      for (let sent = 0; sent < 50; sent++) await send(nodeFetch, url)
      await new Promise((resolve) => setImmediate(resolve))
      const [socket] = sockets
      counts.push(socket!.eventNames().map((name) => socket!.listenerCount(name)))
    }
    expect(sockets).toHaveLength(1)
    expect(counts[1]).toEqual(counts[0])
  })

  it('keeps the connections of 300 events at once', async () => {
    const { url, server, close } = await startServer((request, response) => {
      request.resume().on('end', () => response.end(BODY))
    })
    onTestFinished(close)
    server.keepAliveTimeout = 0
    let connections = 0
    server.on('connection', () => connections++)
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 300 }, () => send(nodeFetch, url)))
    }
    expect(connections).toBeLessThanOrEqual(300)
  })

  it('calls fetch if it has a dispatcher such as a proxy', async () => {
    const seen: string[] = []
    const proxy = createServer().on('connect', ({ url }, socket) => {
      seen.push(url!)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    onTestFinished(() => void proxy.close())
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const { port } = proxy.address() as AddressInfo
    const script = `
      const { nodeFetch } = await import(${JSON.stringify(new URL('node-fetch.ts', import.meta.url))})
      const init = { method: 'POST', headers: {}, body: '', signal: new AbortController().signal }
      await nodeFetch('https://graph.facebook.com/', init).catch(() => {})`
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}` }
    const args = ['--input-type=module', '--eval', script]
    await run(process.execPath, args, import.meta.dirname, { ...env, NO_PROXY: '', no_proxy: '' })
    expect(seen).toEqual(['graph.facebook.com:443'])
  })

  describe('over TLS', () => {
    let options: { key: Buffer; cert: Buffer; keepAliveTimeout: number }
    let handshakes = 0
    let port: number

    beforeAll(async () => {
      options = { ...(await withFolder(createCertificate)), keepAliveTimeout: 0 }
      const server = https.createServer(options, (request, response) => {
        request.resume().on('end', () => response.end(BODY))
      })
      server.on('secureConnection', () => handshakes++)
      await once(server.listen(0), 'listening')
      port = (server.address() as AddressInfo).port
      const { ca, timeout } = https.globalAgent.options
      // Otherwise, a busy machine closes idle connections.
      https.globalAgent.options.timeout = 0
      return () => {
        Object.assign(https.globalAgent.options, { ca, timeout })
        server.closeAllConnections()
        server.close()
      }
    })

    it('rejects unknown certificates, and certificates of other hosts', async () => {
      await expect(causeOf('127.0.0.1')).resolves.toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
      https.globalAgent.options.ca = options.cert
      await expect(causeOf('127.0.0.1')).resolves.toBeUndefined()
      await expect(causeOf('localhost')).resolves.toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    })

    it('reuses the connections of 100 visitors', async () => {
      handshakes = 0
      for (let round = 0; round < 5; round++) {
        const url = `https://127.0.0.1:${port}`
        await Promise.all(Array.from({ length: 100 }, () => send(nodeFetch, url)))
      }
      expect(handshakes).toBeLessThanOrEqual(100)
    })

    async function causeOf(hostname: string): Promise<unknown> {
      return nodeFetch(`https://${hostname}:${port}`, createInit()).then(
        () => undefined,
        (error: { cause: NodeJS.ErrnoException }) => error.cause.code,
      )
    }
  })
})

async function createCertificate(folder: string): Promise<{ key: Buffer; cert: Buffer }> {
  ensureCommand('openssl', 'openssl')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], folder)
  return { key: await readFile(key), cert: await readFile(cert) }
}

/** Starts a server that calls `respond` when the first bytes of a request arrive. */
async function startRaw(respond: (socket: Socket, data: Buffer) => unknown) {
  const sockets: Socket[] = []
  const closed = Promise.withResolvers<void>()
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('close', closed.resolve)
    socket.once('data', (data) => respond(socket, data))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, sockets, closed: closed.promise }
}

function createInit(
  init: Partial<Parameters<UpstreamFetch>[1]> = {},
): Parameters<UpstreamFetch>[1] {
  const { signal } = new AbortController()
  const headers = { 'Content-Type': 'application/json' }
  return { method: 'POST', headers, body: '{}', redirect: 'manual', signal, ...init }
}

/** Returns what the proxy reads of a response, or the error. */
function send(
  client: UpstreamFetch,
  url: string,
  init?: Partial<Parameters<UpstreamFetch>[1]>,
): Promise<unknown> {
  return client(url, createInit(init))
    .then((response) => readUpstreamResponse(response, 'v18.0', 'EAAUnit', Date.now))
    .catch(() => REJECTED)
}
