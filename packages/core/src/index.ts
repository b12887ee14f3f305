/**
 * The conversion proxy: {@link createHandler} with the configuration that {@link readConfig} returns. Its delivery alone
 * is {@link createSender}, or {@link createBatchSender} for imports; {@link createRedelivery} delivers the events that
 * could not be delivered at first.
 *
 * @module
 */

export {
  type CaptureOptions,
  captureVisitor,
  parseVisitor,
  type VisitorData,
} from './lib/visitor.ts'
export { type Environment, readConfig } from './lib/config/read-config.ts'
export type { RetryReason } from './lib/upstream/retry-reason.ts'
export { type LogOutcomeOptions, logOutcome, type Severity } from './lib/outcome/log-outcome.ts'
export {
  type AdapterOptions,
  checkHandlerOptions,
  createHandler,
  type Handler,
  type HandlerOptions,
} from './lib/handler.ts'
export type { ActionSource, EventName, RejectionReason, ServerEvent } from './protocol.ts'
export type { NationalPhone } from './lib/pii/to-international.ts'
export { type Config, DEFAULTS } from './lib/config/config.ts'
export { type BatchSender, createBatchSender } from './lib/batch-sender.ts'
export type { ConfigValue } from './lib/config/settings.ts'
export { readSchools, type SchoolOfEvent } from './lib/config/read-schools.ts'
export type { GiveUpReason, Outcome, OutcomeDetails } from './lib/outcome/outcome.ts'
export { createSender } from './lib/sender.ts'
export { findTrafficSource, type TrafficSource } from './lib/outcome/find-traffic-source.ts'
export type { DroppedField } from './lib/event/diff-fields.ts'
export type { ConfigSource } from './lib/config/config-lookup.ts'
export type { KeepLimits } from './lib/keep-event.ts'
export type { InvalidEventReason } from './lib/event/server-event-parser.ts'
export type { Warning } from './lib/common/warning.ts'
export type { EventToSend, Sender, SenderOptions, SendResult } from './lib/delivery.ts'
export type { Result } from './lib/common/result.ts'
export type { UpstreamFetch } from './lib/upstream/forward.ts'
export type { UpstreamFetchResponse } from './lib/upstream/upstream-response.ts'
export {
  checkRedeliveryOptions,
  createRedelivery,
  type Redelivery,
  type RedeliveryOptions,
  type RedeliveryResult,
} from './lib/redelivery.ts'
