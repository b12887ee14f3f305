import { expect, it } from 'vitest'

import { FORWARDER, SERVER_NAMES } from './http/servers.ts'
import { checkServer, withServers, withUpstream } from './http/measure-server.ts'
import { interleave } from './lib/part.ts'

it('measures every subject once in each round, and rotates the first', async () => {
  const order: string[] = []
  const measurements = await interleave(['a', 'b'], 2, async (name) => order.push(name))
  expect(order).toEqual(['a', 'b', 'a', 'b', 'b', 'a'])
  expect(measurements).toEqual({ a: [3, 6], b: [4, 5] })
})

it('rejects a server that sends a different event', async () => {
  await withUpstream(async (startServer, upstream) => {
    const server = await startServer(FORWARDER)
    const report = async () => {
      const received = await upstream.report()
      return { ...received, lastBody: received.lastBody.replace('"Lead"', '"Purchase"') }
    }
    await checkServer(FORWARDER, server, upstream)
    await expect(checkServer(FORWARDER, server, { report })).rejects.toThrow(
      'bare forwarder did not forward the event correctly.',
    )
  })
})

it('starts each server, after which it forwards the same event', async () => {
  const started = await withServers(async (servers) => [...servers.keys()])
  expect(started).toEqual(SERVER_NAMES)
})
