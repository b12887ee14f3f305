/**
 * Builds the browser script of the proxy.
 *
 * @module
 */

export { buildStub } from './lib/build-stub.ts'
export { buildTracker } from './lib/build-tracker.ts'
export type { TrackerOptions } from './lib/tracker-options.ts'
