import type { EventName } from '@conversion-capi/core/protocol'

import type { BrowserOptions } from './browser-options.ts'
import type { CustomData, PostResult, Tracker } from './tracker-api.ts'
import { listStored } from './stored-events.ts'
import { createEventId } from './create-event-id.ts'
import { keepMetaCookies, type MetaCookies, visitUrls } from './meta-cookies.ts'
import { hashUserData, type Pii } from './pii.ts'
import { tryCall } from './try-call.ts'
// Imported last: the base script is then 7 bytes smaller.
import { sha256Hex } from '@conversion-capi/core/pii'

declare const document: Document & {
  /** @see https://wicg.github.io/nav-speculation/prerendering.html */
  readonly prerendering?: boolean
}
declare const self: {
  fbq?: {
    (command: 'track', name: string, data: CustomData | null, options: object): void
    (command: 'consent', decision: 'grant' | 'revoke'): void
  }
}

/** Longer than the proxy's body timeout and upstream deadline together, so that a working proxy responds in time. */
const TIME_LIMIT_MS = 15_000

/** Starts a tracker. It sends the page view and retries the events stored by earlier pages. */
export function startTracker(options: BrowserOptions): Tracker {
  // The states of consent. `consent()` is called with the next state. If the visitor has opted out, the state is
  // always DENIED.
  const GRANTED = true // Queued events are sent. Initial state unless the `consent` option is 'wait'.
  const PENDING = 'wait' // Events are queued.
  const DENIED = false // Queued events, stored events and Meta's cookies are deleted.
  let state: typeof GRANTED | typeof PENDING | typeof DENIED = GRANTED

  const prefix = options._name + '@'
  // Read at the start: routers and scripts change the URL before the visitor consents. Without consent and on excluded
  // pages, no earlier page has kept the click ID.
  const urls = options._consent || options._isExcluded ? visitUrls() : location.href
  let isRetrying: boolean | undefined
  let queue: (() => unknown)[] = []
  /** Truthy only while events may be sent. */
  let cookies: MetaCookies | 0 | undefined
  const tracker: Tracker = { push: (work) => tryCall(() => work(tracker)), track, consent }

  // Throws if an element with the id `addEventListener` shadows the function.
  tryCall(() => {
    addEventListener('pageshow', (event) => event.persisted && pageView())
    // In the capture phase: the event is dispatched on `document` and does not bubble.
    addEventListener('prerenderingchange', flush, true)
    addEventListener('online', retry)
  })
  if (options._optedOut || options._consent) consent(options._consent!)
  if (options._pageView === false) flush()
  else track('PageView')
  options._addOns?.map((addOn) =>
    // Notices a withdrawal on another page before the add-on reads the cookies.
    tryCall(() =>
      addOn(tracker, () => (options._isExcluded?.() ? 0 : (flush(), cookies)), sha256Hex),
    ),
  )
  return tracker

  function consent(decision: boolean | 'wait'): void {
    state = options._optedOut ? DENIED : decision
    // Throws if the page has no pixel. Errors of the pixel are ignored.
    const informPixel = () =>
      self.fbq!('consent', state === GRANTED && !options._isExcluded?.() ? 'grant' : 'revoke')
    tryCall(informPixel)
    // Again when the visitor leaves the excluded page, before the events of other pages.
    if (state === GRANTED && options._isExcluded?.()) queue.unshift(informPixel)
    cookies = 0
    if (!state) {
      keepMetaCookies(0, '?fbclid=0')
      listStored(prefix, 0)
      options._orders?._forget()
      options._source?.('')
    }
    flush()
  }

  /**
   * Sends the queue if consent is granted, or deletes it if consent is denied. Does not send during prerendering and on
   * excluded pages.
   */
  function flush(): void {
    // Another page of the site, e.g. in a second tab, has deleted the cookie. A pixel may have created a new one since.
    if (options._consent && cookies && cookies.fbp && !document.cookie.includes(cookies.fbp)) {
      consent(options._consent)
    }
    if (!state) {
      queue = []
      // Not `!document.prerendering`: an element with that name shadows the property.
    } else if (state === GRANTED && document.prerendering !== true) {
      if (!options._isExcluded?.()) {
        if (!cookies) {
          cookies = keepMetaCookies(7_776_000, urls)
          options._loadPixel?.()
          options._matchPixel?.()
          retry()
        }
        queue.splice(0).map(tryCall)
      }
    }
  }

  function pageView(): unknown {
    return options._pageView !== false && track('PageView')
  }

  function track(
    eventName: EventName,
    customData: CustomData | null = {},
    pii?: Pii | null,
    eventId?: string | null,
    defaultId = createEventId(),
  ): string {
    // A copy, or `undefined` if the custom data is circular or contains a BigInt.
    const data = tryCall(() => JSON.parse(JSON.stringify(customData)) as CustomData | null)
    const ownId = options._orders?._toId(eventId || data?.['order_id'])
    const eventID = ownId ?? defaultId
    tryCall(() => {
      if (options._isExcluded?.()) {
        options._log?._excluded(eventName)
        return
      }
      const userData = tryCall(() => pii && hashUserData(options._preparePii?.(pii) ?? pii))
      // The URL of a frame can have no hostname, e.g. `about:srcdoc`. A `data:` URL contains a whole document.
      const url = location.host
        ? location.origin +
          (options._query ? location.pathname + options._query() : location.pathname)
        : undefined
      const copies = [
        () => {
          options._matchPixel?.(userData, sha256Hex)
          return self.fbq!('track', eventName, customData, { eventID })
        },
        () =>
          send(
            prefix + +new Date() + '@' + eventID,
            1 +
              JSON.stringify({
                event_id: eventID,
                event_name: eventName,
                event_source_url: options._source && url ? options._source(url) : url,
                custom_data: data,
                user_data: { ...userData, ...cookies },
              }),
          ),
      ]
      if (ownId) {
        queue.push(() =>
          options._orders!._isSent(`${eventName}@${ownId} `)
            ? options._log?._repeated(eventName)
            : copies.map(tryCall),
        )
      } else queue.push(...copies)
      flush()
      options._log?._tracked(eventName, customData, pii)
      // Smaller than `state === PENDING` in each build.
      if (options._log && state && state !== GRANTED) options._log._waiting(eventName)
    })
    return eventID
  }

  /**
   * Posts an event. The request survives a navigation unless the body is long. If the event is not settled, stores
   * it for a retry.
   *
   * @param key The event's key in local storage.
   * @param entry The number of attempts (one digit), then the request body.
   * @returns Whether the event is settled: accepted, kept by the proxy or permanently rejected.
   */
  async function send(key: string, entry: string): Promise<boolean | undefined> {
    let isSettled: boolean | undefined
    let result: PostResult
    let response: Response | undefined
    // Pages replace `fetch` with functions that throw or do not return a response.
    try {
      const body = entry.slice(1)
      const received = await fetch(options._endpoint, {
        // Fetch limits the bodies of all keepalive requests in flight to 64 KiB. A character has up to 3 bytes.
        keepalive: body.length < 20_000,
        headers: { 'Content-Type': 'application/json' },
        // A cross-origin request with cookies fails if the response allows every origin (`*`).
        credentials: 'omit',
        signal: AbortSignal.timeout?.(TIME_LIMIT_MS),
        method: 'POST',
        body,
      })
      // Read the body of every response: until then, the request counts toward the keepalive limit.
      if (options._log) response = received
      result = (await received.json()) as NonNullable<PostResult>
      // An event that the proxy has kept is sent later by the server. The proxy reports an upstream failure as 200 with
      // `ok: false` and the upstream status, and a rejection as `error`. Any other response comes from a deployment that
      // is sick or has no proxy at this URL. The sum is the status if `ok` is `false`, and `NaN` if it is missing.
      isSettled = /^true|^4(?!08|29)|^Ori|^Pay|JSON$|event_/.test(
        (result.kept || result.ok || (result.ok as never) + result.status || result.error) as never,
      )
    } catch {
      // When a page is unloaded, Chromium rejects requests that it still completes. Unloaded pages run no timers.
      await new Promise(setTimeout as never)
    }
    options._log?._attempted(entry, isSettled, result, response)
    queue.push(() => {
      if (isSettled) delete localStorage[key]
      else localStorage[key] = entry
      listStored(prefix)
    })
    flush()
    if (isSettled) retry()
    return isSettled
  }

  /**
   * Sends the oldest stored event unless another tab is retrying. Continues with the next one if it is settled.
   *
   * The event stays stored until it is settled, because the visitor can leave the page before the response arrives.
   * Attempts are counted before they are made; otherwise every page of a quick visit would repeat the attempt.
   *
   * @param isSettled Not an argument: with a variable, the base script is longer.
   */
  async function retry(isSettled?: unknown): Promise<void> {
    // Notices a withdrawal on another page before it reads the storage.
    flush()
    const key = cookies && !options._isExcluded?.() && listStored(prefix)[0]
    const resend = (lock: unknown, entry?: string) =>
      tryCall(() => {
        flush()
        return (
          lock &&
          cookies &&
          (entry = localStorage[key as string]) &&
          send(
            key as string,
            (localStorage[key as string] = entry.replace(
              /./,
              ((count: number) => ++count) as never,
            )),
          )
        )
      })
    if (key && !isRetrying) {
      isRetrying = true
      try {
        isSettled = await navigator.locks.request(prefix, { ifAvailable: true }, resend)
      } catch {
        // Web Locks are missing on plain HTTP and in old browsers. Browsers reject requests where storage is blocked.
        isSettled = await resend(true)
      }
      isRetrying = false
      if (isSettled) retry()
    }
  }
}
