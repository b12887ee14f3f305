import type { RejectionReason, ServerEvent, UpstreamResult } from '../../protocol.ts'
import type { SchoolOfEvent } from '../config/read-schools.ts'
import type { DroppedField } from '../event/diff-fields.ts'
import type { Warning } from '../common/warning.ts'
import type { InvalidEventReason } from '../event/server-event-parser.ts'
import type { TrafficSource } from './find-traffic-source.ts'
import { codesOf } from '../upstream/codes-of.ts'

/**
 * Why an event is not sent again. `too_old`: Meta would count the browser's copy twice. `declined`: the upstream will
 * never accept it.
 */
export type GiveUpReason = 'too_old' | 'declined'

/**
 * The outcome of one request, one call of a sender, or one event that redelivery gives up. For logs and metrics.
 * Contains no personal data and no access token.
 *
 * - `accepted`: the upstream accepted the event.
 * - `bot`: the event was not forwarded because of `blockBots`.
 * - `opted_out`: the event was not forwarded because the visitor sends Global Privacy Control, and
 *   `Config.globalPrivacyControl` is `'honor'`.
 * - `kept`: the event could not be delivered and was passed to `keep`, which succeeded.
 * - `rejected`: the event was not forwarded, because the request, the event or the configuration is invalid.
 * - `upstream_error`: the upstream responded with an error, and the event was not kept, unless `kept` says otherwise.
 * - `upstream_unreachable`: no attempt received an upstream response, and the event was not kept, unless `kept` says
 *   otherwise.
 * - `given_up`: redelivery ended without success: the event is lost.
 */
export type Outcome = OutcomeDetails &
  (
    | { kind: 'accepted' | 'bot' | 'opted_out' | 'kept' }
    | { kind: 'rejected'; reason: RejectionReason | InvalidEventReason }
    | { kind: 'upstream_error'; upstreamStatus: number }
    | { kind: 'upstream_unreachable'; error: string }
    | { kind: 'given_up'; reason: GiveUpReason }
  )

/** The fields that every {@link Outcome} can have. */
export interface OutcomeDetails {
  /** HTTP status of the response. Missing if there is no request: for senders and redelivery. */
  status?: number | undefined
  /** Time from the request or call to its result in whole milliseconds. */
  durationMs: number
  /** Number of upstream requests; 0 if the event was not forwarded. */
  attempts: number
  /** Fields of the request that were not forwarded. */
  dropped: DroppedField[]
  /** What to correct. */
  warnings: Warning[]
  /** The pixel of the school that the event belongs to. Missing if there is no configuration. */
  pixelId?: string | undefined
  /** Label of the school, from `Config.school`. */
  school?: string | undefined
  /** The `event_name`, if it is valid. */
  eventName?: ServerEvent['event_name'] | undefined
  /** The `event_id` of the request, if it is valid. */
  eventId?: string | undefined
  /** Where the visit came from, with `findTrafficSource`. */
  source?: TrafficSource | undefined
  /** Why the event was rejected or given up. */
  reason?: RejectionReason | InvalidEventReason | GiveUpReason | undefined
  /** HTTP status of the upstream response, if it is an error. */
  upstreamStatus?: number | undefined
  /** `error.code` of the upstream response. */
  code?: number | undefined
  /** `error.error_subcode` of the upstream response. */
  subcode?: number | undefined
  /** Trace ID that Meta's support asks for. */
  fbtraceId?: string | undefined
  /** Description of the error, if no attempt received an upstream response, or what to correct in the setup. */
  error?: string | undefined
  /** Whether a queue still keeps the event. Only for attempts of redelivery. */
  kept?: boolean | undefined
  /** The limit that was reached, or the name and code of the error that `keep` threw. The event is lost. */
  keepError?: string | undefined
  /** Warning that the Graph API version is outdated. */
  deprecation?: string | undefined
}

export interface ProcessResult<Reason = RejectionReason> extends Partial<
  Pick<
    OutcomeDetails,
    'attempts' | 'dropped' | 'warnings' | 'source' | 'error' | 'keepError' | 'deprecation'
  >
> {
  body: UpstreamResult | { error: Reason }
  event?: Record<'event_name' | 'event_id', string | undefined>
  /** Replaces the kind that follows from the body. */
  kind?: 'bot' | 'opted_out' | 'kept' | 'given_up' | undefined
}

/**
 * Summarizes a result without its personal data: of an upstream response, the outcome contains only the status, the error
 * codes and the trace ID.
 */
export function toOutcome(
  result: ProcessResult<OutcomeDetails['reason']>,
  { pixelId, school }: Partial<SchoolOfEvent>,
  durationMs: number,
  status?: number,
): Outcome {
  const { body, kind, attempts = 0, event, dropped = [], warnings = [] } = result
  const { error, keepError, deprecation, source } = result
  return {
    status,
    durationMs: Math.round(durationMs),
    attempts,
    pixelId: pixelId || undefined,
    school,
    dropped,
    warnings,
    eventName: event?.event_name,
    eventId: event?.event_id,
    error,
    keepError,
    deprecation,
    source,
    ...summarize(body),
    ...(kind && { kind }),
  } as Outcome
}

function summarize(
  body: ProcessResult<OutcomeDetails['reason']>['body'],
): Pick<Outcome, 'kind'> & Partial<OutcomeDetails> {
  if (!('ok' in body)) return { kind: 'rejected', reason: body.error }
  if (body.ok) return { kind: 'accepted', ...codesOf(body.upstream) }
  if ('error' in body) return { kind: 'upstream_unreachable', error: body.error }
  return { kind: 'upstream_error', upstreamStatus: body.status, ...codesOf(body.upstream) }
}

/** Calls a listener, if there is one. Errors it throws are ignored, and so are promises that reject. */
export function notify(
  onOutcome: ((outcome: Outcome) => void) | undefined,
  createOutcome: () => Outcome,
): void {
  if (!onOutcome) return
  // Async, so that a rejected promise is ignored like a thrown error.
  ;(async () => onOutcome(createOutcome()))().catch(() => {})
}
