import type { Outcome } from './outcome.ts'

export type Severity = 'ERROR' | 'WARN' | 'INFO'

export interface LogOptions {
  /** Whether accepted events and bots are logged as well. Default: failures only. */
  everyEvent?: boolean
  /** Writes one line. Default: `console.error`, `console.warn` or `console.info`, by severity. */
  write?: (line: string, severity: Severity) => void
}

/**
 * Makes an `onOutcome` that writes one line of JSON for each failure.
 *
 * What Meta or the configuration failed at is an error, what a request failed at is a warning. That the
 * Graph API version is old is a warning too, once. Names follow OpenTelemetry's semantic conventions
 * where they have one: `error.type`, `http.response.status_code`, `http.request.resend_count`.
 */
export function logOutcome(options: LogOptions = {}): (outcome: Outcome) => void {
  const { everyEvent = false, write = writeToConsole } = options
  const deprecations = new Set<string>()

  return function log(outcome) {
    const { deprecation } = outcome
    const isNews = deprecation !== undefined && !deprecations.has(deprecation)
    if (isNews) deprecations.add(deprecation)

    const severity = isNews && isFine(outcome) ? 'WARN' : severityOf(outcome)
    if (everyEvent || severity !== 'INFO')
      write(JSON.stringify(toRecord(outcome, severity)), severity)
  }
}

function isFine({ kind }: Outcome): boolean {
  return kind === 'accepted' || kind === 'bot'
}

function severityOf(outcome: Outcome): Severity {
  if (isFine(outcome)) return 'INFO'
  return outcome.kind === 'rejected' && outcome.status < 500 ? 'WARN' : 'ERROR'
}

/** A field without a value is not written: `JSON.stringify` leaves it out. */
function toRecord(outcome: Outcome, severity: Severity): Record<string, unknown> {
  const { kind, attempts, dropped } = outcome
  return {
    severity_text: severity,
    'event.name': 'conversion_capi.outcome',
    'error.type': isFine(outcome)
      ? undefined
      : (outcome.reason ?? outcome.code?.toString() ?? kind),
    'error.message': outcome.error,
    'http.response.status_code': outcome.status,
    'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
    'conversion.outcome': kind,
    'conversion.event_name': outcome.eventName,
    'conversion.event_id': outcome.eventId,
    'conversion.duration_ms': outcome.durationMs,
    'conversion.dropped': dropped.length > 0 ? dropped : undefined,
    'meta.status_code': outcome.upstreamStatus,
    'meta.error.code': outcome.code,
    'meta.error.subcode': outcome.subcode,
    'meta.fbtrace_id': outcome.fbtraceId,
    'meta.deprecation': outcome.deprecation,
  }
}

function writeToConsole(line: string, severity: Severity): void {
  if (severity === 'ERROR') console.error(line)
  else if (severity === 'WARN') console.warn(line)
  else console.info(line)
}
