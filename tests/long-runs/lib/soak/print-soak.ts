import { formatPercent, predictShare } from './check-soak.ts'
import type { SoakReport } from './soak-report.ts'

/** Prints the settings and the result of a run. */
export function printSoak(title: string, report: SoakReport): void {
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
