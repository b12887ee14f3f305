import type { ResolvedOptions } from './emulator-options.ts'
import type { FaultInjector } from './faults/fault-injector.ts'
import type { FaultyEndpoint } from './faults/faults.ts'
import type { ExplainedError } from './graph-error.ts'
import { describeRequest, logResponse } from './logged-request.ts'
import { isFromOtherWebsite } from './other-website.ts'
import { readPixel } from './graph/read-pixel.ts'
import { readQuality, type StatisticsReader } from './graph/read-quality.ts'
import { readStats } from './graph/read-stats.ts'
import { receiveEvents } from './graph/receive-events.ts'
import { describeFaultedRequest } from './faulted-request.ts'
import { receivePixelEvent } from './pixel/receive-pixel-event.ts'
import type { EventReceiver } from './received-event.ts'
import { recordEvent } from './record-event.ts'
import type { Records } from './records.ts'
import { readText } from './request-body.ts'
import type { Reject, Route, RouteContext, RouteHandler } from './router.ts'

interface ApiOptions extends ResolvedOptions {
  records: Records
  injector: FaultInjector
  reject: Reject
}

/** Creates the routes that exist at Meta too, apart from the script: the Graph API and the pixel. */
export function createApiRoutes(options: ApiOptions): Route[] {
  const receive = createReceiver(options)
  const pixel: RouteHandler = (context) => receive('tr', context)
  const toReader = ({ route }: RouteContext): StatisticsReader => ({
    ...options,
    events: options.records.events.items,
    reject: (error) => options.reject(route, error),
  })
  const reading = (read: RouteHandler) => ({ methods: { GET: read }, isApi: true })

  return [
    {
      path: '/{version}/{pixel_id}/events',
      methods: { POST: (context) => receive('events', context) },
      isApi: true,
    },
    { path: '/tr', methods: { GET: pixel, POST: pixel }, cors: true, isApi: true },
    {
      path: '/{version}/dataset_quality',
      ...reading((context) => readQuality(context.request, toReader(context), options.quality)),
    },
    {
      path: '/{version}/{pixel_id}/stats',
      ...reading((context) =>
        readStats(context.request, context.params.pixel_id, toReader(context)),
      ),
    },
    {
      path: '/{version}/{pixel_id}',
      ...reading((context) =>
        readPixel(context.request, context.params.pixel_id, toReader(context)),
      ),
    },
  ]
}

/** Creates a function that logs a request with events, applies the faults, and records or rejects the events. */
function createReceiver({
  pixelId,
  accessToken,
  now,
  allowedHosts,
  records,
  injector,
  reject,
}: ApiOptions): (endpoint: FaultyEndpoint, context: RouteContext) => Promise<Response> {
  let lastId = 0

  return async function receive(endpoint, { request, route, signal, params }) {
    if (isFromOtherWebsite(request, allowedHosts)) return reject(route, OTHER_WEBSITE)
    const text = await readText(request)
    if (text === undefined) return reject(route, TOO_LARGE)

    const request_id = ++lastId
    const logged = describeRequest(request_id, request, text)
    records.requests.add(logged)
    const receiver: EventReceiver = {
      pixelId,
      accessToken,
      now,
      record: (event) => recordEvent(event, records, now()),
      request_id,
      reject: (error, details) => reject(route, error, { ...details, request_id }),
    }
    const respond = async () =>
      endpoint === 'events'
        ? receiveEvents(request, text, params.pixel_id, receiver)
        : receivePixelEvent(request, text, receiver)

    return logResponse(logged, now, () =>
      injector.run(endpoint, signal, respond, (faults) => {
        logged.hasBrokenBody = Boolean(faults.brokenBody && !faults.status)
        records.faulted.add({
          request_id,
          route,
          ...describeFaultedRequest(endpoint, request, text, accessToken, faults),
          received_at: now(),
        })
      }),
    )
  }
}

const OTHER_WEBSITE: ExplainedError = {
  status: 403,
  type: 'GraphMethodException',
  code: 100,
  problem: 'Another website sent this request.',
  fix: 'Open your site at localhost or 127.0.0.1, or add its host to allowedHosts.',
}

const TOO_LARGE: ExplainedError = {
  status: 413,
  code: 100,
  problem: 'The request body is longer than 16 MiB.',
  fix: 'Send fewer events per request.',
}
