/**
 * The outcome of one event, as the proxy passes it to `onOutcome`. `Outcome` of `@conversion-capi/core` is
 * assignable to it.
 */
export interface ProxyOutcome {
  /** For example `accepted`, `kept` or `upstream_error`. */
  readonly kind: string
  /** HTTP status of the proxy's response. */
  readonly status?: number | undefined
  /** Milliseconds. */
  readonly durationMs: number
  /** Number of requests to the Conversions API. */
  readonly attempts: number
  /** Fields that were not forwarded. */
  readonly dropped: readonly { readonly key: string; readonly reason: string }[]
  /** What to correct. */
  readonly warnings: readonly { readonly key: string; readonly reason: string }[]
  readonly eventName?: string | undefined
  readonly eventId?: string | undefined
  /** Why the event was rejected or given up. */
  readonly reason?: string | undefined
  /** HTTP status of the Conversions API, if it is an error. */
  readonly upstreamStatus?: number | undefined
  /** Meta's error code. */
  readonly code?: number | undefined
  /** Meta's error subcode. */
  readonly subcode?: number | undefined
  readonly error?: string | undefined
  /** Why the event could not be kept. */
  readonly keepError?: string | undefined
}

/** A {@link ProxyOutcome} and when it was recorded. */
export interface RecordedOutcome extends ProxyOutcome {
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
}
