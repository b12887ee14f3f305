import { setTimeout as delay } from 'node:timers/promises'

import { CONVERSION_PATH, MAX_BODY_BYTES } from '@conversion-capi/core/protocol'

import { measureServer, withUpstream } from '../http/measure-server.ts'
import { FORWARDER, NODE, type ServerName } from '../http/servers.ts'
import {
  type Effort,
  format,
  type Part,
  quantile,
  type Section,
  table,
  target,
} from '../lib/part.ts'
import { LEAD, VISITOR } from '../http/lead.ts'

export const growth: Part = {
  title: 'As work grows',
  summary: 'the Node adapter and a bare forwarder with more visitors and a slower upstream',
  peers: ['autocannon'],
  full: { seconds: 20 },
  quick: { seconds: 4 },
  run,
}

const MEBIBYTE = 2 ** 20
const DELAYS = [0, 500]

async function run({ seconds }: Effort): Promise<Section> {
  const loads = DELAYS.flatMap((ms) =>
    [100, 1000].flatMap((visitors) =>
      ([FORWARDER, NODE] as const).map((name) => ({ name, visitors, ms })),
    ),
  )
  // One after the other.
  const results = await Array.fromAsync(loads, async ({ name, visitors, ms }) => {
    const load = { visitors, warmUpSeconds: Math.min(visitors / 100, seconds), seconds }
    const result = await withUpstream(ms, async (startServer) =>
      measureServer(await startServer(name), load),
    )
    const [p50, p99] = [quantile(result.added, 0.5), quantile(result.added, 0.99)]
    return { name, visitors, ms, p50, p99, ...result }
  })
  const used = await memoryPerRequest()
  const rowsOf = (name: ServerName, visitors: number) =>
    results.filter((row) => row.name === name && row.visitors === visitors)
  const scaled = rowsOf(NODE, 1000)[0]!.eventsPerSecond / rowsOf(NODE, 100)[0]!.eventsPerSecond
  return {
    effort: `${seconds} s for each row`,
    blocks: [
      table(results, {
        Server: ({ name }) => name,
        visitors: ({ visitors }) => format(visitors),
        'upstream ms': ({ ms }) => ms,
        'events per s': ({ eventsPerSecond }) => format(eventsPerSecond),
        'added ms (p50)': ({ p50 }) => format(p50, 1),
        'added ms (p99)': ({ p99 }) => format(p99, 1),
        'µs of CPU per event': ({ cpuPerEvent }) => format(cpuPerEvent),
        'memory, MiB': ({ maxRss }) => format(maxRss / MEBIBYTE),
        failed: ({ failed }) => format(failed),
      }),
      `Memory of one request while its upstream does not respond, after garbage collection: ${format(used)} bytes.`,
    ],
    targets: [
      ...rowsOf(NODE, 100).map(({ ms, p99 }, at) => {
        const ratio = p99 / rowsOf(FORWARDER, 100)[at]!.p99
        return target(
          `p99 for 100 visitors, upstream ${ms} ms`,
          [ratio],
          'at most',
          1,
          '× the forwarder’s',
        )
      }),
      target('Events per second, 1,000 visitors', [scaled], 'at least', 0.9, '× those of 100'),
      target('Memory of a request', [used / MAX_BODY_BYTES], 'at most', 20, '× `maxBodyBytes`', 1),
    ],
  }
}

const REQUESTS = 50

/** Empty lists are the smallest values that JSON can describe, and cost the most memory each. */
const LISTS = Array.from({ length: (MAX_BODY_BYTES - 1000) / 3 - 1 }, () => [])

/** Returns the bytes of memory per request of our Node adapter while the upstream does not respond to many events. */
function memoryPerRequest(): Promise<number> {
  return withUpstream('never', async (startServer, upstream) => {
    const server = await startServer(NODE, ['--expose-gc'])
    const before = await server.report()
    const url = `http://127.0.0.1:${server.port}${CONVERSION_PATH}`
    const body = JSON.stringify({ ...LEAD, custom_data: { content: LISTS } })
    const request = { method: 'POST', headers: VISITOR, body }
    let isOver = false
    const responses = Promise.all(
      Array.from({ length: REQUESTS }, () => fetch(url, request)),
    ).finally(() => (isOver = true))
    while ((await upstream.report()).requests < REQUESTS) {
      if (isOver)
        throw new Error('The machine is too busy: requests ended before all were in flight.')
      await delay(50)
    }
    const { used } = await server.report()
    await responses
    return (used - before.used) / REQUESTS
  })
}
