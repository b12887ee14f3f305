/**
 * Sends 100,000 events through the proxy while 30 % of all attempts fail, then 2,000 while the upstream
 * never responds. Prints a sentence for each failed check and exits with code 1.
 *
 *     pnpm soak [--events 100000] [--seed 1]
 */
import { parseArgs } from 'node:util'

import { parseIntegerOption } from './lib/integer-option.ts'
import { checkSoak, type SoakBounds } from './lib/soak/check-soak.ts'
import { printSoak } from './lib/soak/print-soak.ts'
import { runSoak } from './lib/soak/run-soak.ts'
import type { SoakSettings } from './lib/soak/soak-report.ts'
import { UPSTREAM_FAULTS } from './lib/soak/upstream-faults.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})

const settings: SoakSettings = {
  events: parseIntegerOption('events', values.events),
  parts: 10,
  concurrency: 200,
  pauseMs: 100,
  faultRate: 0.3,
  faults: Object.keys(UPSTREAM_FAULTS),
  seed: parseIntegerOption('seed', values.seed),
  timeoutMs: 150,
  deadlineMs: 400,
  retries: 2,
  retryDelayMs: 1,
}
const bounds: SoakBounds = { minShare: 0.97, graceMs: 250, maxHeapGain: 1_000_000 }

// Not checked: the first events are slow because Node is still compiling.
await runSoak({ ...settings, events: 2000 })

await soak('30 % of all attempts fail', settings, bounds)
await soak(
  'The upstream never responds',
  {
    ...settings,
    events: 2000,
    faultRate: 1,
    faults: ['no response, event not recorded', 'no response, event recorded'],
  },
  { ...bounds, minShare: 0 },
)

async function soak(title: string, settings: SoakSettings, bounds: SoakBounds): Promise<void> {
  const report = await runSoak(settings)
  const problems = checkSoak(report, bounds)
  printSoak(title, report)
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
