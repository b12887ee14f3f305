import { checkOptions } from '../config/check-options.ts'
import { describeErrorCode } from '../upstream/describe-error-code.ts'
import type { Outcome } from './outcome.ts'

/** Severity of a log line. */
export type Severity = 'ERROR' | 'WARN' | 'INFO'

/** Options of {@link logOutcome}. */
export interface LogOutcomeOptions {
  /** Logs accepted events and bots too, with the severity `INFO`, instead of a summary per minute. @default false */
  everyEvent?: boolean
  /** Writes one line. @default `console.error`, `console.warn` or `console.info`, depending on the severity */
  write?: (line: string, severity: Severity) => void
  /** Returns the current time in milliseconds since the epoch, for the summary. @default Date.now */
  now?: () => number
}

/**
 * Creates an `onOutcome` listener that logs each failure as one line of JSON.
 *
 * Upstream and configuration failures and events that are lost are logged as errors, rejected requests and kept events
 * as warnings. An accepted event is logged as a warning if one of its warnings, a field that was dropped because it is
 * malformed or unhashed personal data, or the warning that the Graph API version is outdated was not logged before for
 * the same school.
 *
 * Other accepted events and bots are counted. The first outcome after a minute logs the counts, so a process that lives
 * shorter does not log them.
 *
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @see https://opentelemetry.io/docs/specs/semconv/ for the names `otel.event.name`, `error.type`,
 *   `http.response.status_code` and `http.request.resend_count`
 */
export function logOutcome(options: LogOutcomeOptions = {}): (outcome: Outcome) => void {
  checkOptions(options, { everyEvent: 'boolean', write: 'function', now: 'function' })
  const { everyEvent = false, write = writeToConsole, now = Date.now } = options
  const logged = new Set<string>()
  let counts: Record<string, number> = {}
  let countedSince = Infinity

  return function log(outcome) {
    const { deprecation = [], warnings, dropped, pixelId, school = pixelId } = outcome
    const notices = [...warnings, ...dropped.filter(({ reason }) => reason !== 'unknown')]
      .map((notice) => JSON.stringify(notice))
      .concat(deprecation)
    // Upstream responses and pages could contain new messages indefinitely.
    if (logged.size >= MAX_REMEMBERED) logged.clear()
    const { size } = logged
    for (const notice of notices) logged.add(`${school} ${notice}`)
    const severity = logged.size > size && isSuccess(outcome) ? 'WARN' : severityOf(outcome)
    if (everyEvent || severity !== 'INFO') {
      write(toLine(toRecord(outcome, severity)), severity)
    }
    if (!everyEvent) summarize(outcome)
  }

  /** Logs the counts if a minute has passed since the first success, and counts the outcome if it is a success. */
  function summarize(outcome: Outcome): void {
    const nowMs = now()
    if (nowMs - countedSince >= 60_000) {
      const seconds = Math.round((nowMs - countedSince) / 1000)
      const summary = { 'conversion.counts': counts, 'conversion.seconds': seconds }
      write(toLine({ ...createHeader('INFO', 'summary'), ...summary }), 'INFO')
      counts = {}
      countedSince = Infinity
    }
    if (!isSuccess(outcome)) return
    // The clock can be set back.
    countedSince = Math.min(countedSince, nowMs)
    const { school, kind, eventName, source } = outcome
    const name = [school, kind, source && `${eventName}.${source}`].filter(Boolean).join('.')
    counts[name] = (counts[name] ?? 0) + 1
  }
}

const MAX_REMEMBERED = 1000

function isSuccess({ kind }: Outcome): boolean {
  return ['accepted', 'bot', 'opted_out'].includes(kind)
}

function severityOf(outcome: Outcome): Severity {
  if (isSuccess(outcome)) return 'INFO'
  if (outcome.kind === 'kept') return 'WARN'
  return outcome.kind === 'rejected' && outcome.reason !== 'Server not configured'
    ? 'WARN'
    : 'ERROR'
}

/** Fields that are logged as they are, by their names in snake case. */
const LOGGED_FIELDS = [
  'error',
  'keepError',
  'pixelId',
  'school',
  'eventName',
  'eventId',
  'source',
  'kept',
  'durationMs',
] as const

function toLogName(field: string): string {
  return `conversion.${field.replace(/[A-Z]/g, '_$&').toLowerCase()}`
}

function createHeader(severity: Severity, event: string): Record<string, string> {
  return { severity_text: severity, 'otel.event.name': `conversion_capi.${event}` }
}

// JSON.stringify omits fields that are undefined.
function toRecord(outcome: Outcome, severity: Severity): Record<string, unknown> {
  const { kind, attempts, dropped, warnings, code } = outcome
  return {
    ...createHeader(severity, 'outcome'),
    'error.type': isSuccess(outcome) ? undefined : (outcome.reason ?? code?.toString() ?? kind),
    'http.response.status_code': outcome.status,
    'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
    'conversion.outcome': kind,
    ...Object.fromEntries(LOGGED_FIELDS.map((name) => [toLogName(name), outcome[name]])),
    'conversion.dropped': dropped[0] && dropped,
    'conversion.warnings': warnings[0] && warnings,
    'meta.status_code': outcome.upstreamStatus,
    'meta.error.code': code,
    'meta.error.subcode': outcome.subcode,
    'meta.error.description': describeErrorCode(code, outcome.subcode),
    'meta.fbtrace_id': outcome.fbtraceId,
    'meta.deprecation': outcome.deprecation,
  }
}

/** Converts a record to ASCII: some other characters control a terminal or change the order of its text. */
function toLine(record: object): string {
  return JSON.stringify(record).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function writeToConsole(line: string, severity: Severity): void {
  console[severity.toLowerCase() as Lowercase<Severity>](line)
}
