import type { Outcome } from './outcome.ts'

/** Severity of a log line. */
export type Severity = 'ERROR' | 'WARN' | 'INFO'

/** Options of {@link logOutcome}. */
export interface LogOutcomeOptions {
  /**
   * Logs accepted events and bots too, with the severity `INFO`.
   *
   * @default false
   */
  everyEvent?: boolean
  /**
   * Writes one line.
   *
   * @default `console.error`, `console.warn` or `console.info`, depending on the severity
   */
  write?: (line: string, severity: Severity) => void
}

/**
 * Creates an `onOutcome` listener that logs each failure as one line of JSON.
 *
 * Upstream and configuration failures and events that are lost are logged as errors, rejected requests and kept events
 * as warnings. An accepted event is
 * logged as a warning if one of its warnings, or the warning that the Graph API version is outdated, was not logged
 * before.
 *
 * @returns The listener.
 * @see https://opentelemetry.io/docs/specs/semconv/ for the names `error.type`, `http.response.status_code` and
 *   `http.request.resend_count`
 */
export function logOutcome(options: LogOutcomeOptions = {}): (outcome: Outcome) => void {
  const { everyEvent = false, write = writeToConsole } = options
  const logged = new Set<string>()

  return function log(outcome) {
    const { deprecation = [], warnings } = outcome
    const notices = warnings.map((warning) => JSON.stringify(warning)).concat(deprecation)
    const isNew = notices.filter(isNewText).length > 0
    const severity = isNew && isSuccess(outcome) ? 'WARN' : severityOf(outcome)
    if (everyEvent || severity !== 'INFO')
      write(JSON.stringify(toRecord(outcome, severity)), severity)
  }

  /** Returns whether a text was not logged before, and remembers it. */
  function isNewText(text: string): boolean {
    if (logged.has(text)) return false
    // Upstream responses and pages could contain new texts for ever.
    if (logged.size >= MAX_REMEMBERED) logged.clear()
    logged.add(text)
    return true
  }
}

const MAX_REMEMBERED = 100

function isSuccess({ kind }: Outcome): boolean {
  return kind === 'accepted' || kind === 'bot'
}

function severityOf(outcome: Outcome): Severity {
  if (isSuccess(outcome)) return 'INFO'
  if (outcome.kind === 'kept') return 'WARN'
  return outcome.kind === 'rejected' && outcome.reason !== 'Server not configured'
    ? 'WARN'
    : 'ERROR'
}

// JSON.stringify omits fields that are undefined.
function toRecord(outcome: Outcome, severity: Severity): Record<string, unknown> {
  const { kind, attempts, dropped, warnings } = outcome
  return {
    severity_text: severity,
    'event.name': 'conversion_capi.outcome',
    'error.type': isSuccess(outcome)
      ? undefined
      : (outcome.reason ?? outcome.code?.toString() ?? kind),
    'error.message': outcome.error,
    'conversion.keep_error': outcome.keepError,
    'http.response.status_code': outcome.status,
    'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
    'conversion.outcome': kind,
    'conversion.pixel_id': outcome.pixelId,
    'conversion.school': outcome.school,
    'conversion.event_name': outcome.eventName,
    'conversion.event_id': outcome.eventId,
    'conversion.duration_ms': outcome.durationMs,
    'conversion.dropped': dropped.length > 0 ? dropped : undefined,
    'conversion.warnings': warnings.length > 0 ? warnings : undefined,
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
