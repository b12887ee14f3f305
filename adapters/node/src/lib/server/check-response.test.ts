import { afterEach, describe, expect, it, vi } from 'vitest'

import { type NodeServer, startServer } from './start-server.ts'

const servers: NodeServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  vi.restoreAllMocks()
})

describe('an unusable response of site', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'a value of type undefined. Return a Response.'],
    ['null', null, 'a value of type null. Return a Response.'],
    ['a string', 'facts', 'a value of type string. Return a Response.'],
    ['an object', { status: 200, body: 'facts' }, 'a value of type object. Return a Response.'],
    ['Response.error()', Response.error(), 'Response.error(). Return a Response with a status.'],
  ])(
    'is replaced by a 500, and the log says why, if site returns %s',
    async (_, value, problem) => {
      const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
      const { url } = await start({ site: () => value as Response })
      const response = await fetch(url)
      expect([response.status, await response.text()]).toEqual([500, 'Internal server error\n'])
      expect(stderr.mock.calls).toEqual([
        [`[@conversion-capi/node] GET failed with status 500: Option "site" returned ${problem}`],
      ])
    },
  )

  it('is replaced by a 500, and the log says why, if site returns the same Response twice', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const same = new Response('facts')
    const { url } = await start({ site: () => same })
    expect(await (await fetch(url)).text()).toBe('facts')
    expect((await fetch(url)).status).toBe(500)
    expect(stderr.mock.calls).toEqual([
      [expect.stringContaining('a Response whose body was already read. Return a new Response')],
    ])
  })
})

async function start({ site }: { site: () => Response }): Promise<NodeServer> {
  const options = { site, port: 0, hostname: '127.0.0.1', signals: false }
  const server = await startServer(() => new Response(), options)
  servers.push(server)
  return server
}
