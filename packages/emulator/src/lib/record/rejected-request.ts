import { isJsonObject } from '@conversion-capi/core/protocol'

import type { FaultyEndpoint } from '../faults/faults.ts'
import { findToken } from '../graph/check-access.ts'
import type { ExplainedError, GraphError } from '../http/graph-error.ts'
import { parseJson, readFields } from '../http/request-body.ts'

/**
 * A request that the emulator rejected, so that none of its events was recorded. Contains no token and no values of the
 * request except the names and ids of its events.
 */
export interface RejectedRequest {
  /** For example `POST /{version}/{pixel_id}/events`. Unknown paths are abbreviated. */
  readonly route: string
  /** The HTTP status of the response. */
  readonly status: number
  /** Meta's error code. */
  readonly code: number
  /** Meta's error subcode. */
  readonly error_subcode?: number
  /** The reason, as in the response. */
  readonly message: string
  /** What is wrong, as one sentence. */
  readonly problem: string
  /** What to change. */
  readonly fix: string
  /** The number of the request. Missing if its path or method is not supported. */
  readonly request_id?: number
  /** The first 10 events of the request; empty if the body was unreadable. */
  readonly events: readonly RejectedEvent[]
  /** How many events the request contained. */
  readonly event_count: number
  /** The event that caused the rejection, with its index in `data`. Missing if the cause is not an event. */
  readonly invalid_event?: RejectedEvent & { readonly index: number }
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
}

/**
 * An event of a rejected request. A name or id that could be a token or personal data is `[masked]`,
 * one that is not a string is absent.
 */
export interface RejectedEvent {
  readonly event_name?: string
  readonly event_id?: string
}

export type RejectionDetails = Partial<
  Pick<RejectedRequest, 'events' | 'event_count' | 'invalid_event' | 'request_id'>
>

const MAX_LISTED_EVENTS = 10

export function describeRejection(
  route: string,
  { problem, fix }: ExplainedError,
  response: GraphError,
  details: RejectionDetails,
  received_at: number,
): RejectedRequest {
  const { status = 400, code = 100, error_subcode, message, error_user_msg } = response
  return {
    route,
    status,
    code,
    ...(error_subcode !== undefined && { error_subcode }),
    message: error_user_msg ? `${message}: ${error_user_msg}` : message,
    problem,
    fix,
    events: [],
    event_count: 0,
    ...details,
    received_at,
  }
}

export function describeEvents(
  endpoint: FaultyEndpoint,
  request: Request,
  text: string,
  accessToken: string,
  invalidIndex?: number,
): Pick<RejectedRequest, 'events' | 'event_count' | 'invalid_event'> {
  const [data, token] = readEvents(endpoint, request, text)
  const events: unknown[] = Array.isArray(data) ? data : []
  const describe = (event: unknown) => describeEvent(event, [token, accessToken])
  return {
    events: events.slice(0, MAX_LISTED_EVENTS).map(describe),
    event_count: events.length,
    ...(invalidIndex !== undefined && {
      invalid_event: { index: invalidIndex, ...describe(events[invalidIndex]) },
    }),
  }
}

function readEvents(
  endpoint: FaultyEndpoint,
  request: Request,
  text: string,
): [data?: unknown, token?: unknown] {
  if (endpoint === 'tr') {
    const { ev, eid } = Object.fromEntries(readFields(request, text))
    return [[{ ...(ev && { event_name: ev }), ...(eid && { event_id: eid }) }]]
  }
  const body = parseJson(text)
  return isJsonObject(body) ? [body.data, findToken(request, body)] : []
}

function describeEvent(event: unknown, tokens: readonly unknown[]): RejectedEvent {
  if (!isJsonObject(event)) return {}
  const { event_name, event_id } = event
  return {
    ...(typeof event_name === 'string' && { event_name: mask(event_name, tokens) }),
    ...(typeof event_id === 'string' && { event_id: mask(event_id, tokens) }),
  }
}

/** Letters, digits and `_ .:-` only: excludes emails, international phone numbers and URLs. */
const NAME_OR_ID = /^[\p{L}\p{N}_ .:-]{1,100}$/u

function mask(text: string, tokens: readonly unknown[]): string {
  const hasToken = tokens.some(
    (token) => typeof token === 'string' && token && text.includes(token),
  )
  return NAME_OR_ID.test(text) && !hasToken ? text : '[masked]'
}
