import type { Tracker } from './start-tracker.ts'
import type { Pii } from './pii.ts'

/** Something that starts with the tracker, once the visitor agrees. */
export type AddOn = (tracker: Tracker) => void

/** What the tracker knows of the site it runs on; `buildTracker` and `createTracker` write it. */
export interface BrowserOptions {
  /** The global that gets the tracker, and the key of its storage. */
  name: string
  /** Where events are posted. */
  endpoint: string
  /** Whether PageViews are the page's own business. Default `false`. */
  noPageView?: boolean | undefined
  /** Whether nothing is sent, stored or set before `consent(true)`. Default `false`. */
  waits?: boolean | undefined
  /** Whether the visitor's browser objects, and is heeded. */
  isRefused?: boolean | undefined
  addOns?: AddOn[] | undefined
  /** Gives the address to send. Default: without query and fragment. */
  sourceUrl?: (() => string) | undefined
  /** Changes personal data before it is hashed. Default: as it was given. */
  preparePii?: ((pii: Pii) => Pii) | undefined
  /** Told of every delivery. Default: nobody. */
  log?: ((isSettled: boolean | undefined, body: string) => void) | undefined
}
