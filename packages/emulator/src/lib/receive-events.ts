import { createTraceId } from './create-trace-id.ts'
import type { EventCopy } from './event-log.ts'
import { graphError } from './graph-error.ts'
import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-text.ts'
import { type AcceptedEvent, refuseEvent } from './refuse-event.ts'

interface EventsReceiver {
  pixelId: string
  accessToken: string
  now: () => number
  record: (copy: EventCopy) => void
}

const MAX_EVENTS_PER_REQUEST = 1000

/**
 * Answers `POST /{version}/{pixel_id}/events` as Meta does: one invalid event refuses the whole
 * request, and then nothing of it is recorded.
 *
 * No answer repeats anything of the request but indexes and key names: the token could be in it.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
 */
export async function receiveEvents(
  request: Request,
  pathPixelId: string | undefined,
  { pixelId, accessToken, now, record }: EventsReceiver,
): Promise<Response> {
  const body = parseJson(await readText(request))
  if (!isRecord(body)) {
    return graphError({ message: 'The body must be a JSON object: {"data": [event]}.', code: 100 })
  }

  const token = tokenOf(request, body)
  if (token !== accessToken) {
    const problem = token === undefined ? 'no access token was sent' : 'not the expected one'
    return graphError({
      status: 401,
      message: `Invalid OAuth access token: ${problem}.`,
      code: 190,
    })
  }
  if (pathPixelId !== pixelId) {
    return graphError({
      message: 'Unsupported post request: no pixel with the id of this path is known.',
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
    })
  }

  const events: unknown = body.data
  if (!Array.isArray(events) || events.length === 0) {
    return graphError({ message: 'Invalid parameter: data must be a list of events.', code: 100 })
  }
  if (events.length > MAX_EVENTS_PER_REQUEST) {
    return graphError({
      message: `Invalid parameter: data holds more than ${MAX_EVENTS_PER_REQUEST} events.`,
      code: 100,
    })
  }
  for (const [index, event] of events.entries()) {
    const error = refuseEvent(event, now())
    if (error) return graphError({ ...error, message: `data[${index}]: ${error.message}` })
  }

  for (const event of events as AcceptedEvent[]) {
    record({ ...event, custom_data: event.custom_data ?? {}, source: 'server', pixel_id: pixelId })
  }
  return Response.json({
    events_received: events.length,
    messages: [],
    fbtrace_id: createTraceId(),
  })
}

/** Meta takes the token in the body, in the query or in the header. */
function tokenOf(request: Request, body: Record<string, unknown>): unknown {
  return (
    body.access_token ??
    new URL(request.url).searchParams.get('access_token') ??
    /^Bearer +(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  )
}
