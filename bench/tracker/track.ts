/**
 * Prints how long `track()` blocks the main thread of a page, compared with Meta's browser library hashing the
 * same personal data. Three runs, each in a new browser.
 *
 *     pnpm bench:track [--calls 400]
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { startAnyHost } from '../../e2e/meta/client-library-page.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { type Timings, timeInPage } from './lib/time-in-page.ts'

const RUNS = 3
const WARM_UP = 100
const ROWS: [string, keyof Timings][] = [
  ['`track()` with em, ph, fn, ln; `fetch` stubbed', 'track'],
  ['`track()` without personal data; `fetch` stubbed', 'trackWithoutPii'],
  ['`track()` with em, ph, fn, ln; real `fetch`', 'trackSending'],
  ['Meta’s library: hashes em, ph, fn, ln, sends nothing', 'meta'],
  ['The page’s first `track()`; `fetch` stubbed', 'firstTrack'],
  ['Meta’s library, the page’s first four hashes', 'firstMeta'],
]

const { values } = parseArgs({ options: { calls: { type: 'string', default: '400' } } })
const calls = Number(values.calls)
if (!(calls >= 20)) throw new TypeError('--calls must be at least 20.')

const runs: Timings[] = []
let chromium = ''
for (let run = 0; run < RUNS; run++) {
  const { browser, port, close } = await startAnyHost()
  try {
    chromium = browser.version()
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page.addScriptTag({ url: '/tracker.js' })
    await page.addScriptTag({ url: '/meta.js' })
    runs.push(await timeInPage(page, calls, WARM_UP))
  } finally {
    await close()
  }
}

const [model] = cpus().map((cpu) => cpu.model)
console.log(`
${new Date().toISOString().slice(0, 10)}, Chromium ${chromium}, ${model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}; ${RUNS} runs of ${calls} calls after ${WARM_UP} warm-up calls

${markdownTable(
  ['Milliseconds on the main thread', 'median', 'medians of the runs', 'p95', 'p95 of the runs'],
  ROWS.map(([title, key]) => [title, ...spread(key, 0.5), ...spread(key, 0.95)]),
)}`)

/** Returns the cells of one row: the median of the runs, and the values of all runs. */
function spread(key: keyof Timings, share: number): [string, string] {
  const isOnce = runs[0]![key].length === 1
  if (isOnce && share !== 0.5) return ['', '']
  const each = runs.map((timings) => quantile(timings[key], share))
  return [milliseconds(quantile(each, 0.5)), each.map(milliseconds).join(', ')]
}

function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]!
}

function milliseconds(number: number): string {
  return number.toFixed(3)
}
