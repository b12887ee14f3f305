import { afterEach, describe, expect, it, vi } from 'vitest'

import { rawClient } from './raw-client.fixture.ts'
import { type RequestHandler, start } from './start.fixture.ts'

const MIB = 1024 * 1024

afterEach(() => void vi.restoreAllMocks())

describe('a request body that is longer than maxSiteBodyBytes', () => {
  const readers: Record<string, (request: Request) => Promise<unknown>> = {
    text: (request) => request.text(),
    json: (request) => request.json(),
    arrayBuffer: (request) => request.arrayBuffer(),
    formData: (request) => request.formData(),
    clone: (request) => request.clone().text(),
    async body(request) {
      for await (const _ of request.body!);
    },
  }

  it.each(Object.entries(readers))(
    'gets a 413 without a log line if site reads %s',
    async (_, read) => {
      const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
      const site: RequestHandler = async (request) => new Response(String(await read(request)))
      const { port } = await start({ site })
      const client = await rawClient(port)
      client.send(
        'POST /stripe HTTP/1.1\nHost: a\nContent-Type: application/x-www-form-urlencoded\nTransfer-Encoding: chunked\n\n',
      )
      client.socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(8 * 16))

      expect(await client.received(/Payload too large/)).toMatch(/^HTTP\/1.1 413 /)
      await client.closed
      expect(stderr).not.toHaveBeenCalled()
    },
  )

  it('gets a 413 before site is called if Content-Length says so', async () => {
    const site = vi.fn(() => new Response('called'))
    const { url } = await start({ site })
    const response = await fetch(url, { method: 'POST', body: Buffer.alloc(MIB + 1) })
    expect([response.status, await response.text()]).toEqual([413, 'Payload too large\n'])
    expect(site).not.toHaveBeenCalled()
  })
})

describe('maxSiteBodyBytes', () => {
  it('is 1 MiB by default, and a body of exactly that length is read', async () => {
    const { url } = await start({
      site: async (request) => new Response(String((await request.text()).length)),
    })
    const response = await fetch(url, { method: 'POST', body: Buffer.alloc(MIB, 'x') })
    expect(await response.text()).toBe(String(MIB))
  })

  it('can be changed, and does not apply to the proxy', async () => {
    const echo: RequestHandler = async (request) => new Response(await request.text())
    const { url } = await start({ handle: echo, site: echo, maxSiteBodyBytes: 4 })
    const post = async (path: string, body: string) =>
      (await fetch(url + path, { method: 'POST', body })).status
    expect(await post('/', 'four')).toBe(200)
    expect(await post('/', 'fiver')).toBe(413)
    expect(await post('/functions/v1/conversion-capi', 'fiver')).toBe(200)
  })
})
