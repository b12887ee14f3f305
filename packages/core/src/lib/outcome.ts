import type {
  EventName,
  EventRequest,
  RejectionReason,
  ResponseBody,
  UpstreamBody,
} from '../protocol.ts'
import type { DroppedField } from './diff-fields.ts'

/** Something to correct in a page or in the host's code. The event was forwarded. */
export interface Warning {
  /** Path of a field, for example `custom_data.email`, or name of an option, for example `blockBots`. */
  key: string
  /**
   * `unhashed`: the field appears to contain personal data that is not hashed. `invalid_result`: the option's
   * function threw, or returned a promise or another type than documented, and was ignored.
   */
  reason: 'unhashed' | 'invalid_result'
}

/** The outcome of one request, for logs and metrics. Contains no personal data and no access token. */
export interface Outcome {
  /** `bot`: the event was not forwarded because of `blockBots`. */
  kind: 'accepted' | 'upstream_error' | 'upstream_unreachable' | 'rejected' | 'bot'
  /** HTTP status of the response. */
  status: number
  /** Time from the request to the response in whole milliseconds. */
  durationMs: number
  /** Number of upstream requests; 0 for a rejection or a bot. */
  attempts: number
  /** Fields of the request that were not forwarded. */
  dropped: DroppedField[]
  /** What to correct. */
  warnings: Warning[]
  eventName?: EventName
  eventId?: string
  /** Why the request was rejected. */
  reason?: RejectionReason
  /** HTTP status of the upstream response, if it is an error. */
  upstreamStatus?: number
  /** `error.code` of the upstream response. */
  code?: number
  /** `error.error_subcode` of the upstream response. */
  subcode?: number
  /** Trace ID that Meta's support asks for. */
  fbtraceId?: string
  /** Description of the error, if no attempt received an upstream response. */
  error?: string
  /** Warning that the Graph API version is outdated. */
  deprecation?: string
}

/** The result of processing one request. */
export interface ProcessResult {
  body: ResponseBody
  attempts: number
  event?: EventRequest
  dropped?: DroppedField[]
  warnings?: Warning[]
  deprecation?: string | undefined
  isBot?: boolean
}

/**
 * Summarizes a result without its personal data.
 *
 * Of an upstream response, the outcome contains only the status, the error codes and the trace ID.
 */
export function toOutcome(result: ProcessResult, status: number, durationMs: number): Outcome {
  const { body, attempts, event, dropped = [], warnings = [], deprecation, isBot } = result
  return {
    ...summarize(body),
    ...(isBot && { kind: 'bot' }),
    status,
    durationMs: Math.round(durationMs),
    attempts,
    dropped,
    warnings,
    ...(event && { eventName: event.event_name, eventId: event.event_id }),
    ...(deprecation && { deprecation }),
  }
}

function summarize(body: ResponseBody): Pick<Outcome, 'kind'> & Partial<Outcome> {
  if (!('ok' in body)) return { kind: 'rejected', reason: body.error }
  if (body.ok) return { kind: 'accepted', ...codesOf(body.upstream) }
  if ('error' in body) return { kind: 'upstream_unreachable', error: body.error }
  return { kind: 'upstream_error', upstreamStatus: body.status, ...codesOf(body.upstream) }
}

/** Returns the codes that have the type Meta documents; any other value could contain personal data. */
function codesOf(upstream: UpstreamBody): Partial<Outcome> {
  const error = (upstream['error'] ?? {}) as Record<string, unknown>
  const { code, error_subcode: subcode } = error
  const fbtraceId = upstream['fbtrace_id'] ?? error['fbtrace_id']
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof subcode === 'number' && { subcode }),
    ...(typeof fbtraceId === 'string' && { fbtraceId }),
  }
}
