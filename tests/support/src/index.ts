/**
 * Shared support for tests, validators and benchmarks. Needs Node.
 *
 * @module
 */

export { addPages } from './lib/add-pages.ts'
export {
  ensureCommand,
  executableFromEnv,
  findExecutable,
  installDebianPackages,
} from './lib/ensure-command.ts'
export { getPort } from './lib/get-port.ts'
export { installPacked } from './lib/install-packed.ts'
export { LONG_TIMEOUT_MS, LONG_TIMEOUTS } from './lib/long-timeouts.ts'
export { run, runBin } from './lib/run.ts'
export { cleanEnvironment, startProcess } from './lib/start-process.ts'
export type { ProcessOptions, StartedProcess } from './lib/start-process.ts'
export { serveFetch, startServer } from './lib/start-server.ts'
export type { TestServer } from './lib/start-server.ts'
export { withFolder } from './lib/with-folder.ts'
