import type { IncomingMessage } from 'node:http'
import type { ServerRequest } from 'srvx'
import { describe, expect, it, vi } from 'vitest'

import { rawClient } from './raw-client.fixture.ts'
import { start } from './start.fixture.ts'

describe('the time limits of connections', () => {
  it.each([
    [{}, 65, { headersTimeout: 66_000, requestTimeout: 300_000 }],
    [{ keepAliveTimeoutMs: 5000 }, 5, { headersTimeout: 60_000, requestTimeout: 300_000 }],
    [{ keepAliveTimeoutMs: 620_000 }, 620, { headersTimeout: 621_000, requestTimeout: 621_000 }],
  ])('follow from the options %j', async (options, timeout, limits) => {
    let server: unknown
    const { url } = await start({
      site(request) {
        const { req } = (request as ServerRequest).runtime!.node as { req: IncomingMessage }
        server = (req.socket as unknown as { server: unknown }).server
        return new Response()
      },
      ...options,
    })
    const { headers } = await fetch(url)
    expect(headers.get('Keep-Alive')).toBe(`timeout=${timeout}`)
    expect(server).toMatchObject(limits)
  })
})

describe('the Host header', () => {
  it.each([
    ['missing', 400, 'GET / HTTP/1.1\n'],
    ['there twice', 400, 'GET / HTTP/1.1\nHost: a\nhost: a\n'],
    ['empty', 200, 'GET / HTTP/1.1\nHost:\n'],
  ])('may be %s: %i, and the next request gets its response', async (_, status, request) => {
    const { port } = await start({ site: ({ url }) => new Response(`<${new URL(url).pathname}>`) })
    const client = await rawClient(port)
    client.send(`${request}\nGET /next HTTP/1.1\nHost: a\nConnection: close\n\n`)
    expect(await client.closed).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*</next>`))
  })

  it.each([
    'a b',
    '[::1',
    'user@a',
    'user:password@a',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    '<a>',
    'a:b',
    'a:99999',
    ':80',
    '[::g]',
    'a, b',
    '1.2.3.4.5',
    'a%20b',
    'школа.example',
  ])('may not be %s', async (host) => {
    const site = vi.fn(() => new Response())
    const { port } = await start({ site })
    const client = await rawClient(port)
    client.send(`GET / HTTP/1.1\nHost: ${host}\nConnection: close\n\n`)
    expect(await client.closed).toMatch(/^HTTP\/1.1 400 /)
    expect(site).not.toHaveBeenCalled()
  })

  it.each([
    ['a', 'http://a/x'],
    ['A.example:8080', 'http://a.example:8080/x'],
    ['[::1]:8080', 'http://[::1]:8080/x'],
    ['203.0.113.7', 'http://203.0.113.7/x'],
    ['xn--80aswg.example:', 'http://xn--80aswg.example/x'],
    ['school.example.', 'http://school.example./x'],
    ['school.example.:8080', 'http://school.example.:8080/x'],
    ["a!$&'()*+,;=~b", "http://a!$&'()*+,;=~b/x"],
  ])('is used for the URL if it is %s', async (host, url) => {
    const { port } = await start({ site: (request) => new Response(`<${new URL(request.url)}>`) })
    const client = await rawClient(port)
    client.send(`GET /x HTTP/1.1\nHost: ${host}\nConnection: close\n\n`)
    expect(await client.closed).toContain(`<${url}>`)
  })

  it('is ignored if the request target is a URL', async () => {
    const { port } = await start({ site: (request) => new Response(`<${new URL(request.url)}>`) })
    const client = await rawClient(port)
    client.send('GET http://school.example./x HTTP/1.1\nHost: a\nConnection: close\n\n')
    expect(await client.closed).toContain('<http://school.example./x>')
  })

  it('may be missing in HTTP/1.0', async () => {
    const { port } = await start({ site: () => new Response() })
    const client = await rawClient(port)
    client.send('GET / HTTP/1.0\n\n')
    expect(await client.closed).toMatch(/^HTTP\/1.1 200 /)
  })
})
