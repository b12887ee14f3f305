/**
 * Emulates Meta's Conversions API and browser pixel as a `fetch` function.
 *
 * @module
 */

export { createEmulator } from './lib/emulator.ts'
export type { Emulator } from './lib/emulator.ts'
export type { EmulatorOptions } from './lib/emulator-options.ts'
export type {
  LiveContent,
  LiveUpdate,
  ProxyOutcome,
  RecordedOutcome,
} from './lib/record/records.ts'
export type { ReceivedEvent } from './lib/event/received-event.ts'
export type { RejectedEvent, RejectedRequest } from './lib/record/rejected-request.ts'
export type { Faults, FaultyEndpoint, RecordableFault } from './lib/faults/faults.ts'
