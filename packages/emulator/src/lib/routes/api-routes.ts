import type { ResolvedOptions } from '../emulator-options.ts'
import type { FaultInjector } from '../faults/fault-injector.ts'
import type { FaultyEndpoint } from '../faults/faults.ts'
import type { ExplainedError } from '../http/graph-error.ts'
import { isFromOtherWebsite } from './website-access.ts'
import { checkAccess } from '../graph/check-access.ts'
import { readPixel } from '../graph/read-pixel.ts'
import { receiveEvents } from '../graph/receive-events.ts'
import { receivePixelEvent } from '../pixel/receive-pixel-event.ts'
import type { EventReceiver } from '../event/received-event.ts'
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
  const { now, records, reject, allowedHosts, accessToken } = options
  const pixel: RouteHandler = (context) => receive('tr', context)
  let lastId = 0

  return [
    {
      path: '/{version}/{pixel_id}/events',
      methods: { POST: (context) => receive('events', context) },
      isApi: true,
    },
    { path: '/tr', methods: { GET: pixel, POST: pixel }, cors: true, isApi: true },
    { path: '/{version}/{pixel_id}', methods: { GET: read }, isApi: true },
  ]

  /** The token is in the `Authorization` header or in the query. */
  function read({ request, route, params }: RouteContext): Response {
    const error = checkAccess(request, {}, params.pixel_id, options)
    if (error) return reject(route, error)
    return readPixel(new URL(request.url), records.events.items(), options)
  }

  async function receive(
    endpoint: FaultyEndpoint,
    { request, route, signal, params }: RouteContext,
  ): Promise<Response> {
    if (isFromOtherWebsite(request, allowedHosts)) return reject(route, OTHER_WEBSITE)
    const text = await readText(request)
    if (text === undefined) return reject(route, TOO_LARGE)

    const request_id = ++lastId
    const receiver: EventReceiver = {
      ...options,
      record: (event) => recordEvent(event, records, now()),
      request_id,
      reject: (error, invalidIndex) =>
        reject(route, error, {
          ...describeEvents(endpoint, request, text, accessToken, invalidIndex),
          request_id,
        }),
    }
    const respond = async () =>
      endpoint === 'events'
        ? receiveEvents(request, text, params.pixel_id, receiver)
        : receivePixelEvent(request, text, receiver)

    return options.injector.run(endpoint, signal, respond)
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
