import { measureServer, quantile } from '../http/measure-server.ts'
import { NODE } from '../http/servers.ts'
import { withServer } from '../http/with-server.ts'
import { interleave } from '../lib/interleave.ts'
import { UNHASHED_LEAD, LEAD } from '../proxies/lead.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { formatNumber, formatSpread, spread, spreadOfRatios } from '../report/spread.ts'

const VISITORS = 10
const ROUNDS = 5

const HASHED = 'personal data hashed by the page'
const BODIES = {
  [HASHED]: JSON.stringify(LEAD),
  'personal data hashed by the proxy': JSON.stringify(UNHASHED_LEAD),
  '1 KB': bodyOf(1),
  '10 KB': bodyOf(10),
  '100 KB': bodyOf(100),
}

/**
 * Measures our Node adapter with larger bodies, and with personal data that it hashes.
 *
 * @returns A table in Markdown.
 */
export function measureBodies(seconds: number): Promise<string> {
  return withServer(NODE, 0, [], async ({ server }) => {
    const names = Object.keys(BODIES) as (keyof typeof BODIES)[]
    const measure = (name: keyof typeof BODIES) =>
      measureServer(server, {
        visitors: VISITORS,
        warmUpSeconds: 0.2,
        seconds: seconds / ROUNDS,
        body: BODIES[name],
      })
    // Compiles the code.
    await interleave(names, 1, measure)
    const results = await interleave(names, ROUNDS, measure)
    const cpu = (name: keyof typeof BODIES) => results[name].map((result) => result.cpuPerEvent)
    return markdownTable(
      ['Body', 'bytes', 'µs of CPU per event', '× hashed by the page', 'added ms (p99)'],
      names.map((name) => [
        name,
        formatNumber(Buffer.byteLength(BODIES[name])),
        formatSpread(spread(cpu(name))),
        formatSpread(spreadOfRatios(cpu(name), cpu(HASHED)), 2),
        formatSpread(spread(results[name].map(({ added }) => quantile(added, 0.99))), 1),
      ]),
    )
  })
}

/** Returns an event of so many kilobytes, which a shopping cart fills. */
function bodyOf(kilobytes: number): string {
  const contents: object[] = []
  const event = { ...LEAD, custom_data: { ...LEAD.custom_data, contents } }
  const item = { id: 'physics-8', quantity: 1, item_price: 120 }
  const free = kilobytes * 1000 - JSON.stringify(event).length
  for (let size = 0; size < free; size += JSON.stringify(item).length + 1) contents.push(item)
  return JSON.stringify(event)
}
