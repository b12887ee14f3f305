import { isJsonObject, MAX_EVENTS_PER_REQUEST } from '@conversion-capi/core/protocol'

import type { EventReceiver } from '../event/received-event.ts'
import { createTraceId } from '../http/graph-error.ts'
import { parseJson } from '../http/request-body.ts'
import { checkAccess } from './check-access.ts'
import { type AcceptedEvent, validateEvent } from './validate-event.ts'

/**
 * One invalid event rejects the whole request. Responses repeat only indexes and key names of the request, because a value could
 * be the token.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
 */
export function receiveEvents(
  request: Request,
  text: string,
  requestedPixelId: string | undefined,
  { record, reject, request_id, ...options }: EventReceiver,
): Response {
  const body = parseJson(text)
  if (!isJsonObject(body)) {
    return reject({
      problem: 'The request body is not a JSON object.',
      fix: 'Send a JSON object such as {"data": [event], "access_token": "…"}.',
    })
  }

  const accessError = checkAccess(request, body, requestedPixelId, options)
  if (accessError) return reject(accessError)

  const events: unknown = body.data
  if (!Array.isArray(events) || events.length === 0) {
    return reject({
      problem: 'The request contains no events.',
      fix: 'Send the events as an array: {"data": [event]}.',
    })
  }
  if (events.length > MAX_EVENTS_PER_REQUEST) {
    return reject({
      problem: `The request contains more than ${MAX_EVENTS_PER_REQUEST} events.`,
      fix: `Send at most ${MAX_EVENTS_PER_REQUEST} events per request.`,
    })
  }
  for (const [index, event] of events.entries()) {
    const error = validateEvent(event, options.now(), index)
    if (error) return reject(error, index)
  }

  for (const event of events as AcceptedEvent[]) {
    const { custom_data = {} } = event
    record({ ...event, custom_data, source: 'server', request_id, pixel_id: options.pixelId })
  }
  return Response.json({
    events_received: events.length,
    messages: [],
    fbtrace_id: createTraceId(),
  })
}
