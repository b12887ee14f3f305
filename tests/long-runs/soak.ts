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

/** Prints the settings and the result of a run. */
function printSoak(title: string, report: SoakReport): void {
  const { settings, latency } = report
  const { mean, deviation } = predictShare(settings)
  const failed = report.failedNotCounted + report.failedButCounted

  console.log(`
${title}
  settings      ${settings.events} events, in ${settings.parts} parts, seed ${settings.seed};
                ${settings.concurrency} visitors at a time, each pausing ${settings.pauseMs} ms on average;
                timeoutMs ${settings.timeoutMs}, deadlineMs ${settings.deadlineMs}, retries ${settings.retries}, retryDelayMs ${settings.retryDelayMs}
  took          ${report.seconds.toFixed(1)} s, ${Math.round(settings.events / report.seconds)} events/s
  ok: true      ${report.accepted} (${formatPercent(report.accepted / settings.events)}), each counted once; predicted ${formatPercent(mean)} ± ${formatPercent(3 * deviation)}
  ok: false     ${failed}: ${report.failedNotCounted} not counted, ${report.failedButCounted} counted once
  wrong         ${report.countedTwice.length} counted twice, ${report.acceptedNotCounted.length} accepted but not counted, ${report.neverSent.length} counted but not sent
  duplicates    ${report.duplicates} copies discarded by the emulator
  attempts      ${report.attempts
    .map((count, attempts) => `${attempts}: ${count}`)
    .filter(Boolean)
    .join(', ')}
  latency       p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms, max ${latency.max.toFixed(1)} ms; the event loop was up to ${report.loopDelayMs.toFixed(1)} ms late
  heap          ${report.heap.map((bytes) => (bytes / 1e6).toFixed(2)).join(', ') || 'not measured'} MB after each part
  leaks         ${report.leaks} upstream requests with unhashed personal data
  rejections    ${report.unhandledRejections.length} unhandled
  faults        ${Object.entries(report.faults)
    .map(([name, count]) => `${count} × ${name}`)
    .join('\n                ')}`)
}
