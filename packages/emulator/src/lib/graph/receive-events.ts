import {
  isJsonObject,
  type JsonObject,
  MAX_EVENTS_PER_REQUEST,
} from '@conversion-capi/core/protocol'

import type { EventReceiver } from '../received-event.ts'
import { createTraceId, type ExplainedError } from '../graph-error.ts'
import { describeEvent, describeEvents, type RejectionDetails } from '../rejected-request.ts'
import { parseJson } from '../request-body.ts'
import { checkAccess } from './check-access.ts'
import { type AcceptedEvent, validateEvent } from './validate-event.ts'

/**
 * Handles `POST /{version}/{pixel_id}/events`. One invalid event rejects the whole request: it is
 * recorded as one rejection, and none of its events is recorded.
 *
 * Responses repeat only indexes and key names of the request, because a value could be the token.
 *
 * @param text The body.
 * @returns Meta's success body, or an error in Meta's format.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
 */
export function receiveEvents(
  request: Request,
  text: string,
  requestedPixelId: string | undefined,
  { pixelId, accessToken, now, record, reject, request_id }: EventReceiver,
): Response {
  const body = parseJson(text)
  if (!isJsonObject(body)) {
    return reject({
      code: 100,
      problem: 'The request body is not a JSON object.',
      fix: 'Send a JSON object such as {"data": [event], "access_token": "…"}.',
    })
  }

  const token = findToken(request, body)
  const tokens = [token, accessToken]
  const refuse = (error: ExplainedError, details?: RejectionDetails) =>
    reject(error, {
      events: describeEvents(body.data, tokens),
      event_count: Array.isArray(body.data) ? body.data.length : 0,
      ...details,
    })
  const accessError = checkAccess('post', token, requestedPixelId, { pixelId, accessToken })
  if (accessError) return refuse(accessError)

  const events: unknown = body.data
  if (!Array.isArray(events) || events.length === 0) {
    return refuse({
      code: 100,
      problem: 'The request contains no events.',
      fix: 'Send the events as an array: {"data": [event]}.',
    })
  }
  if (events.length > MAX_EVENTS_PER_REQUEST) {
    return refuse({
      code: 100,
      problem: `The request contains more than ${MAX_EVENTS_PER_REQUEST} events.`,
      fix: `Send at most ${MAX_EVENTS_PER_REQUEST} events per request.`,
    })
  }
  for (const [index, event] of events.entries()) {
    const error = validateEvent(event, now(), index)
    if (error) return refuse(error, { invalid_event: { index, ...describeEvent(event, tokens) } })
  }

  for (const event of events as AcceptedEvent[]) {
    const { custom_data = {} } = event
    record({ ...event, custom_data, source: 'server', request_id, pixel_id: pixelId })
  }
  return Response.json({
    events_received: events.length,
    messages: [],
    fbtrace_id: createTraceId(),
  })
}

/** Meta accepts the token in the body, the query or the header. */
export function findToken(request: Pick<Request, 'url' | 'headers'>, body: JsonObject): unknown {
  return (
    body.access_token ??
    new URL(request.url).searchParams.get('access_token') ??
    /^Bearer +(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  )
}
