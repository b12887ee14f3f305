/**
 * Builds the browser script of the proxy.
 *
 * @module
 */

export { buildTracker, type TrackerOptions } from './lib/build-tracker.ts'
