import { CONVERSION_PATH, type EventName } from '@conversion-capi/core/protocol'

import { checkOptions } from '../check-options.ts'
import type { TrackerOptions } from '../tracker-options.ts'
import { allowQuery } from './add-ons/allow-query.ts'
import { declarative } from './add-ons/declarative.ts'
import { loadPixel } from './add-ons/load-pixel.ts'
import { nationalPhone } from './add-ons/national-phone.ts'
import { singlePage } from './add-ons/single-page.ts'
import type { Pii } from './pii.ts'
import { type CustomData, startTracker, type Tracker } from './start-tracker.ts'

/** What an event is about: Meta refuses a Purchase without value and currency. */
export type EventData<Name extends EventName> = Name extends 'Purchase'
  ? CustomData & { value: number; currency: string }
  : CustomData

export interface PageTracker extends Omit<Tracker, 'track'> {
  /** As {@link Tracker.track}, with what each event needs in its type. */
  track: <Name extends EventName>(
    eventName: Name,
    ...rest: Name extends 'Purchase'
      ? [customData: EventData<Name>, pii?: Pii | null]
      : [customData?: EventData<Name> | null, pii?: Pii | null]
  ) => string
}

/**
 * Starts a tracker in a page that bundles its own scripts. No global is set; `name` is the key of its entry
 * in local storage.
 *
 * @throws TypeError with a sentence that says what to write, when an option is unusable.
 */
export function createTracker(options: TrackerOptions): PageTracker {
  checkOptions(options)
  const { name, endpoint = CONVERSION_PATH, queryParameters, pixel } = options
  return startTracker({
    name,
    endpoint,
    noPageView: options.pageView === false,
    waits: options.consent === 'wait',
    isRefused: options.globalPrivacyControl !== 'ignore' && navigator.globalPrivacyControl,
    sourceUrl: queryParameters && allowQuery(queryParameters),
    preparePii: options.nationalPhone && nationalPhone(options.nationalPhone),
    log: options.debug ? console.log : undefined,
    addOns: [
      ...(pixel ? [loadPixel(pixel.id, pixel.src)] : []),
      ...(options.singlePage ? [singlePage] : []),
      ...(options.declarative ? [declarative] : []),
    ],
  }) as PageTracker
}
