import { expect, it } from 'vitest'

import type { Journey } from './run-journey.ts'
import { runJourneys, withChromium } from './run-journeys.ts'

/** The same in each run, so that a failure is of the change. `pnpm journeys` draws other ones. */
const SEED = 744_502

it(`counts events as the model does, seed ${SEED}`, { timeout: 1_600_000, retry: 0 }, async () => {
  expect(await runJourneys(300, SEED, 1_500_000)).toEqual([])
})

/** Journeys that once had another result. */
const FOUND = {
  'does not read the storage before consent when the browser is online again':
    'with a banner | land, / | network, offline | network, fine',
  'stores a failed event of a form that opens a page when the visitor comes back to the form':
    'without a banner | land, / | network, misrouted | submit, anna@school.example, with a page load | back',
  'does not read the session storage after consent is withdrawn in another tab':
    'with a banner | land, / | decide, yes | open tab, / | decide, no | switch tab | submit, anna@school.example, emptied',
  'does not read cookies for a form on an excluded page':
    'with a banner | land, / | decide, yes | route, push, /student | submit, anna@school.example, hidden',
  'counts a person who sends a form again after agreeing':
    'with a banner | land, / | decide, no | submit, anna@school.example, once | wait, seconds | decide, yes | submit, anna@school.example, once | wait, seconds | leads, 1',
  'counts a form of a page that is closed after the connection is lost':
    'without a banner | land, / | open tab, / | submit, anna@school.example, once | network, offline | close tab | network, fine | leads, 1',
}

it('passes each journey that a random run has found', async () => {
  await withChromium(async (run) => {
    for (const [title, journey] of Object.entries(FOUND)) {
      const steps = journey.split(' | ') as unknown as Journey
      await run(steps).catch((error: Error) => expect.fail(`${title}: ${error.message}`))
    }
  })
})
