/**
 * What an operator does with Meta and the school's lists: each function is what the command of the same name runs,
 * without a terminal.
 *
 * @module
 */

export { type DoctorOptions, runDoctor } from './lib/doctor/run-doctor.ts'
export type { Site } from './lib/environment/compare-pixel-id.ts'
export { type Mapping, readMapping } from './lib/list/mapping.ts'
export { reconcile, type ReconcileOptions, type Reconciliation } from './lib/reconcile/reconcile.ts'
export type { EventReport } from './lib/report/describe-verdict.ts'
export type { QualityReading } from './lib/report/parse-readings.ts'
export { type PixelReport, type ReportOptions, runReport } from './lib/report/run-report.ts'
export { runDry } from './lib/send/run-dry.ts'
export { runSend, type SendOptions } from './lib/send/run-send.ts'
export type { CommandResult } from './lib/terminal/command-result.ts'
export { CommandError } from './lib/terminal/errors.ts'
export type { Finding, Level } from '@conversion-capi/core/diagnostics'
