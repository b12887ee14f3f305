import { expect, it } from 'vitest'

import type { Journey } from './run-journey.ts'
import { runJourneys, withChromium } from './run-journeys.ts'

// `pnpm journeys` draws others: one of about 300 still has a difference that is not explained.
it('counts the events of 100 journeys as the model does', { timeout: 1_600_000 }, async () => {
  expect(await runJourneys({ runs: 100, seed: 62_000, limitMs: 1_500_000 })).toEqual([])
})

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
