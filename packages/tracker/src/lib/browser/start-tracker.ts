import type { EventName } from '@conversion-capi/core/protocol'

import { clickIds } from './click-ids.ts'
import { createEventId } from './create-event-id.ts'
import { hashUserData } from './hash-user-data.ts'
import type { BrowserOptions } from './options.ts'
import type { Pii } from './pii.ts'
import { post } from './post.ts'
import { quietly } from './quietly.ts'
import { type Delivery, readStored, writeStored } from './retry-store.ts'

type Fbq = (command: 'track', eventName: string, customData: object | null, options: object) => void

/** What an event is about, such as `{ value: 240, currency: 'EUR' }`. */
export type CustomData = Record<string, unknown>

export interface Tracker {
  /**
   * Sends one event twice, to the pixel and to the proxy, under one id, so that Meta counts it once.
   *
   * It never throws and never waits, and what keeps one copy from being sent does not keep the other.
   *
   * @returns The event id.
   */
  track: (eventName: EventName, customData?: CustomData | null, pii?: Pii | null) => string
  /**
   * Tells what the visitor decided. `true` sends what was held back, `false` forgets it and whatever was
   * stored, `'wait'` holds back from now on.
   */
  consent: (decision: boolean | 'wait') => void
}

/** Starts a tracker: it sends the page view, and what could not be delivered on the page before. */
export function startTracker(options: BrowserOptions): Tracker {
  const { name, endpoint } = options
  let decision: boolean | 'wait'
  let ids: ReturnType<typeof clickIds> | undefined
  let held: (() => void)[] = []
  const tracker: Tracker = { track, consent }

  addEventListener('pageshow', (event) => event.persisted && pageView())
  document.addEventListener('prerenderingchange', release)
  consent(!options.waits || 'wait')
  pageView()
  return tracker

  function track(
    eventName: EventName,
    customData: CustomData | null = {},
    pii?: Pii | null,
  ): string {
    const eventID = createEventId()
    quietly(() => {
      pii ||= {}
      const event = {
        event_name: eventName,
        user_data: hashUserData(options.preparePii?.(pii) ?? pii),
        custom_data: customData,
        event_source_url: options.sourceUrl?.() ?? location.origin + location.pathname,
        event_id: eventID,
      }
      held.push(
        () => (self as { fbq?: Fbq }).fbq?.('track', eventName, customData, { eventID }),
        () => {
          Object.assign(event.user_data, ids)
          deliver([JSON.stringify(event), Date.now(), 0])
        },
      )
      release()
    })
    return eventID
  }

  function consent(newDecision: boolean | 'wait'): void {
    decision = !options.isRefused && newDecision
    release()
  }

  /** Does what is held back, as soon as the visitor agrees and the page is there to be seen. */
  function release(): void {
    if (!decision) {
      held = []
      quietly(() => delete localStorage[name])
    }
    if (decision !== true || document.prerendering) return
    if (!ids) {
      ids = clickIds()
      options.addOns?.map((addOn) => quietly(() => addOn(tracker)))
      addEventListener('online', retry)
      retry()
    }
    held.splice(0).map(quietly)
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const [body] = delivery
    const isSettled = await post(endpoint, body)
    options.log?.(isSettled, body)
    if (isSettled) retry()
    else if (decision && ++delivery[2] < 5) writeStored(name, [...readStored(name), delivery])
  }

  /** Taken out before it is sent, so that two tabs do not send it twice; the next follows a success. */
  function retry(): void {
    const [next, ...rest] = readStored(name)
    if (next) {
      writeStored(name, rest)
      deliver(next)
    }
  }

  function pageView(): void {
    if (!options.noPageView) track('PageView')
  }
}
