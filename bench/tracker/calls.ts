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

/**
 * Measures how long `track()` blocks the main thread of a page, compared with Meta's browser library hashing the same
 * personal data. Each run uses a new browser.
 *
 * @param calls The number of calls in each run, after 100 calls that are not measured.
 * @returns A table in Markdown.
 */
export async function measureCalls(calls: number): Promise<string> {
  const runs: Record<Kind, number[]>[] = []
  for (let run = 0; run < RUNS; run++) {
    const { browser, port, close } = await startAnyHost()
    try {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${port}/`)
      await page.addScriptTag({ url: '/tracker.js' })
      await page.addScriptTag({ url: '/meta.js' })
      runs.push(await page.evaluate(timeCalls, { calls, warmUp: WARM_UP }))
    } finally {
      await close()
    }
  }
  const column = (share: number) => (kind: Kind) => {
    const sorted = runs.map((timings) => timings[kind].toSorted((a, b) => a - b))
    return formatSpread(
      sorted.map((timings) => quantile(timings, share)),
      3,
    )
  }
  return table(Object.keys(ROWS) as Kind[], {
    [`Milliseconds of one of ${calls} calls`]: (kind) => ROWS[kind],
    median: column(0.5),
    p95: column(0.95),
  })
}

interface Scripts {
  polaris: { track: (eventName: string, customData: object, pii?: object) => string }
  clientParamBuilder: { getNormalizedAndHashedPII: (value: string, type: string) => string | null }
}

/**
 * Measures calls on the page's main thread. Each round measures one call of each kind, so that other load on the
 * machine affects all kinds equally. Every round has different personal data.
 */
async function timeCalls({ calls, warmUp }: { calls: number; warmUp: number }) {
  const { polaris, clientParamBuilder } = self as unknown as Scripts
  const { fetch } = self
  const stub = async () => ({ status: 200, json: async () => ({ ok: true }) }) as Response
  const timings: Record<Kind, number[]> = {
    track: [],
    trackWithoutPii: [],
    trackSending: [],
    meta: [],
  }
  for (let at = -warmUp; at < calls; at++) {
    const [em, ph] = [`  Anna.Petrova${at}@School.Example `, `+7 (912) 345-${at + 1000}`]
    const [fn, ln] = [`Анастасия-${at}`, `O'Petrova ${at}`]
    const pii = { em, ph, fn, ln }
    const works: Record<Kind, () => void> = {
      track: () => polaris.track('Lead', { value: at }, pii),
      trackWithoutPii: () => polaris.track('Lead', { value: at }),
      meta() {
        clientParamBuilder.getNormalizedAndHashedPII(em, 'email')
        clientParamBuilder.getNormalizedAndHashedPII(ph, 'phone')
        clientParamBuilder.getNormalizedAndHashedPII(fn, 'first_name')
        clientParamBuilder.getNormalizedAndHashedPII(ln, 'last_name')
      },
      trackSending: () => polaris.track('Lead', { value: at }, pii),
    }
    for (const kind of Object.keys(works) as Kind[]) {
      self.fetch = kind === 'trackSending' ? fetch : stub
      const start = performance.now()
      works[kind]()
      const took = performance.now() - start
      if (at >= 0) timings[kind].push(took)
      // Pending promises and tasks of the browser run.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return timings
}
