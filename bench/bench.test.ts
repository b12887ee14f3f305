import { expect, it } from 'vitest'

import { events } from './events/events.ts'
import { SERVER_NAMES } from './http/servers.ts'
import { withServers } from './http/measure-server.ts'
import { interleave } from './lib/part.ts'
import { checkProxy } from './proxies/check-proxy.ts'
import { createForwarder } from './proxies/forwarder.ts'
import { toProxy, UPSTREAM_BODY } from './proxies/proxy.ts'

it('measures every subject once in each round, and rotates the first', async () => {
  const order: string[] = []
  const measurements = await interleave(['a', 'b'], 2, async (name) => order.push(name))
  expect(order).toEqual(['a', 'b', 'a', 'b', 'b', 'a'])
  expect(measurements).toEqual({ a: [3, 6], b: [4, 5] })
})

it('rejects a proxy that sends a different event', async () => {
  let body = ''
  const send = createForwarder({
    graphUrl: 'http://127.0.0.1:9',
    async fetch(_, init) {
      body = (init!.body as string).replace('"Lead"', '"Purchase"')
      return new Response(UPSTREAM_BODY)
    },
  })
  await expect(checkProxy('forwarder', toProxy(send), () => [body])).rejects.toThrow(
    'forwarder did not forward the event correctly.',
  )
})

it('measures each subject in process, after each has forwarded the same event', async () => {
  const { blocks, targets } = await events.run({ rounds: 2, seconds: 0.02 })
  const [table] = blocks
  expect(table!.split('\n')).toHaveLength(2 + 4)
  expect(table).not.toMatch(/ 0\.0 \[/)
  expect(targets.map(({ measured }) => measured)).toEqual([
    expect.stringMatching(/^\d+\.\d\d \[.*\] ×$/),
  ])
})

it('starts each server, after which it forwards the same event', async () => {
  const started = await withServers(async (servers) => [...servers.keys()])
  expect(started).toEqual(SERVER_NAMES)
})
