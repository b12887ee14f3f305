/**
 * What the tests and benchmarks share.
 *
 * @module
 */

export { getFreePort } from './lib/get-free-port.ts'
