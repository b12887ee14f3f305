import type { EventName } from '@conversion-capi/core/protocol'

import { groupByField, platformFunctions } from './option-fields.ts'
import { checkOptions, type TrackerOptions } from './options.ts'
import * as addOns from './browser/add-ons.ts'
import type { Pii } from './browser/pii.ts'
import type { BrowserOptions } from './browser/browser-options.ts'
import { startTracker } from './browser/tracker.ts'
import type { CustomData, Tracker } from './browser/tracker-api.ts'

/** Custom data of an event. Meta rejects a Purchase without `value` and `currency`. */
export type EventData<Name extends EventName> = Name extends 'Purchase'
  ? CustomData & { value: number | `${number}`; currency: string }
  : CustomData

/** The tracker that {@link createTracker} returns. `track` checks the types of custom data by event name. */
export interface PageTracker extends Omit<Tracker, 'track'> {
  /**
   * Sends an event to the pixel and to the proxy under one event ID, so that Meta counts it once.
   *
   * Never throws and never blocks. `customData` is sent unchanged and must not contain personal data; `pii` is hashed
   * before this function returns.
   *
   * With the option `oncePerOrder`, `eventId` is the event ID. Default: `order_id` in the custom data, or a UUID.
   *
   * @returns The event ID.
   */
  track: <Name extends EventName>(
    eventName: Name,
    ...rest: Name extends 'Purchase'
      ? [customData: EventData<Name>, pii?: Pii | null, eventId?: string | null]
      : [customData?: EventData<Name> | null, pii?: Pii | null, eventId?: string | null]
  ) => string
}

/**
 * Starts a tracker in a page that bundles its own scripts.
 *
 * Does not set a global variable. `name` is the prefix of the tracker's keys in local storage.
 *
 * @param options Same as the options of `buildTracker`.
 * @returns The tracker.
 * @throws {TypeError} If an option is unknown or invalid. The message names it and describes valid values.
 */
export function createTracker(options: TrackerOptions): PageTracker {
  checkOptions(options)
  const behaviors: Partial<Record<string, (value: never) => unknown>> = addOns
  const fields = groupByField(options, (name, value) => {
    const behavior = behaviors[name]
    return behavior ? behavior(value as never) : value
  })
  const tracker = startTracker(fields as unknown as BrowserOptions)
  for (const name of platformFunctions(options)) {
    const start = behaviors[name]!(undefined as never) as (tracker: Tracker) => void
    start(tracker)
  }
  return tracker as PageTracker
}
