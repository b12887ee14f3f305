import { expect, it } from 'vitest'

import type { Journey } from './run-journey.ts'
import { runJourneys, withChromium } from './run-journeys.ts'

// A second run would draw other journeys.
it(
  'counts the events of 300 random journeys as the model does',
  { retry: 0, timeout: 1_600_000 },
  async () => {
    const seed = Date.now() % 1_000_000
    console.log(`To repeat these journeys: pnpm journeys --runs 300 --seed ${seed}`)
    expect(await runJourneys({ runs: 300, seed, limitMs: 1_500_000 })).toEqual([])
  },
)

/** Journeys that once had another result. */
const FOUND: [title: string, ...journey: Journey][] = [
  [
    'does not read the storage before consent when the browser is online again',
    'with a banner',
    'land, /',
    'network, offline',
    'network, fine',
  ],
]

it('passes each journey that a random run has found', async () => {
  await withChromium(async (run) => {
    for (const [title, ...journey] of FOUND) {
      await run(journey).catch((error: Error) => expect.fail(`${title}: ${error.message}`))
    }
  })
})
