import type { ResolvedOptions } from '../emulator-options.ts'
import type { FaultInjector } from '../faults/fault-injector.ts'
import type { FaultName, FaultyEndpoint } from '../faults/faults.ts'
import type { ExplainedError } from '../http/graph-error.ts'
import { describeRequest, logResponse } from '../record/logged-request.ts'
import { isFromOtherWebsite } from './website-access.ts'
import { checkAccess } from '../graph/check-access.ts'
import { readPixel, readQuality, readStats } from '../graph/read-statistics.ts'
import { receiveEvents } from '../graph/receive-events.ts'
import { receivePixelEvent } from '../pixel/receive-pixel-event.ts'
import type { EventReceiver, ReceivedEvent } from '../event/received-event.ts'
import { recordEvent } from '../record/record-event.ts'
import type { Records } from '../record/records.ts'
import { describeEvents } from '../record/rejected-request.ts'
import { readText } from '../http/request-body.ts'
import type { Reject, Route, RouteContext, RouteHandler } from './router.ts'

interface ApiOptions extends ResolvedOptions {
  records: Records
  injector: FaultInjector
  reject: Reject
}

export function createApiRoutes(options: ApiOptions): Route[] {
  const receive = createReceiver(options)
  const pixel: RouteHandler = (context) => receive('tr', context)

  return [
    {
      path: '/{version}/{pixel_id}/events',
      methods: { POST: (context) => receive('events', context) },
      isApi: true,
    },
    { path: '/tr', methods: { GET: pixel, POST: pixel }, cors: true, isApi: true },
    createReader('/{version}/dataset_quality', readQuality, options),
    createReader('/{version}/{pixel_id}/stats', readStats, options),
    createReader('/{version}/{pixel_id}', readPixel, options),
  ]
}

/** Creates a route that reads statistics. The token is in the `Authorization` header or in the query. */
function createReader(
  path: string,
  read: (query: URLSearchParams, events: ReceivedEvent[], options: ApiOptions) => Response,
  options: ApiOptions,
): Route {
  const handle: RouteHandler = ({ request, route, params }) => {
    const { searchParams } = new URL(request.url)
    const id = params.pixel_id ?? searchParams.get('dataset_id')
    const error = checkAccess(request, {}, id, options)
    if (error) return options.reject(route, error)
    return read(searchParams, options.records.events.items(), options)
  }
  return { path, methods: { GET: handle }, isApi: true }
}

function createReceiver(
  options: ApiOptions,
): (endpoint: FaultyEndpoint, context: RouteContext) => Promise<Response> {
  const { now, records, reject } = options
  let lastId = 0

  return async function receive(endpoint, { request, route, signal, params }) {
    if (isFromOtherWebsite(request, options.allowedHosts)) return reject(route, OTHER_WEBSITE)
    const text = await readText(request)
    if (text === undefined) return reject(route, TOO_LARGE)

    const request_id = ++lastId
    const describe = (invalidIndex?: number) =>
      describeEvents(endpoint, request, text, options.accessToken, invalidIndex)
    const logged = describeRequest(request_id, request, text)
    records.requests.add(logged)
    const receiver: EventReceiver = {
      ...options,
      record: (event) => recordEvent(event, records, now()),
      request_id,
      reject: (error, invalidIndex) =>
        reject(route, error, { ...describe(invalidIndex), request_id }),
    }
    const respond = async () =>
      endpoint === 'events'
        ? receiveEvents(request, text, params.pixel_id, receiver)
        : receivePixelEvent(request, text, receiver)

    return logResponse(logged, now, () =>
      options.injector.run(endpoint, signal, respond, (faults) => {
        logged.hasBrokenBody = Boolean(faults.brokenBody && !faults.status)
        records.faulted.add({
          request_id,
          route,
          faults: Object.keys(faults) as FaultName[],
          ...(faults.status && { status: faults.status.status }),
          ...(faults.latency && { delay_ms: faults.latency.ms }),
          ...describe(),
          received_at: now(),
        })
      }),
    )
  }
}

const OTHER_WEBSITE: ExplainedError = {
  status: 403,
  type: 'GraphMethodException',
  problem: 'Another website sent this request.',
  fix: 'Open your site at localhost or 127.0.0.1, or add its host to allowedHosts.',
}

const TOO_LARGE: ExplainedError = {
  status: 413,
  problem: 'The request body is longer than 16 MiB.',
  fix: 'Send fewer events per request.',
}
