/**
 * What the tests and benchmarks share.
 *
 * @module
 */

export { type AdapterSuite, describeAdapter, withEnv } from './lib/describe-adapter.ts'
export { getFreePort } from './lib/get-free-port.ts'
