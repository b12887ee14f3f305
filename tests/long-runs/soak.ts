/**
 * Sends 100,000 events through the proxy while 30 % of all attempts fail, then 2,000 while the upstream
 * never responds. Prints a sentence for each failed check and exits with code 1.
 *
 *     pnpm soak [--events 100000] [--seed 1]
 */
import { parseArgs } from 'node:util'

import { parseIntegerOption } from './lib/integer-option.ts'
import { checkSoak, formatPercent, predictShare, type SoakBounds } from './lib/soak/check-soak.ts'
import { runSoak, type SoakReport, type SoakSettings } from './lib/soak/run-soak.ts'

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
  seed: parseIntegerOption('seed', values.seed),
  timeoutMs: 150,
  deadlineMs: 400,
  retries: 2,
  retryDelayMs: 1,
}
const bounds: SoakBounds = { minShare: 0.97, graceMs: 250, maxHeapGain: 500_000 }

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

function printSoak(title: string, { settings, ...report }: SoakReport): void {
  const { mean, deviation } = predictShare(settings)
  console.log(`\n${title}`)
  console.log(settings)
  console.log({
    ...report,
    eventsPerSecond: Math.round(settings.events / report.seconds),
    acceptedShare: formatPercent(report.accepted / settings.events),
    predictedShare: `${formatPercent(mean)} ± ${formatPercent(3 * deviation)}`,
  })
}
