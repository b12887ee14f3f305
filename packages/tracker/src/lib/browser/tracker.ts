import type { EventName } from '@conversion-capi/core/protocol'

import { keepMetaCookies, type MetaCookies } from './meta-cookies.ts'
import { hashUserData, type Pii } from './pii.ts'
import { post } from './post.ts'
import { MAX_ATTEMPTS, type QueuedEvent, readQueue, writeQueue } from './retry-queue.ts'
import { tryCall } from './try-call.ts'

/** Custom data of an event, e.g. `{ value: 240, currency: 'EUR' }`. */
export type CustomData = Record<string, unknown>

/** The object that the script installs as `window[name]`. */
export interface Tracker {
  /**
   * Sends an event to the pixel and to the proxy under one event id, so that Meta counts it once.
   *
   * Never throws and never blocks. If one copy cannot be sent, the other still is.
   *
   * @param eventName One of the eight event names.
   * @param customData Sent unchanged: it must not contain personal data.
   * @param pii Personal data. It is hashed before this function returns.
   * @returns The event id, a UUID.
   */
  track: (eventName: EventName, customData?: CustomData | null, pii?: Pii | null) => string
  /**
   * Sets the visitor's consent.
   *
   * @param decision `true` sends the queued events. `false` deletes them and the events stored for a
   *   retry. `'wait'` queues events until the next decision.
   */
  consent: (decision: boolean | 'wait') => void
}

/** A feature that starts with the tracker, after the visitor has consented and the page is visible. */
export type AddOn = (tracker: Tracker) => void

/**
 * The options as the tracker uses them; `options.ts` says which option sets which field. The bundler
 * shortens property names that start with `_`.
 */
export interface BrowserOptions {
  _name: string
  _endpoint: string
  _pageView?: boolean | undefined
  _consent?: 'wait' | undefined
  /** Whether the visitor's browser sends Global Privacy Control and the site honors it. */
  _optedOut?: boolean | undefined
  /** Returns the `event_source_url`. Default: the page's URL without query and fragment. */
  _sourceUrl?: (() => string) | undefined
  /** Changes personal data before it is hashed. */
  _preparePii?: ((pii: Pii) => Pii) | undefined
  /** Called after each attempt to send an event. */
  _log?: ((isDone: boolean | undefined, body: string) => void) | undefined
  _addOns?: AddOn[] | undefined
}

declare const document: Document & {
  /** @see https://wicg.github.io/nav-speculation/prerendering.html */
  readonly prerendering?: boolean
}
declare const self: {
  fbq?: (command: 'track', name: string, data: CustomData | null, options: object) => void
}

/** Starts a tracker: sends the page view, and retries the events that an earlier page could not send. */
export function startTracker(options: BrowserOptions): Tracker {
  // The states of consent. Each is entered by the `consent()` call with its value; a visitor who has opted
  // out is always in DENIED.
  const GRANTED = true // The queue is sent. The initial state, unless the `consent` option is 'wait'.
  const PENDING = 'wait' // Events are queued.
  const DENIED = false // The queue and the stored events are deleted.
  let state: typeof GRANTED | typeof PENDING | typeof DENIED

  const { _name: name, _endpoint: endpoint } = options
  let queue: (() => void)[] = []
  let cookies: MetaCookies | undefined
  const tracker: Tracker = { track, consent }

  addEventListener('pageshow', (event) => event.persisted && pageView())
  document.addEventListener('prerenderingchange', flush)
  consent(options._consent ?? GRANTED)
  pageView()
  return tracker

  function track(
    eventName: EventName,
    customData: CustomData | null = {},
    pii?: Pii | null,
  ): string {
    const eventID = createEventId()
    tryCall(() => {
      pii ||= {}
      const event = {
        event_name: eventName,
        user_data: hashUserData(options._preparePii?.(pii) ?? pii),
        custom_data: customData,
        event_source_url: options._sourceUrl?.() ?? location.origin + location.pathname,
        event_id: eventID,
      }
      queue.push(
        () => self.fbq?.('track', eventName, customData, { eventID }),
        () => {
          Object.assign(event.user_data, cookies)
          send([JSON.stringify(event), Date.now(), 0])
        },
      )
      flush()
    })
    return eventID
  }

  function consent(decision: boolean | 'wait'): void {
    state = options._optedOut ? DENIED : decision
    flush()
  }

  /** Does what the state requires with the queue. While a page is prerendered, nothing is sent. */
  function flush(): void {
    if (!state) {
      queue = []
      tryCall(() => delete localStorage[name])
    }
    if (state !== GRANTED || document.prerendering) return
    if (!cookies) {
      cookies = keepMetaCookies()
      options._addOns?.map((addOn) => tryCall(() => addOn(tracker)))
      addEventListener('online', retry)
      retry()
    }
    queue.splice(0).map(tryCall)
  }

  async function send(event: QueuedEvent): Promise<void> {
    const [body] = event
    const isDone = await post(endpoint, body)
    options._log?.(isDone, body)
    if (isDone) retry()
    else if (state && ++event[2] < MAX_ATTEMPTS) writeQueue(name, [...readQueue(name), event])
  }

  /**
   * Sends the oldest stored event. The next one follows after a success.
   *
   * The event is removed before it is sent, so that only one of several tabs sends it.
   */
  function retry(): void {
    const [next, ...rest] = readQueue(name)
    if (next) {
      writeQueue(name, rest)
      send(next)
    }
  }

  function pageView(): void {
    if (options._pageView !== false) track('PageView')
  }
}

/**
 * Returns a version 4 UUID (RFC 9562).
 *
 * `crypto.randomUUID` is missing on plain http. The id must be unique but not secret, so that `Math.random`
 * is sufficient.
 */
function createEventId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit: unknown) =>
    ((digit as number) ^ ((Math.random() * 16) >> ((digit as number) / 4))).toString(16),
  )
}
