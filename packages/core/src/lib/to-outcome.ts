import type { ResponseBody, EventRequest, UpstreamBody } from '../protocol.ts'
import type { DroppedField } from './list-dropped.ts'
import type { Outcome } from './outcome.ts'

/** What the proxy decided about a request, and what it had found out by then. */
export interface Verdict {
  answer: ResponseBody
  attempts: number
  event?: EventRequest
  dropped?: DroppedField[]
  deprecation?: string | undefined
  isBot?: boolean
}

/** Tells of a verdict without its contents: of the platform's answer only codes and the trace id. */
export function toOutcome(verdict: Verdict, status: number, durationMs: number): Outcome {
  const { answer, attempts, event, dropped = [], deprecation } = verdict
  return {
    kind: verdict.isBot ? 'bot' : kindOf(answer),
    status,
    durationMs: Math.round(durationMs),
    attempts,
    dropped,
    ...(event && { eventName: event.event_name, eventId: event.event_id }),
    ...detailsOf(answer),
    ...(deprecation && { deprecation }),
  }
}

function kindOf(answer: ResponseBody): Outcome['kind'] {
  if (!('ok' in answer)) return 'rejected'
  if (answer.ok) return 'accepted'
  return 'status' in answer ? 'upstream_error' : 'upstream_unreachable'
}

function detailsOf(answer: ResponseBody): Partial<Outcome> {
  if (!('ok' in answer)) return { reason: answer.error }
  if ('error' in answer) return { error: answer.error }
  return {
    ...('status' in answer && { upstreamStatus: answer.status }),
    ...codesOf(answer.upstream),
  }
}

/** The platform's own values, if they are what Meta documents. */
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
