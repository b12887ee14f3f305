import type { EventName } from '@conversion-capi/core/protocol'

import { createEventId } from './create-event-id.ts'
import { firePixel } from './fire-pixel.ts'
import { quietly } from './quietly.ts'
import { send } from './send.ts'
import { type Pii, userData } from './user-data.ts'

/** What an event is about, such as `{ value: 4900, currency: 'RUB' }`. */
export type CustomData = Record<string, unknown>

/**
 * Sends one event twice, to the pixel and to the proxy, under one id, so that Meta counts it once.
 *
 * Everything happens before it returns, because the page may be gone a moment later. It never throws, and
 * what keeps one copy from being sent does not keep the other.
 *
 * @returns The event id, for whoever wants to send the event from a third place.
 */
export function track(
  endpoint: string,
  eventName: EventName,
  customData?: CustomData,
  pii?: Pii,
): string {
  const eventId = createEventId()
  quietly(() => firePixel(eventName, customData, eventId))
  quietly(() =>
    send(endpoint, {
      event_name: eventName,
      event_id: eventId,
      // Without the query, where e-mail addresses and names travel.
      event_source_url: location.origin + location.pathname,
      user_data: userData(pii),
      custom_data: customData,
    }),
  )
  return eventId
}
