import { launchChromium } from '@conversion-capi/test-support/chromium'
import { startServer } from '@conversion-capi/test-support'

import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { packageVersions } from '../lib/results.ts'
import { formatSpread, interleave, ratios } from '../lib/rounds.ts'
import { measureCalls } from './calls.ts'
import { OURS, PLAUSIBLE, readPageScripts } from './lib/page-scripts.ts'
import { type ColdTimes, timeColdPage } from './lib/time-cold-page.ts'

/** The time of the tracker on the main thread of a page. */
export const tracker: Part = {
  summary:
    'milliseconds of the tracker on the main thread, compared with the scripts of other projects',
  full: { rounds: 25 },
  quick: { rounds: 5 },
  run,
}

const CALLS_PER_ROUND = 16

async function run({ rounds }: Effort): Promise<Section> {
  const { results, browser } = await measureColdPage(rounds)
  const own = (name: string): number[] =>
    results[name]!.map(
      ({ total, cookies, storage, sending }) => total - cookies - storage - sending,
    )
  const column = (key: keyof ColdTimes) => (name: string) =>
    formatSpread(
      results[name]!.map((times) => times[key]),
      2,
    )
  return {
    title: 'Tracker on the main thread',
    effort: `${rounds} rounds`,
    versions: [
      browser,
      ...packageVersions([PLAUSIBLE, 'web-vitals', 'meta-capi-param-builder-clientjs']),
    ],
    blocks: [
      'Milliseconds on the main thread in a page that loads the script first, with the first page view:',
      table(Object.keys(results), {
        Script: (name) => name,
        'own code': (name) => formatSpread(own(name), 2),
        '× ours': (name) => formatSpread(ratios(own(name), own(OURS)), 2),
        cookies: column('cookies'),
        storage: column('storage'),
        sending: column('sending'),
        total: column('total'),
      }),
      await measureCalls(rounds * CALLS_PER_ROUND),
    ],
    targets: [
      target(
        'Own code of the tracker in a cold page, compared with Plausible’s',
        'no slower',
        ratios(own(OURS), own(PLAUSIBLE)),
        (median) => median <= 1,
      ),
    ],
  }
}

/** Measures how long our script and other projects' scripts block the main thread of a page that loads them first. */
async function measureColdPage(rounds: number) {
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
    const results = await interleave(Object.keys(scripts), rounds, (name) =>
      timeColdPage(browser, url, scripts[name]!),
    )
    return { results, browser: `Chromium ${browser.version()}` }
  } finally {
    await browser.close()
    await close()
  }
}
