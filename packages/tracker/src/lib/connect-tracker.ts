import type { EventName } from '@conversion-capi/core/protocol'

import { createEventId } from './browser/create-event-id.ts'
import type { Pii } from './browser/pii.ts'
import type { CustomData, Tracker } from './browser/tracker-api.ts'

/** Custom data of an event. Meta rejects a Purchase without `value` and `currency`. */
export type EventData<Name extends EventName> = Name extends 'Purchase'
  ? CustomData & { value: number | `${number}`; currency: string }
  : CustomData

/** The methods of the tracker that {@link connectTracker} returns. The types depend on the event name. */
export interface TrackerClient extends Pick<Tracker, 'consent'> {
  /**
   * Sends an event to the pixel and to the proxy under one event ID, so that Meta counts it once.
   *
   * Never throws. `customData` is sent unchanged and must not contain personal data; the script hashes `pii`.
   * `eventId` has 1 to 100 ASCII characters without spaces and `@`. Default: `order_id` in the custom data, or a UUID.
   */
  track: <Name extends EventName>(
    eventName: Name,
    ...rest: Name extends 'Purchase'
      ? [customData: EventData<Name>, pii?: Pii | null, eventId?: string | null]
      : [customData?: EventData<Name> | null, pii?: Pii | null, eventId?: string | null]
  ) => string
}

type Work = (tracker: TrackerClient) => unknown

/** The type of `window[name]`: an array of functions until the script has loaded, then the tracker. */
export type TrackerQueue = Work[] | { push: (work: Work) => void }

/**
 * Connects an app to the tracker that the page's script installs as `window[name]`.
 *
 * Calls made before the script has loaded are sent once it has. On a server, the methods do nothing; `track` still returns an
 * ID.
 *
 * @param name Same as the option `name` of the script.
 */
export function connectTracker(name: string): TrackerClient {
  let latest: boolean | 'wait'
  function push(work: Parameters<Tracker['push']>[0]): void {
    if (typeof window !== 'undefined') {
      const page = window as unknown as Record<string, Pick<Tracker, 'push'> | undefined>
      // An element with the id `name` is a property of `window` too.
      const queue = page[name]?.push ? page[name] : (page[name] = [] as never)
      queue.push(work)
    }
  }
  return {
    track(eventName, customData?: CustomData | null, pii?: Pii | null, eventId?: string | null) {
      // The rule of the option `oncePerOrder`.
      const ownId = /^[!-?A-~]{1,100}$/.exec((eventId || customData?.['order_id'] || '') as string)
      const id = '' + (ownId || createEventId())
      push((tracker) => tracker.track(eventName, customData, pii, eventId, id))
      return id
    },
    consent(decision) {
      latest = decision
      // A visitor can withdraw consent before the script has loaded.
      push((tracker) => tracker.consent(decision && latest))
    },
  }
}
