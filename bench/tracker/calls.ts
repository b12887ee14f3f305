import { startAnyHost } from '../../tests/peers/client-library-page.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { formatSpread, spread } from '../report/spread.ts'
import { type Timings, timeInPage } from './lib/time-in-page.ts'

const RUNS = 3
const WARM_UP = 100
const ROWS: [string, keyof Timings][] = [
  ['`track()` with em, ph, fn, ln; `fetch` stubbed', 'track'],
  ['`track()` without personal data; `fetch` stubbed', 'trackWithoutPii'],
  ['`track()` with em, ph, fn, ln; real `fetch`', 'trackSending'],
  ['Meta’s library: hashes em, ph, fn, ln, sends nothing', 'meta'],
]

/**
 * Measures how long `track()` blocks the main thread of a page, compared with Meta's browser library hashing the same personal
 * data. Each run uses a new browser.
 *
 * @param calls The number of calls in each run, after 100 calls that are not measured.
 * @returns A table in Markdown.
 */
export async function measureCalls(calls: number): Promise<string> {
  const runs: Timings[] = []
  for (let run = 0; run < RUNS; run++) {
    const { browser, port, close } = await startAnyHost()
    try {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${port}/`)
      await page.addScriptTag({ url: '/tracker.js' })
      await page.addScriptTag({ url: '/meta.js' })
      runs.push(await timeInPage(page, calls, WARM_UP))
    } finally {
      await close()
    }
  }
  return markdownTable(
    [`Milliseconds of one of ${calls} calls`, 'median', 'p95'],
    ROWS.map(([title, key]) => [title, column(runs, key, 0.5), column(runs, key, 0.95)]),
  )
}

/** Returns the spread of the runs. */
function column(runs: Timings[], key: keyof Timings, share: number): string {
  return formatSpread(spread(runs.map((timings) => quantile(timings[key], share))), 3)
}

function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]!
}
