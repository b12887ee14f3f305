import { percent } from './percent.ts'
import { predictShare } from './predict-share.ts'
import type { SoakReport } from './soak-report.ts'

/** Prints what was offered and what came of it. */
export function printSoak(title: string, report: SoakReport): void {
  const { settings, latency } = report
  const { mean, deviation } = predictShare(settings)
  const refused = report.refusedNotCounted + report.refusedYetCounted

  console.log(`
${title}
  settings      ${settings.events} events, in ${settings.parts} parts, seed ${settings.seed};
                ${settings.concurrency} visitors at a time, each pausing ${settings.pauseMs} ms on average;
                timeoutMs ${settings.timeoutMs}, deadlineMs ${settings.deadlineMs}, retries ${settings.retries}, retryDelayMs ${settings.retryDelayMs}
  took          ${report.seconds.toFixed(1)} s, ${Math.round(settings.events / report.seconds)} events/s
  ok: true      ${report.accepted} (${percent(report.accepted / settings.events)}), each counted once; predicted ${percent(mean)} ± ${percent(3 * deviation)}
  ok: false     ${refused}: ${report.refusedNotCounted} not counted, ${report.refusedYetCounted} counted once
  wrong         ${report.countedTwice.length} counted twice, ${report.acceptedNotCounted.length} answered ok and not counted, ${report.neverSent.length} counted and not sent
  duplicates    ${report.duplicates} copies discarded by the emulator
  attempts      ${report.attempts
    .map((count, attempts) => `${attempts}: ${count}`)
    .filter(Boolean)
    .join(', ')}
  answered in   p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms, max ${latency.max.toFixed(1)} ms; the event loop was up to ${report.loopDelayMs.toFixed(1)} ms late
  heap          ${report.heap.map((bytes) => (bytes / 1e6).toFixed(2)).join(', ') || 'not measured'} MB after each part
  in clear      ${report.leaks} requests to the platform with personal data in clear
  rejections    ${report.unhandledRejections.length} unhandled
  faults        ${Object.entries(report.struck)
    .map(([name, count]) => `${count} × ${name}`)
    .join('\n                ')}`)
}
