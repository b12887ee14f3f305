/**
 * Emulates Meta's Conversions API and browser pixel as a `fetch` function.
 *
 * @module
 */

export { createEmulator } from './lib/emulator.ts'
export type { Emulator } from './lib/emulator.ts'
export type { EmulatorOptions, EventQuality } from './lib/emulator-options.ts'
export type { LiveContent, LiveUpdate } from './lib/records.ts'
export type { RawRequest } from './lib/logged-request.ts'
export type { ProxyOutcome, RecordedOutcome } from './lib/proxy-outcome.ts'
export type { ReceivedEvent } from './lib/received-event.ts'
export type { FaultedRequest, RejectedEvent, RejectedRequest } from './lib/rejected-request.ts'
export type {
  FaultName,
  FaultRate,
  Faults,
  FaultyEndpoint,
  RecordableFault,
} from './lib/faults/faults.ts'
