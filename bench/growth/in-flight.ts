import { setTimeout as delay } from 'node:timers/promises'

import { CONVERSION_PATH, MAX_BODY_BYTES } from '@conversion-capi/core/protocol'

import { NODE } from '../http/servers.ts'
import { withUpstream } from '../http/with-server.ts'
import { LEAD, VISITOR } from '../proxies/lead.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber } from '../report/spread.ts'

const REQUESTS = 50

const BODIES: [string, string][] = [
  ['a string of 100 KB', bodyWith('x'.repeat(100_000))],
  ['the largest string', bodyWith('x'.repeat(MAX_BODY_BYTES - 1000))],
  // The smallest values that JSON can describe, and that cost the most memory each.
  [
    'as many empty lists as possible',
    bodyWith(Array.from({ length: (MAX_BODY_BYTES - 1000) / 3 - 1 }, () => [])),
  ],
]

/**
 * Measures the memory of our Node adapter while the upstream does not respond to many large events.
 *
 * @returns A table, and the most bytes of one request as a multiple of the default of `maxBodyBytes`.
 */
export async function measureInFlight(): Promise<{ table: string; maxMultiple: number }> {
  const rows: { name: string; bytes: number; perRequest: number }[] = []
  for (const [name, body] of BODIES) {
    rows.push({ name, bytes: Buffer.byteLength(body), perRequest: await memoryPerRequest(body) })
  }
  return {
    table: markdownTable(
      ['Body', 'bytes', 'bytes of memory per request', '× `maxBodyBytes`'],
      rows.map(({ name, bytes, perRequest }) => [
        name,
        formatNumber(bytes),
        formatNumber(perRequest),
        formatNumber(perRequest / MAX_BODY_BYTES, 2),
      ]),
    ),
    maxMultiple: Math.max(...rows.map(({ perRequest }) => perRequest)) / MAX_BODY_BYTES,
  }
}

function memoryPerRequest(body: string): Promise<number> {
  return withUpstream('never', async (startServer, upstream) => {
    const server = await startServer(NODE, ['--expose-gc'])
    const before = await server.report()
    const url = `http://127.0.0.1:${server.port}${CONVERSION_PATH}`
    let isOver = false
    const responses = Promise.all(
      Array.from({ length: REQUESTS }, () =>
        fetch(url, { method: 'POST', headers: VISITOR, body }),
      ),
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

function bodyWith(content: unknown): string {
  return JSON.stringify({ ...LEAD, custom_data: { content } })
}
