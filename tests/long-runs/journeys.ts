/**
 * Runs 5,000 random journeys of a visitor in Chromium and compares what arrives with the model in
 * `tests/browsers/model/model.ts`. Prints the shortest failing journeys, and exits with code 1 if there are any.
 *
 *     pnpm journeys [--runs 5000] [--seed <number>] [--leaving]
 *     pnpm journeys --replay <file with the lines of a failing journey>
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import type { Journey } from '../browsers/model/run-journey.ts'
import { runJourneys, withChromium } from '../browsers/model/run-journeys.ts'
import { parseIntegerOption } from './lib/integer-option.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    leaving: { type: 'boolean' },
    replay: { type: 'string' },
  },
})
if (values.replay) {
  const lines = readFileSync(values.replay, 'utf8').trim().split('\n')
  await withChromium((run) => run(lines as unknown as Journey))
} else {
  const runs = parseIntegerOption('runs', values.runs)
  const seed = parseIntegerOption('seed', values.seed)
  console.log(`${runs} journeys, seed ${seed}`)
  const failures = await runJourneys(runs, seed, 10_000_000, console.log, values.leaving)
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}
console.log(process.exitCode ? 'Journeys failed.' : 'All journeys passed.')
