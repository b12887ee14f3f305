import { measureServer, quantile, type ServerResult } from '../http/measure-server.ts'
import { FORWARDER, NODE } from '../http/servers.ts'
import { withUpstream } from '../http/with-server.ts'
import { packageVersions } from '../report/measurement.ts'
import type { Part, Section, Target } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber } from '../report/spread.ts'
import { measureInFlight } from './in-flight.ts'

/** How our Node adapter behaves with more visitors and a slow upstream. */
export const growth: Part = {
  summary: 'the Node adapter with more visitors and a slower upstream',
  full: { seconds: 20 },
  quick: { seconds: 4 },
  run,
}

const MEBIBYTE = 2 ** 20
const MAX_MULTIPLE = 20
const VISITORS = [1, 10, 100, 1000]
const DELAYS = [0, 50, 500]

/** One server with a number of visitors, and an upstream that holds each event for `delay` milliseconds. */
interface Cell extends ServerResult {
  name: typeof NODE | typeof FORWARDER
  visitors: number
  delay: number
}

async function run({ seconds }: { seconds: number }): Promise<Section> {
  const cells: Cell[] = []
  for (const delay of DELAYS) {
    for (const visitors of VISITORS) await measureCell(NODE, visitors, delay)
  }
  // Shows which part of the queueing is not ours.
  for (const delay of [0, 50]) {
    for (const visitors of [100, 1000]) await measureCell(FORWARDER, visitors, delay)
  }
  const inFlight = await measureInFlight()
  return {
    title: 'As work grows',
    effort: `${seconds} s for each row`,
    versions: packageVersions(['autocannon']),
    blocks: [
      renderCells(cells),
      'Memory of one request while its upstream does not respond, after garbage collection:',
      inFlight.table,
    ],
    targets: [
      ...DELAYS.map((delay) => latencyTarget(cells, delay)),
      throughputTarget(cells),
      {
        subject: 'Memory of a request in flight',
        goal: `at most ${MAX_MULTIPLE} × \`maxBodyBytes\``,
        measured: `${inFlight.maxMultiple.toFixed(1)} ×`,
        isMet: inFlight.maxMultiple <= MAX_MULTIPLE,
      },
    ],
  }

  async function measureCell(name: Cell['name'], visitors: number, delay: number): Promise<void> {
    const warmUpSeconds = Math.min(visitors < 1000 ? 2 : 10, seconds)
    const result = await withUpstream(delay, async (startServer) =>
      measureServer(await startServer(name), { visitors, warmUpSeconds, seconds }),
    )
    cells.push({ name, visitors, delay, ...result })
  }
}

function renderCells(cells: Cell[]): string {
  const columns: Record<string, (cell: Cell) => string | number> = {
    Server: ({ name }) => name,
    visitors: ({ visitors }) => formatNumber(visitors),
    'upstream ms': ({ delay }) => delay,
    'events per s': ({ eventsPerSecond }) => formatNumber(eventsPerSecond),
    'added ms (p50)': ({ added }) => formatNumber(quantile(added, 0.5), 1),
    'added ms (p99)': ({ added }) => formatNumber(quantile(added, 0.99), 1),
    'µs of CPU per event': ({ cpuPerEvent }) => formatNumber(cpuPerEvent),
    'memory, MiB': ({ maxRss }) => formatNumber(maxRss / MEBIBYTE),
    failed: ({ failed }) => formatNumber(failed),
  }
  const render = Object.values(columns)
  return markdownTable(
    Object.keys(columns),
    cells.map((cell) => render.map((column) => column(cell))),
  )
}

function findCell(cells: Cell[], visitors: number, delay: number): Cell {
  return cells.find((cell) => cell.visitors === visitors && cell.delay === delay)!
}

function latencyTarget(cells: Cell[], delay: number): Target {
  const { added } = findCell(cells, 100, delay)
  const ratio = quantile(added, 0.99) / quantile(added, 0.5)
  return {
    subject: `p99 added for 100 visitors, upstream ${delay} ms`,
    goal: 'less than 2 × p50',
    measured: `${ratio.toFixed(2)} ×`,
    isMet: ratio < 2,
  }
}

function throughputTarget(cells: Cell[]): Target {
  const ratio = findCell(cells, 1000, 0).eventsPerSecond / findCell(cells, 100, 0).eventsPerSecond
  return {
    subject: 'Events per second with 1,000 visitors, upstream 0 ms',
    goal: 'at least 90 % of those with 100',
    measured: `${(ratio * 100).toFixed(0)} %`,
    isMet: ratio >= 0.9,
  }
}
