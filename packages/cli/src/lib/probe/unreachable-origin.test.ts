import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { startServer } from '@conversion-capi/test-support'
import { describe, expect, it, onTestFinished } from 'vitest'

import { writeProject } from '../project/write-project.fixture.ts'
import { deployProject } from './deploy-project.fixture.ts'
import { probeSite } from './probe-site.ts'

describe('an origin that cannot be probed', () => {
  it.each([
    ['', 'is not an origin'],
    ['school.example', 'is not an origin'],
    ['ftp://school.example', 'is not an origin'],
    ['https://school.example/path', 'Write the origin of this site, without a path'],
    ['https://user:secret@school.example', 'Write only the origin'],
  ])('rejects %j', async (origin, message) => {
    const error = await probeSite({ origin }).catch((error: unknown) => error as Error)
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) })
    expect((error as Error).message).not.toContain('secret')
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['never responds', () => {}, 'there was no complete response in time'],
    [
      'closes the connection',
      (socket) => socket.destroy(),
      'the connection was closed before the response ended',
    ],
    ['does not speak HTTP', (socket) => socket.write('SSH-2.0-OpenSSH\r\n'), 'not valid HTTP'],
    [
      'sends endless headers',
      (socket) => {
        socket.on('error', () => {})
        socket.write('HTTP/1.1 200 OK\r\n')
        socket.write(`X-A: ${'x'.repeat(1000)}\r\n`.repeat(1000))
      },
      'not valid HTTP',
    ],
  ])('reports a server that %s', async (_, listener, reason) => {
    const origin = await listen(listener)
    const probed = probeSite({ origin, dir: await writeProject(), timeoutMs: 500 })
    const message = expect.stringMatching(`^${origin} cannot be reached: .*${reason}.*\\.$`)
    await expect(probed).rejects.toMatchObject({ name: 'CommandError', message })
  })

  it('reports a port on which nothing listens', async () => {
    const { url, close } = await startServer()
    await close()
    await expect(probeSite({ origin: url, dir: await writeProject() })).rejects.toThrow(
      'nothing listens on this port',
    )
  })

  it('reports a server that does not speak TLS', async () => {
    const { origin, dir } = await deployProject()
    const https = origin.replace('http:', 'https:')
    await expect(probeSite({ origin: https, dir })).rejects.toThrow('does not speak TLS')
  })

  it.each([
    ['https://www.nord.example/', 'redirects to https://www.nord.example.'],
    ['/', 'redirects to itself'],
  ])('reports a redirect to %s', async (location, message) => {
    const url = await redirect(() => location)
    await expect(probeSite({ origin: url, dir: await writeProject() })).rejects.toThrow(
      `${url} ${message}`,
    )
  })

  it('says that the school has moved if its own URL redirects, or redirects to the origin', async () => {
    const { dir, origin } = await deployProject()
    const moved = ({ hostname, href }: URL): Promise<Response> | Response =>
      hostname === 'nord.example'
        ? Response.redirect('https://new.example/', 301)
        : fetch(href.replace('https://new.example', origin))
    const options = { dir, fetch: (async (url: string) => moved(new URL(url))) as typeof fetch }
    await expect(probeSite({ origin: 'https://nord.example', ...options })).rejects.toThrow(
      "https://nord.example redirects to https://new.example. If the school has moved, write url: 'https://new.example' in school.config.ts",
    )
    const findings = await probeSite({ origin: 'https://new.example', ...options })
    expect(findings.map(({ code }) => code)).toContain('url-moved')
  })

  it('reports another site in one line', async () => {
    const url = await redirect((path) => `${path}x`)
    const findings = await probeSite({ origin: url, dir: await writeProject() })
    const codes = findings.map(({ code }) => code)
    expect(codes).toContain('site-differs')
    expect(codes).not.toContain('file-redirect')
  })
})

async function redirect(to: (path: string) => string): Promise<string> {
  const { url, close } = await startServer((request, response) => {
    response.writeHead(302, { Location: to(request.url!) }).end()
  })
  onTestFinished(close)
  return url
}

async function listen(listener: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    listener(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
