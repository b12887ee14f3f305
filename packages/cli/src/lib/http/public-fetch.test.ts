import { request } from '@conversion-capi/meta/terminal'
import { startServer } from '@conversion-capi/test-support'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import { isPublic, publicFetch } from './public-fetch.ts'

describe('publicFetch', () => {
  it('connects to an IP of this machine only if it was named', async () => {
    const { server, visits } = await start()
    const named = new URL(server.url)
    expect(await get(named, server.url)).toMatchObject({ status: 200 })
    expect(visits).toEqual(['/'])
    const reason = 'it is in a local network, which no link of a site may lead to (PRIVATE_ADDRESS)'
    for (const url of [
      server.url,
      `http://localhost:${server.port}`,
      `http://[::1]:${server.port}`,
      `http://[::ffff:127.0.0.1]:${server.port}`,
      `http://2130706433:${server.port}`,
      `http://0.0.0.0:${server.port}`,
    ]) {
      expect(await get(new URL('https://school.example'), url), url).toEqual({ reason })
    }
    expect(visits).toEqual(['/'])
  })

  it('connects to no other port and no other name of the IP that was named', async () => {
    const { server, visits } = await start()
    const other = await start()
    const named = new URL(other.server.url)
    expect(await get(named, server.url)).toHaveProperty('reason')
    expect(await get(named, `http://localhost:${other.server.port}`)).toHaveProperty('reason')
    expect([...visits, ...other.visits]).toEqual([])
  })

  it('connects to localhost if it was named', async () => {
    const { server } = await start()
    const url = `http://localhost:${server.port}`
    expect(await get(new URL(url), url)).toMatchObject({ status: 200 })
  })
})

describe('isPublic', () => {
  it.each(['8.8.8.8', '193.0.6.139', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'allows %s',
    (ip) => {
      expect(isPublic(ip)).toBe(true)
    },
  )

  const PRIVATE =
    '172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 ' +
    '::1 :: fd00::1 fe80::1 64:ff9b::a00:1 2002:a00:1:: school.example'

  it.each([...PRIVATE.split(' '), ''])('rejects %j', (ip) => expect(isPublic(ip)).toBe(false))

  it('rejects every address of the private networks, however it is written', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0'), byte, byte, byte, (first, ...rest) => {
        const ip = [first, ...rest].join('.')
        expect(isPublic(ip)).toBe(false)
        expect(isPublic(`::ffff:${ip}`)).toBe(false)
      }),
    )
  })
})

async function start() {
  const visits: string[] = []
  const server = await startServer((incoming, response) => {
    visits.push(incoming.url!)
    response.end('page')
  })
  onTestFinished(server.close)
  return { server, visits }
}

function get(named: URL, url: string) {
  return request({ fetch: publicFetch(named), timeoutMs: 5000 }, url)
}
