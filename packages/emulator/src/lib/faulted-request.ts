import { isJsonObject } from '@conversion-capi/core/protocol'

import type { FaultName, Faults, FaultyEndpoint } from './faults/faults.ts'
import { findToken } from './graph/receive-events.ts'
import { describeEvents, type RejectedEvent } from './rejected-request.ts'
import { parseJson } from './request-body.ts'

/** A request that faults changed. If one of them made it fail, its events may be missing in `events()`. */
export interface FaultedRequest {
  /** The number of the request. */
  readonly request_id: number
  /** For example `POST /{version}/{pixel_id}/events`. */
  readonly route: string
  /** The faults that applied, for example `['latency', 'status']`. */
  readonly faults: readonly FaultName[]
  /** The status of a `status` fault. */
  readonly status?: number
  /** The delay of a `latency` fault in milliseconds. */
  readonly delay_ms?: number
  /** The first 10 events of the request; empty if the body was unreadable. */
  readonly events: readonly RejectedEvent[]
  /** How many events the request contained. */
  readonly event_count: number
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
}

/** Describes the faults of a request, and the events that it contains. */
export function describeFaultedRequest(
  endpoint: FaultyEndpoint,
  request: Request,
  text: string,
  accessToken: string,
  faults: Faults,
): Omit<FaultedRequest, 'request_id' | 'route' | 'received_at'> {
  const { status, latency } = faults
  const [data, token] =
    endpoint === 'events' ? readEvents(request, text) : [[readPixelEvent(request)]]
  return {
    faults: Object.keys(faults) as FaultName[],
    ...(status && { status: status.status }),
    ...(latency && { delay_ms: latency.ms }),
    events: describeEvents(data, [accessToken, token]),
    event_count: Array.isArray(data) ? data.length : 0,
  }
}

function readEvents(request: Request, text: string): [data?: unknown, token?: unknown] {
  const body = parseJson(text)
  return isJsonObject(body) ? [body.data, findToken(request, body)] : []
}

function readPixelEvent(request: Request): object {
  const query = new URL(request.url).searchParams
  return { event_name: query.get('ev'), event_id: query.get('eid') }
}
