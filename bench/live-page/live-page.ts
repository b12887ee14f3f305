/**
 * Prints how fast the emulator's live page is with 10,000 events, while more arrive. Exits with code 1 if an
 * interaction or a frame takes 200 ms or more, or if memory grows.
 *
 *     pnpm bench:page [--events 10000]
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { markdownTable } from '../report/markdown-table.ts'
import { measureLivePage } from './lib/measure-live-page.ts'

const LIMIT_MS = 200
/** Between the second and the last set of events. */
const MAX_GROWTH = 1.2

const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } })
const count = Number(values.events)
if (!(count >= 100)) throw new TypeError('--events must be at least 100.')

const result = await measureLivePage(count)
const { firstPaintMs, allEventsMs, interactions, longestFrameMs, heapMb } = result
const [, second, , last] = heapMb as [number, number, number, number]
const slowest = Math.max(longestFrameMs, ...Object.values(interactions))

console.log(`
${new Date().toISOString().slice(0, 10)}, Chromium ${result.browser}, ${cpus()[0]!.model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}; ${count.toLocaleString('en-US')} events

${markdownTable(
  ['', 'ms'],
  [
    ['first paint', firstPaintMs.toFixed(0)],
    ['all events listed', allEventsMs.toFixed(0)],
    ...Object.entries(interactions).map(([name, ms]) => [name, ms.toFixed(0)]),
    ['longest frame while scrolling', longestFrameMs.toFixed(0)],
  ],
)}

The page’s heap with all events, and each time after as many more: ${heapMb.map((mb) => mb.toFixed(1)).join(', ')} MB.`)

if (slowest >= LIMIT_MS)
  fail(`An interaction took ${slowest.toFixed(0)} ms, more than ${LIMIT_MS} ms.`)
if (last > second * MAX_GROWTH) fail('The memory of the page is not bounded by maxEvents.')

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
