import type { EventName } from '@conversion-capi/core/protocol'

import type { Pii } from './pii.ts'

/** Custom data of an event, e.g. `{ value: 240, currency: 'EUR' }`. */
export type CustomData = Record<string, unknown>

/** The object that the script installs as `window[name]`. */
export interface Tracker {
  /**
   * Sends an event to the pixel and to the proxy under one event ID, so that Meta counts it once.
   *
   * Never throws and never blocks. If one copy cannot be sent, the other one is still sent.
   *
   * @param customData Sent unchanged: it must not contain personal data.
   * @param pii Personal data. It is hashed before this function returns.
   * @param eventId With the option `oncePerOrder`, the event ID: 1 to 100 ASCII characters without spaces and `@`. Default:
   *   `order_id` in the custom data, or a UUID.
   * @param defaultId Replaces the UUID, for callers that need the ID before the script has loaded. It is not checked.
   */
  track: (
    eventName: EventName,
    customData?: CustomData | null,
    pii?: Pii | null,
    eventId?: string | null,
    defaultId?: string,
  ) => string
  /**
   * Sets the visitor's consent, and forwards the decision to a pixel that is in the page.
   *
   * @param decision `true` sends the queued events. `false` deletes them, the events stored for a retry, and
   *   Meta's cookies. `'wait'` queues events until the next decision.
   */
  consent: (decision: boolean | 'wait') => void
  /**
   * Calls a function with the tracker. Pages call `push` of an array until the script has loaded, which then calls the
   * functions in that array: `(window.polaris ??= []).push((polaris) => polaris.track('Lead'))`.
   */
  push: (work: (tracker: Tracker) => unknown) => void
  /** With the option `program`, returns the custom data of the program that the page is about. Throws if there is none. */
  _program?: () => CustomData
}

export type TrackArguments = Parameters<Tracker['track']>

/** The body of the proxy's response. */
export type PostResult =
  | { ok?: boolean; kept?: boolean; status?: number; error?: string; upstream?: unknown }
  | null
  | undefined
