/** Something to correct in a page or in the host's code. The event was forwarded. */
export interface Warning {
  /**
   * Path of a field, for example `custom_data.value`, or name of an option, for example `blockBots`, or of the header that
   * the visitor's IP comes from.
   */
  key: string
  /**
   * - `missing`: Meta needs the field to match the event, or to count the value of a `Purchase`. From a school's own
   *   server also: `event_source_url` of an event of a website, or the `id` of an item of `contents`.
   * - `malformed`: the creation time in `fbp` or `fbc` is not in milliseconds, or `value` is negative.
   * - `too_old`: `fbp` or `fbc` was created more than 90 days ago.
   * - `too_new`: `fbc` was created after the event. Only from a school's own server.
   * - `similar`: the `event_name` is almost the name of a standard event of Meta. Only from a school's own server.
   * - `private`: the visitor's IP cannot be on the internet, so it is of a server in front of the proxy.
   * - `cloudflare`: the request passed Cloudflare (`CF-Ray`), and the visitor's IP is not the one that Cloudflare sends. A
   *   visitor can forge both headers.
   * - `unknown`: the currency is not an ISO 4217 code.
   * - `invalid_result`: the option's function threw, or returned a promise or another type than documented, and was
   *   ignored.
   */
  reason:
    | 'missing'
    | 'malformed'
    | 'too_old'
    | 'too_new'
    | 'similar'
    | 'private'
    | 'cloudflare'
    | 'unknown'
    | 'invalid_result'
  /** Says what to write, if the key and the reason do not. */
  message?: string
}
