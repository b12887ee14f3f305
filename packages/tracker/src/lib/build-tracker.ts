import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { SCRIPT } from './script.generated.ts'

/** What {@link buildTracker} is given. */
export interface TrackerOptions {
  /**
   * The global that gets `track`, such as `polaris` for `window.polaris.track(…)`. A JavaScript identifier;
   * anything else is a TypeError.
   */
  name: string
  /**
   * Where events are posted: a path on the site's own origin or an http(s) URL; anything else is a
   * TypeError. Default `/functions/v1/conversion-capi`.
   */
  endpoint?: string
}

/**
 * Writes the browser script of one site.
 *
 * @returns A classic script that installs `window[name].track(eventName, customData?, pii?)`, which gives
 *   the event_id back. Serve it as `text/javascript; charset=utf-8`, or inline it: no option can close the
 *   script element.
 */
export function buildTracker({ name, endpoint = CONVERSION_PATH }: TrackerOptions): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) {
    throw new TypeError('name must be a JavaScript identifier, such as "polaris"')
  }
  if (!/^\/(?!\/)/.test(endpoint) && !/^https?:$/.test(protocolOf(endpoint))) {
    throw new TypeError(`endpoint must be a path, such as "${CONVERSION_PATH}", or an http(s) URL`)
  }

  const options = JSON.stringify({ name, endpoint }).replace(/</g, '\\u003c')
  return SCRIPT.replace('__OPTIONS__', () => options)
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : ''
}
