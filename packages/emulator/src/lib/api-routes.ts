import { isJsonObject } from '@conversion-capi/core/protocol'

import type { EventQuality } from './emulator-options.ts'
import type { EventLog } from './event-log.ts'
import type { FaultedRequest } from './faulted-request.ts'
import type { FaultInjector } from './faults/fault-injector.ts'
import type { FaultName, FaultyEndpoint } from './faults/faults.ts'
import type { ExplainedError } from './graph-error.ts'
import type { Log } from './log.ts'
import { isFromOtherWebsite } from './other-website.ts'
import { readPixel } from './graph/read-pixel.ts'
import { readQuality, type StatisticsReader } from './graph/read-quality.ts'
import { readStats } from './graph/read-stats.ts'
import { findToken, receiveEvents } from './graph/receive-events.ts'
import { receivePixelEvent } from './pixel/receive-pixel-event.ts'
import { describeEvents, type RejectionDetails, type RejectionLog } from './rejection-log.ts'
import { bufferRequest, parseJson } from './request-body.ts'
import type { RequestLog } from './request-log.ts'
import type { Route, RouteContext } from './router.ts'

interface ApiOptions {
  pixelId: string
  accessToken: string
  now: () => number
  eventLog: EventLog
  rejectionLog: RejectionLog
  requestLog: RequestLog
  injector: FaultInjector
  faultLog: Log<FaultedRequest>
  allowedHosts: readonly string[]
  quality: Readonly<Record<string, EventQuality>>
}

/** Creates the routes that exist at Meta too, apart from the script: the Graph API and the pixel. */
export function createApiRoutes(options: ApiOptions): Route[] {
  const { pixelId, accessToken, now, eventLog, rejectionLog, requestLog, injector, faultLog } =
    options

  return [
    {
      path: '/{version}/{pixel_id}/events',
      methods: { POST: (context) => handle('events', context) },
      isApi: true,
    },
    {
      path: '/tr',
      methods: {
        GET: (context) => handle('tr', context),
        POST: (context) => handle('tr', context),
      },
      cors: true,
      isApi: true,
    },
    {
      path: '/{version}/dataset_quality',
      methods: {
        GET: (context) => readQuality(context.request, toReader(context), options.quality),
      },
      isApi: true,
    },
    {
      path: '/{version}/{pixel_id}/stats',
      methods: {
        GET: (context) => readStats(context.request, context.params.pixel_id, toReader(context)),
      },
      isApi: true,
    },
    {
      path: '/{version}/{pixel_id}',
      methods: {
        GET: (context) => readPixel(context.request, context.params.pixel_id, toReader(context)),
      },
      isApi: true,
    },
  ]

  function toReader({ route }: RouteContext): StatisticsReader {
    const reject = (error: ExplainedError) => rejectionLog.reject(route, error)
    return { pixelId, accessToken, now, events: eventLog.events, reject }
  }

  async function handle(endpoint: FaultyEndpoint, context: RouteContext): Promise<Response> {
    const { route, signal, params } = context
    if (isFromOtherWebsite(context.request, options.allowedHosts)) {
      return rejectionLog.reject(route, OTHER_WEBSITE)
    }
    const buffered = await bufferRequest(context.request)
    if (!buffered) return rejectionLog.reject(route, TOO_LARGE)
    const { copy, text } = buffered
    const logged = requestLog.add(copy, text)
    const receiver = {
      pixelId,
      accessToken,
      now,
      record: eventLog.record,
      request_id: logged.id,
      reject: (error: ExplainedError, details?: RejectionDetails) =>
        rejectionLog.reject(route, error, { ...details, request_id: logged.id }),
    }
    const respond = () =>
      endpoint === 'events'
        ? receiveEvents(copy, params.pixel_id, receiver)
        : receivePixelEvent(copy, receiver)

    return requestLog.complete(logged, () =>
      injector.run(endpoint, signal, respond, (faults) => {
        const { status, latency, brokenBody } = faults
        logged.hasBrokenBody = Boolean(brokenBody && !status)
        faultLog.add({
          request_id: logged.id,
          route,
          faults: Object.keys(faults) as FaultName[],
          ...(status && { status: status.status }),
          ...(latency && { delay_ms: latency.ms }),
          ...(endpoint === 'events' ? listEvents(copy, text) : listPixelEvent(copy)),
          received_at: now(),
        })
      }),
    )
  }

  function listEvents(request: Request, text: string): FaultedEvents {
    const body = parseJson(text)
    if (!isJsonObject(body)) return { events: [], event_count: 0 }
    return {
      events: describeEvents(body.data, [accessToken, findToken(request, body)]),
      event_count: Array.isArray(body.data) ? body.data.length : 0,
    }
  }

  function listPixelEvent(request: Request): FaultedEvents {
    const query = new URL(request.url).searchParams
    const event = { event_name: query.get('ev'), event_id: query.get('eid') }
    return { events: describeEvents([event], [accessToken]), event_count: 1 }
  }
}

type FaultedEvents = Pick<FaultedRequest, 'events' | 'event_count'>

const OTHER_WEBSITE: ExplainedError = {
  status: 403,
  message:
    'Another website sent this request. Open your site at localhost, or add its host to allowedHosts.',
  type: 'GraphMethodException',
  code: 100,
  problem: 'A page of another website sent the request.',
  fix: 'Open your site at localhost or 127.0.0.1, or add its host to allowedHosts.',
}

const TOO_LARGE: ExplainedError = {
  status: 413,
  message: 'The request body is longer than 16 MiB. Send fewer events per request.',
  code: 100,
  problem: 'The request body is longer than 16 MiB.',
  fix: 'Send fewer events per request.',
}
