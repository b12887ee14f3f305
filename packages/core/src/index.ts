/**
 * The conversion proxy: {@link createHandler} with a configuration from {@link readConfig}.
 *
 * @module
 */

export type { Config } from './lib/config.ts'
export {
  type AdapterOptions,
  createHandler,
  type Handler,
  type HandlerOptions,
} from './lib/handler.ts'
export type { DroppedField } from './lib/list-dropped.ts'
export { type LogOptions, logOutcome, type Severity } from './lib/log-outcome.ts'
export type { Outcome } from './lib/outcome.ts'
export { readConfig } from './lib/read-config.ts'
