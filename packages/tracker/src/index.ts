/**
 * Builds the browser script that sends conversion events.
 *
 * @module
 */

export { buildTracker } from './lib/build-tracker.ts'
export {
  PLATFORMS,
  READY_ATTRIBUTES,
  type TrackedPlatform,
  type TrackerOptions,
} from './lib/options.ts'
export { WIDGETS } from './lib/widgets.ts'
export type { PixelOptions } from './lib/browser/pixel.ts'
