/**
 * Emulates Meta's Conversions API and browser pixel as a `fetch` function.
 *
 * @module
 */

export { createEmulator } from './lib/emulator.ts'
export type { Emulator } from './lib/emulator.ts'
export type { EmulatorOptions } from './lib/emulator-options.ts'
export type { ReceivedEvent } from './lib/received-event.ts'
export type { RejectedEvent, RejectedRequest } from './lib/rejection-log.ts'
export type { FaultRate, Faults, FaultyEndpoint } from './lib/faults/faults.ts'
