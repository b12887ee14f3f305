/**
 * The specification as one vitest suite that every host runs.
 *
 * @module
 */

export { describePreview } from './lib/describe-preview.ts'
export { describeConformance } from './lib/describe-conformance.ts'
export type { ConformanceOptions } from './lib/describe-conformance.ts'
export { overHttp } from './lib/host.ts'
export type { Host, StartHost } from './lib/host.ts'
export { type AdapterSuite, describeAdapter, withEnv } from './lib/describe-adapter.ts'
