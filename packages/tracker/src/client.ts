/**
 * Calls the tracker from an app that bundles its own scripts.
 *
 * @module
 */

export {
  connectTracker,
  type EventData,
  type TrackerClient,
  type TrackerQueue,
} from './lib/connect-tracker.ts'
export type { Pii } from './lib/browser/pii.ts'
