import type { NationalPhone } from '@conversion-capi/core/pii'

/** What a tracker is to know and to do; `buildTracker` and `createTracker` take the same. */
export interface TrackerOptions {
  /**
   * The global that gets the tracker, such as `polaris` for `window.polaris.track(…)`, and the key of its
   * entry in local storage. A JavaScript identifier.
   */
  name: string
  /** Where events are posted: a path or an http(s) URL. Default `/functions/v1/conversion-capi`. */
  endpoint?: string
  /** Whether it sends a PageView by itself, once per visit of a page. Default `true`. */
  pageView?: boolean
  /** `'wait'`: nothing is sent, stored or set before `consent(true)`. Default: consent is given. */
  consent?: 'wait'
  /** Whether a visitor whose browser sends Global Privacy Control is left alone. Default `'honor'`. */
  globalPrivacyControl?: 'honor' | 'ignore'
  /** The query parameters that `event_source_url` may keep, such as `utm_source`. Default: none. */
  queryParameters?: string[]
  /** How phones are dialled inside the school's country. Default: not said. */
  nationalPhone?: NationalPhone
  /** Whether every delivery is told on the console. Default `false`. */
  debug?: boolean
  /** Whether a change of address without a page load is a PageView. Default `false`. */
  singlePage?: boolean
  /** Whether `data-track` attributes are tracked. Default `false`. */
  declarative?: boolean
  /**
   * Loads Meta's pixel, unless the page does. `src` says from where, `connect.facebook.net` by default.
   * Default: not loaded.
   */
  pixel?: { id: string; src?: string }
}
