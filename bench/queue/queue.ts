import { statSync } from 'node:fs'
import { join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { serve, type ServeOptions } from '@conversion-capi/node'
import { withFolder } from '@conversion-capi/test-support'

import { measureServers } from '../http/measure-server.ts'
import { NODE, NODE_WITH_QUEUE } from '../http/servers.ts'
import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { format, formatSpread, ratios } from '../lib/rounds.ts'
import { configFor, LEAD, VISITOR } from '../proxies/lead.ts'

/** What the queue in a file costs. */
export const queue: Part = {
  summary: 'the queue of the Node adapter: requests with and without it, and kept events',
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  run,
}

const VISITORS = 32
const KEPT = 50_000
const SIZE_OF = 10_000

async function run({ rounds, seconds }: Effort): Promise<Section> {
  const names = [NODE, NODE_WITH_QUEUE] as const
  const results = await measureServers([...names], rounds, seconds)
  const cpu = (name: (typeof names)[number]) => results[name].map(({ cpuPerEvent }) => cpuPerEvent)
  const kept = await withFolder(measureKept)
  return {
    title: 'The queue in a file',
    effort: `${rounds} rounds of ${seconds} s, then ${format(KEPT)} kept events`,
    versions: [],
    blocks: [
      table(names, {
        Server: (name) => name,
        'µs of CPU per event that Meta accepts': (name) => formatSpread(cpu(name)),
      }),
      table([kept], {
        'Kept events per s': ({ perSecond }) => format(perSecond),
        [`MiB per ${format(SIZE_OF)} events`]: ({ bytes }) => format(bytes / 2 ** 20, 1),
        [`ms to start with ${format(KEPT)}`]: ({ startMs }) => format(startMs),
      }),
    ],
    targets: [
      target(
        'A request with a queue, compared with one without',
        'not measurable (0.95–1.05 ×)',
        ratios(cpu(NODE_WITH_QUEUE), cpu(NODE)),
        (median) => median <= 1.05,
      ),
    ],
  }
}

/** Sends events to a server whose upstream fails. */
async function measureKept(folder: string) {
  const path = join(folder, 'events.sqlite')
  const options: ServeOptions = {
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
    config: { ...configFor('http://127.0.0.1:9'), retries: 0 },
    queue: path,
    keepLimits: { perMinute: 1_000_000, total: 1_000_000 },
    fetch: async () => Response.json({}, { status: 503 }),
    onOutcome() {},
  }
  let server = await serve(options)
  const beganAt = performance.now()
  await sendKept(server.url, 0, SIZE_OF)
  const perSecond = (SIZE_OF / (performance.now() - beganAt)) * 1000
  await server.close()
  const bytes = statSync(path).size

  server = await serve(options)
  await sendKept(server.url, SIZE_OF, KEPT)
  await server.close()
  const startedAt = performance.now()
  server = await serve(options)
  const startMs = performance.now() - startedAt
  await server.close()
  return { perSecond, bytes, startMs }
}

async function sendKept(url: string, first: number, end: number): Promise<void> {
  let next = first
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (next < end) {
      const body = JSON.stringify({ ...LEAD, event_id: `event-${next++}` })
      await fetch(url + CONVERSION_PATH, { method: 'POST', headers: VISITOR, body }).then(
        (response) => response.text(),
      )
    }
  })
  await Promise.all(visitors)
}
