/**
 * Describes a response and the sources of events, with the same rules and sentences as the proxy's log. For tools such as the
 * emulator: the browser script and the functions do not need it.
 *
 * @module
 */

export type { Finding, Level } from './lib/common/finding.ts'
export { describeErrorCode } from './lib/upstream/describe-error-code.ts'
export { countSources, describeSources, type SourceCounts } from './lib/outcome/count-sources.ts'
export type { Outcome } from './lib/outcome/outcome.ts'
export { findTrafficSource, type TrafficSource } from './lib/outcome/find-traffic-source.ts'
export { findRetryReason, type RetryReason } from './lib/upstream/retry-reason.ts'
