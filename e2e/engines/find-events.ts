import type { EventName, EventRequest } from '@conversion-capi/core/protocol'

import type { Visit } from './case.ts'

/** The events of one name that reached the proxy; each body has to be complete JSON. */
export function findEvents({ posts }: Visit, name: EventName): EventRequest[] {
  return posts
    .map((body): EventRequest => JSON.parse(body))
    .filter(({ event_name }) => event_name === name)
}
