/**
 * The conversion proxy: {@link createHandler} with the configuration that {@link readConfig} returns.
 *
 * @module
 */

export { type Config, DEFAULTS } from './lib/config.ts'
export type { DroppedField } from './lib/diff-fields.ts'
export {
  type AdapterOptions,
  createHandler,
  type Handler,
  type HandlerOptions,
} from './lib/handler.ts'
export { type LogOutcomeOptions, logOutcome, type Severity } from './lib/log-outcome.ts'
export type { Outcome, Warning } from './lib/outcome.ts'
export { readConfig } from './lib/read-config.ts'
export type { NationalPhone } from './lib/to-international.ts'
export type { EventName, RejectionReason } from './protocol.ts'
