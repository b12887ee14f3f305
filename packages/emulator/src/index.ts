/**
 * A stand-in for Meta's Conversions API endpoint and for the browser pixel, as a fetch function.
 *
 * @module
 */

export { createEmulator } from './lib/create-emulator.ts'
export type { Emulator } from './lib/create-emulator.ts'
export type { EmulatorOptions } from './lib/emulator-options.ts'
export type { ReceivedEvent } from './lib/event-log.ts'
export type { Faults, FaultyEndpoint } from './lib/faults.ts'
