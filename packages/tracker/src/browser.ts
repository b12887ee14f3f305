/**
 * The tracker as a module, for pages that bundle their own scripts.
 *
 * @module
 */

export { createTracker, type EventData, type PageTracker } from './lib/create-tracker.ts'
export type { Pii } from './lib/browser/pii.ts'
export type { TrackerOptions } from './lib/options.ts'
export type { PixelOptions } from './lib/browser/pixel.ts'
