/**
 * The conversion proxy: {@link createHandler} with the configuration that {@link readConfig} returns. Its delivery alone
 * is {@link createSender}; {@link createRedelivery} delivers the events that could not be delivered at first.
 *
 * @module
 */

export { captureCheckout, type CheckoutData, parseCheckout } from './lib/checkout.ts'
export { type Config, DEFAULTS } from './lib/config.ts'
export type { ConfigSource } from './lib/config-lookup.ts'
export type { DroppedField } from './lib/diff-fields.ts'
export {
  type AdapterOptions,
  createHandler,
  type Handler,
  type HandlerOptions,
} from './lib/handler.ts'
export type { Warning } from './lib/event-warnings.ts'
export type { KeepLimits, SchoolOfEvent } from './lib/keep-event.ts'
export { type LogOutcomeOptions, logOutcome, type Severity } from './lib/log-outcome.ts'
export type { GiveUpReason, InvalidEventReason, Outcome, OutcomeDetails } from './lib/outcome.ts'
export { readConfig } from './lib/read-config.ts'
export { readSchools } from './lib/read-schools.ts'
export {
  createRedelivery,
  type Redelivery,
  type RedeliveryOptions,
  type RedeliveryResult,
} from './lib/redelivery.ts'
export type { RetryReason } from './lib/retry-reason.ts'
export {
  createSender,
  type EventToSend,
  type Sender,
  type SenderOptions,
  type SendResult,
} from './lib/sender.ts'
export type { NationalPhone } from './lib/to-international.ts'
export type { EventName, RejectionReason, ServerEvent } from './protocol.ts'
