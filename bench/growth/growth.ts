import { setTimeout as delay } from 'node:timers/promises'

import { CONVERSION_PATH, MAX_BODY_BYTES } from '@conversion-capi/core/protocol'

import { measureServer, withUpstream } from '../http/measure-server.ts'
import { NODE } from '../http/servers.ts'
import {
  type Effort,
  format,
  type Part,
  quantile,
  type Section,
  table,
  target,
} from '../lib/part.ts'
import { LEAD, VISITOR } from '../proxies/proxy.ts'

export const growth: Part = {
  title: 'As work grows',
  summary: 'the Node adapter with more visitors and a slower upstream',
  peers: ['autocannon'],
  full: { seconds: 20 },
  quick: { seconds: 4 },
  run,
}

const MEBIBYTE = 2 ** 20
const DELAYS = [0, 50, 500]

async function run({ seconds }: Effort): Promise<Section> {
  const loads = DELAYS.flatMap((ms) => [100, 1000].map((visitors) => ({ visitors, ms })))
  // One after the other.
  const results = await Array.fromAsync(loads, async ({ visitors, ms }) => {
    const load = { visitors, warmUpSeconds: Math.min(visitors / 100, seconds), seconds }
    const result = await withUpstream(ms, async (startServer) =>
      measureServer(await startServer(NODE), load),
    )
    const [p50, p99] = [quantile(result.added, 0.5), quantile(result.added, 0.99)]
    return { visitors, ms, p50, p99, ...result }
  })
  const used = await memoryPerRequest()
  const rowsOf = (visitors: number) => results.filter((row) => row.visitors === visitors)
  const scaled = rowsOf(1000)[0]!.eventsPerSecond / rowsOf(100)[0]!.eventsPerSecond
  return {
    effort: `${seconds} s for each row`,
    blocks: [
      table(results, {
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
      ...rowsOf(100).map(({ ms, p50, p99 }) =>
        target(`p99 for 100 visitors, upstream ${ms} ms`, [p99 / p50], 'at most', 2, '× p50'),
      ),
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
