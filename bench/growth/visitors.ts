import { measureServer, quantile, type ServerResult } from '../http/measure-server.ts'
import { FORWARDER, NODE } from '../http/servers.ts'
import { withServer } from '../http/with-server.ts'
import { markdownTable } from '../report/markdown-table.ts'
import type { Section } from '../report/part.ts'
import { formatNumber } from '../report/spread.ts'

const MEBIBYTE = 2 ** 20

const VISITORS = [1, 10, 100, 1000]
const DELAYS = [0, 50, 500]

/** Measures our Node adapter with more and more visitors, and a slower and slower upstream. */
export async function measureVisitors(
  seconds: number,
): Promise<Pick<Section, 'blocks' | 'targets'>> {
  const cells: Cell[] = []
  for (const delay of DELAYS) {
    for (const visitors of VISITORS) cells.push(await measureCell(NODE, visitors, delay))
  }
  // Shows which part of the queueing is not ours.
  for (const delay of [0, 50]) {
    for (const visitors of [100, 1000]) cells.push(await measureCell(FORWARDER, visitors, delay))
  }

  return {
    blocks: [
      markdownTable(
        [
          'Server',
          'visitors',
          'upstream ms',
          'events per s',
          'added ms (p50)',
          'added ms (p99)',
          'µs of CPU per event',
          'memory, MiB',
          'failed',
        ],
        cells.map(({ name, visitors, delay, result }) => [
          name,
          formatNumber(visitors),
          delay,
          formatNumber(result.eventsPerSecond),
          formatNumber(quantile(result.added, 0.5), 1),
          formatNumber(quantile(result.added, 0.99), 1),
          formatNumber(result.cpuPerEvent),
          formatNumber(result.maxRss / MEBIBYTE),
          formatNumber(result.failed),
        ]),
      ),
    ],
    targets: [...DELAYS.map((delay) => latencyTarget(cells, delay)), throughputTarget(cells)],
  }

  async function measureCell(name: Cell['name'], visitors: number, delay: number): Promise<Cell> {
    const warmUpSeconds = Math.min(visitors < 1000 ? 2 : 10, seconds)
    const result = await withServer(name, delay, [], ({ server }) =>
      measureServer(server, { visitors, warmUpSeconds, seconds }),
    )
    return { name, visitors, delay, result }
  }
}

interface Cell {
  name: typeof NODE | typeof FORWARDER
  visitors: number
  delay: number
  result: ServerResult
}

function findResult(cells: Cell[], visitors: number, delay: number): ServerResult {
  return cells.find((cell) => cell.visitors === visitors && cell.delay === delay)!.result
}

function latencyTarget(cells: Cell[], delay: number): Section['targets'][number] {
  const { added } = findResult(cells, 100, delay)
  const ratio = quantile(added, 0.99) / quantile(added, 0.5)
  return {
    subject: `p99 added for 100 visitors, upstream ${delay} ms`,
    goal: 'less than 2 × p50',
    measured: `${ratio.toFixed(2)} ×`,
    isMet: ratio < 2,
  }
}

function throughputTarget(cells: Cell[]): Section['targets'][number] {
  const ratio =
    findResult(cells, 1000, 0).eventsPerSecond / findResult(cells, 100, 0).eventsPerSecond
  return {
    subject: 'Events per second with 1,000 visitors, upstream 0 ms',
    goal: 'at least 90 % of those with 100',
    measured: `${(ratio * 100).toFixed(0)} %`,
    isMet: ratio >= 0.9,
  }
}
