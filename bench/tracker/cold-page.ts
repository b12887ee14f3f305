import { launchChromium } from '@conversion-capi/test-support/chromium'
import { startServer } from '@conversion-capi/test-support'

import { interleave } from '../lib/interleave.ts'
import { markdownTable } from '../report/markdown-table.ts'
import type { Target } from '../report/part.ts'
import { formatSpread, type Spread, spread, spreadOfRatios } from '../report/spread.ts'
import { OURS, PLAUSIBLE, readPageScripts } from './lib/page-scripts.ts'
import { type ColdTimes, timeColdPage } from './lib/time-cold-page.ts'

/** How long our script and other projects' scripts block the main thread of a page that loads them first. */
export interface ColdPage {
  blocks: string[]
  targets: Target[]
  /** For example `Chromium 142.0`. */
  browser: string
}

export async function measureColdPage(rounds: number): Promise<ColdPage> {
  const scripts = await readPageScripts()
  const { port, close } = await startServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    // Cross-origin isolation gives the page a clock of 5 µs.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.end('<!doctype html><title>Cold page</title>')
  })
  // A domain with two labels, as most sites have: the tracker sets cookies on the highest domain that accepts them.
  const url = `http://school.localhost:${port}/`
  const browser = await launchChromium()
  try {
    const names = Object.keys(scripts)
    const measure = (name: string) => timeColdPage(browser, url, scripts[name]!)
    // Warms up the browser, not the pages.
    await interleave(names, 1, measure)
    const results = await interleave(names, rounds, measure)
    return { ...report(names, results), browser: `Chromium ${browser.version()}` }
  } finally {
    await browser.close()
    await close()
  }
}

function report(names: string[], results: Record<string, ColdTimes[]>) {
  const own = (name: string): number[] => results[name]!.map(ownTime)
  const column = (name: string, key: keyof ColdTimes): string =>
    formatSpread(spread(results[name]!.map((times) => times[key])), 2)
  const ratio: Spread = spreadOfRatios(own(OURS), own(PLAUSIBLE))
  return {
    blocks: [
      'Milliseconds on the main thread in a page that loads the script first, with the first page view:',
      markdownTable(
        ['Script', 'own code', '× ours', 'cookies', 'storage', 'sending', 'total'],
        names.map((name) => [
          name,
          formatSpread(spread(own(name)), 2),
          formatSpread(spreadOfRatios(own(name), own(OURS)), 2),
          column(name, 'cookies'),
          column(name, 'storage'),
          column(name, 'sending'),
          column(name, 'total'),
        ]),
      ),
    ],
    targets: [
      {
        subject: 'Own code of the tracker in a cold page, compared with Plausible’s',
        goal: 'no slower',
        measured: `${formatSpread(ratio, 2)} ×`,
        isMet: ratio.median <= 1,
      },
    ],
  }
}

function ownTime({ total, cookies, storage, sending }: ColdTimes): number {
  return total - cookies - storage - sending
}
