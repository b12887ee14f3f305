/**
 * 100,000 events through the proxy while 30 % of all attempts fail, then 2,000 while nothing answers at
 * all. Ends with exit code 1 and a sentence for each promise that was broken.
 *
 *     pnpm soak [--events 100000] [--seed 1]
 */
import { parseArgs } from 'node:util'

import { judgeSoak, type SoakBounds } from './lib/soak/judge-soak.ts'
import { PLATFORM_FAULTS } from './lib/soak/platform-faults.ts'
import { printSoak } from './lib/soak/print-soak.ts'
import { runSoak } from './lib/soak/run-soak.ts'
import type { SoakSettings } from './lib/soak/soak-report.ts'
import { wholeNumber } from './lib/whole-number.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})

const settings: SoakSettings = {
  events: wholeNumber('events', values.events),
  parts: 10,
  concurrency: 200,
  pauseMs: 100,
  faultRate: 0.3,
  faults: Object.keys(PLATFORM_FAULTS),
  seed: wholeNumber('seed', values.seed),
  timeoutMs: 150,
  deadlineMs: 400,
  retries: 2,
  retryDelayMs: 1,
}
const bounds: SoakBounds = { minShare: 0.97, graceMs: 250, maxHeapGain: 1_000_000 }

// Not judged: Node is still compiling, which makes everything late that waits.
await runSoak({ ...settings, events: 2000 })

await soak('30 % of all attempts fail', settings, bounds)
await soak(
  'Nothing answers',
  {
    ...settings,
    events: 2000,
    faultRate: 1,
    faults: ['no answer, event not taken', 'no answer, event taken'],
  },
  { ...bounds, minShare: 0 },
)

async function soak(title: string, settings: SoakSettings, bounds: SoakBounds): Promise<void> {
  const report = await runSoak(settings)
  const problems = judgeSoak(report, bounds)
  printSoak(title, report)
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
