import type { Page } from 'playwright-core'

import { startAnyHost } from '../../tests/peers/client-library-page.ts'
import { table } from '../lib/part.ts'
import { formatSpread, quantile } from '../lib/rounds.ts'

const RUNS = 3
const WARM_UP = 100
/** The calls that a page measures, by the names of their rows. */
const ROWS = {
  track: '`track()` with em, ph, fn, ln; `fetch` stubbed',
  trackWithoutPii: '`track()` without personal data; `fetch` stubbed',
  trackSending: '`track()` with em, ph, fn, ln; real `fetch`',
  meta: 'Meta’s library: hashes em, ph, fn, ln, sends nothing',
}
type Kind = keyof typeof ROWS

/** Durations in milliseconds, in the order of the calls. */
type Timings = Record<Kind, number[]>

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
      runs.push(await timeInPage(page, calls))
    } finally {
      await close()
    }
  }
  const column = (share: number) => (kind: Kind) =>
    formatSpread(
      runs.map((timings) =>
        quantile(
          timings[kind].toSorted((a, b) => a - b),
          share,
        ),
      ),
      3,
    )
  return table(Object.keys(ROWS) as Kind[], {
    [`Milliseconds of one of ${calls} calls`]: (kind) => ROWS[kind],
    median: column(0.5),
    p95: column(0.95),
  })
}

/** The global variables of the two scripts. */
interface Scripts {
  polaris: { track: (eventName: string, customData: object, pii?: object) => string }
  clientParamBuilder: { getNormalizedAndHashedPII: (value: string, type: string) => string | null }
}

/**
 * Measures calls on the page's main thread. Each round measures one call of each kind, so that other load on the
 * machine affects all kinds equally. Every round has different personal data.
 */
function timeInPage(page: Page, calls: number): Promise<Timings> {
  return page.evaluate(
    async ({ calls, warmUp }) => {
      const { polaris, clientParamBuilder } = self as unknown as Scripts
      const { fetch } = self
      const delivered = Promise.resolve({
        status: 200,
        json: async () => ({ ok: true }),
      } as Response)
      const timings: Timings = { track: [], trackWithoutPii: [], trackSending: [], meta: [] }

      for (let at = -warmUp; at < calls; at++) {
        const person = {
          em: `  Anna.Petrova${at}@School.Example `,
          ph: `+7 (912) 345-${at + 1000}`,
          fn: `Анастасия-${at}`,
          ln: `O'Petrova ${at}`,
        }
        self.fetch = () => delivered
        await time('track', () => polaris.track('Lead', { value: at }, person))
        await time('trackWithoutPii', () => polaris.track('Lead', { value: at }))
        await time('meta', () => {
          clientParamBuilder.getNormalizedAndHashedPII(person.em, 'email')
          clientParamBuilder.getNormalizedAndHashedPII(person.ph, 'phone')
          clientParamBuilder.getNormalizedAndHashedPII(person.fn, 'first_name')
          clientParamBuilder.getNormalizedAndHashedPII(person.ln, 'last_name')
        })
        self.fetch = fetch
        await time('trackSending', () => polaris.track('Lead', { value: at }, person))

        /** Measures a call, and waits until pending promises and tasks of the browser have run. */
        async function time(kind: Kind, work: () => void): Promise<void> {
          const start = performance.now()
          work()
          const took = performance.now() - start
          if (at >= 0) timings[kind].push(took)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      return timings
    },
    { calls, warmUp: WARM_UP },
  )
}
