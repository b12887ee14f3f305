import type { EventName } from '@conversion-capi/core/protocol'

import type { MetaCookies } from './meta-cookies.ts'
import type { Pii } from './pii.ts'
import type { matchedPixel } from './pixel.ts'
import type { PostResult, TrackArguments, Tracker } from './tracker-api.ts'

/** Receives what happens to events. Its functions must not throw. */
export interface Log {
  /** Called after `track` has queued an event. */
  _tracked: (...args: TrackArguments) => void
  /** Called when `track` has queued an event that waits for consent. */
  _waiting: (eventName: EventName) => void
  /** Called when `track` discards an event because the page is excluded. */
  _excluded: (eventName: EventName) => void
  /** Called instead of sending an event that this browser has sent under the same ID. */
  _repeated: (eventName: EventName) => void
  /** Called after each attempt to send an event. */
  _attempted: (
    entry: string,
    isSettled: boolean | undefined,
    result: PostResult,
    response: Response | undefined,
  ) => void
}

/** Sends each order once. The functions must not throw. */
export interface Orders {
  /** Returns a value as an event ID, or `undefined` if it cannot be one. */
  _toId: (value: unknown) => string | undefined
  /** Returns whether this browser has sent the event, and remembers it. Called with consent. */
  _isSent: (event: string) => boolean | undefined
  _forget: () => void
}

/**
 * The options in the form that the tracker uses. `options.ts` maps options to these fields. The bundler shortens
 * property names that start with `_`.
 */
export interface BrowserOptions {
  _name: string
  _endpoint: string
  _pageView?: boolean | undefined
  _consent?: 'wait' | undefined
  /** Whether the visitor's browser sends Global Privacy Control and the site honors it. */
  _optedOut?: boolean | undefined
  /** Returns the query of the `event_source_url`, e.g. `?utm_source=ads`. Default: no query. */
  _query?: (() => string) | undefined
  /** Adds the source of the visit to a URL. Called with consent, or with `''` when consent is denied. Must not throw. */
  _source?: ((url: string) => string) | undefined
  /** Event IDs of the page, and the events that were sent with them. */
  _orders?: Orders | undefined
  _preparePii?: ((pii: Pii) => Pii) | undefined
  _log?: Log | undefined
  /**
   * Loads the pixel if the page has none. Called on pages that are not excluded, once the visitor has consented. Must not
   * throw.
   */
  _loadPixel?: (() => void) | undefined
  /** Instead of `_loadPixel`. Also called before each event of the pixel, with the visitor's personal data. */
  _matchPixel?: ReturnType<typeof matchedPixel> | undefined
  /**
   * Called at the start, also without consent and on an excluded page. `readCookies` returns Meta's cookies as long as events
   * may be sent.
   */
  _addOns?:
    | ((
        tracker: Tracker,
        readCookies: () => MetaCookies | 0 | undefined,
        hash: (text: string) => string,
      ) => void)[]
    | undefined
  _isExcluded?: (() => boolean) | undefined
}
