import type { EventName, RejectionReason } from '../protocol.ts'
import type { DroppedField } from './list-dropped.ts'

/** What became of one request, for logs and metrics: no personal data, and never the token. */
export interface Outcome {
  /** What the page was told; `bot` was told that all is well. */
  kind: 'accepted' | 'upstream_error' | 'upstream_unreachable' | 'rejected' | 'bot'
  /** The HTTP status of the proxy's own answer. */
  status: number
  /** From the request's arrival to the answer, in whole milliseconds. */
  durationMs: number
  /** How many requests went to the platform; 0 for a rejection. */
  attempts: number
  /** What the page sent and the platform never saw. */
  dropped: DroppedField[]
  eventName?: EventName
  eventId?: string
  /** Why the request was rejected. */
  reason?: RejectionReason
  /** The platform's HTTP status, when it answered with an error. */
  upstreamStatus?: number
  /** `error.code` of the platform's answer. */
  code?: number
  /** `error.error_subcode` of the platform's answer. */
  subcode?: number
  /** The id by which Meta's support finds the call. */
  fbtraceId?: string
  /** What was thrown, when the platform could not be reached. */
  error?: string
  /** The platform's warning that the Graph API version is old. */
  deprecation?: string
}
