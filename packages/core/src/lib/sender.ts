import {
  EVENT_NAMES,
  MAX_EVENT_ID_LENGTH,
  type ServerEvent,
  type UpstreamBody,
  type UpstreamError,
} from '../protocol.ts'
import { checkConfig, checkOptions, findConfigProblem } from './check-config.ts'
import type { Config } from './config.ts'
import { findEventWarnings } from './event-warnings.ts'
import { forward, type ForwardResult } from './forward.ts'
import { notify } from './notify.ts'
import {
  codesOf,
  type InvalidEventReason,
  type Outcome,
  type ProcessResult,
  toOutcome,
} from './outcome.ts'
import { describeError } from './redact.ts'
import type { RetryReason } from './retry-reason.ts'
import { createServerEventParser } from './server-event-parser.ts'

/** Options of {@link createSender}. */
export interface SenderOptions {
  /** From `readConfig`. Without a complete configuration, every result is `retry` with the reason `setup`. */
  config: Config | undefined
  /**
   * Sends upstream requests.
   *
   * @default globalThis.fetch
   */
  fetch?: typeof fetch
  /**
   * Returns the current time in milliseconds since the epoch.
   *
   * @default Date.now
   */
  now?: () => number
  /**
   * Called once per event, after its result is known. Errors it throws are ignored, and so are promises that reject.
   *
   * @default off
   */
  onOutcome?: (outcome: Outcome) => void
}

/** An event to send. `action_source` may be omitted; a {@link ServerEvent} passed to `keep` has all fields. */
export type EventToSend = Omit<ServerEvent, 'action_source' | 'user_data'> &
  Partial<Pick<ServerEvent, 'action_source' | 'user_data'>>

/** What happened to an event that was sent. */
export type SendResult =
  | {
      /** The upstream accepted the event. */
      kind: 'accepted'
      upstream: UpstreamBody
    }
  | {
      /** The event was not accepted. The same event may be accepted later. */
      kind: 'retry'
      reason: RetryReason
      /** Milliseconds until the event should be sent again. */
      retryAfterMs: number
      /** Describes the problem in one sentence. */
      error: string
      /** The upstream response, if there was one. */
      upstream?: UpstreamBody
    }
  | {
      /** The event is invalid or was refused. Sending it again has the same result. */
      kind: 'failed'
      error: string
      upstream?: UpstreamBody
    }

/** Sends one event. Never rejects. */
export type Sender = (event: EventToSend) => Promise<SendResult>

/**
 * Creates a function that sends one event to Meta, for events that do not come from a page: payments confirmed by a
 * webhook, and events that are redelivered.
 *
 * Events are checked, hashed, retried and reported like those of `createHandler`. Not sent, with a result that says
 * why: events without a valid `event_name`, `event_id` or `event_time` (Unix time in seconds, at most 7 days ago).
 * Unhashed values of `em`, `ph`, `fn` and `ln` are hashed, and unhashed personal data in `custom_data` is dropped, as
 * in `createHandler`.
 *
 * @param options Only `config` is required.
 * @throws {TypeError} If an option or a field of `config` is unknown or unusable.
 * @example
 * const send = createSender({ config: readConfig(process.env), onOutcome: logOutcome() })
 * const result = await send({ event_name: 'Purchase', event_id, event_time, user_data, custom_data })
 * if (result.kind === 'retry') return new Response(result.error, { status: 503 })
 */
export function createSender(options: SenderOptions): Sender {
  checkOptions(options, {
    config: 'object',
    fetch: 'function',
    now: 'function',
    onOutcome: 'function',
  })
  const { now = Date.now, onOutcome } = options
  const config = options.config && checkConfig(options.config)
  const configProblem = findConfigProblem(config)
  const localFetch = options.fetch ?? globalThis.fetch
  const parseServerEvent = createServerEventParser(config, now)

  return async function send(event) {
    const startedAt = performance.now()
    const result = await process(copyJson(event)).catch(fail)
    notify(onOutcome, toOutcome({ ...result, config }, performance.now() - startedAt))
    return toSendResult(result)
  }

  async function process(json: unknown): Promise<SenderResult> {
    const parsed = parseServerEvent(json)
    if (!parsed.ok) {
      const { error } = parsed
      return { body: { error }, attempts: 0, error: describeInvalid(error), event: Object(json) }
    }
    if (!config || configProblem) {
      const body = { error: 'Server not configured' } as const
      return { body, attempts: 0, error: configProblem, retryReason: 'setup', ...parsed.value }
    }
    const result = await forward(parsed.value.event, config, localFetch, now)
    return { ...result, ...parsed.value, warnings: findEventWarnings(parsed.value.event) }
  }

  function fail(error: unknown): SenderResult {
    const body = { ok: false, error: describeError(error, config?.accessToken) } as const
    return { body, attempts: 0, retryReason: 'transient' }
  }
}

type SenderResult = ProcessResult<InvalidEventReason | 'Server not configured'> &
  Pick<ForwardResult, 'retryReason' | 'retryAfterMs'>

/** Returns the `error` of the {@link SendResult} for an event that is not sent. */
export function describeInvalid(reason: InvalidEventReason): string {
  const descriptions: Record<InvalidEventReason, string> = {
    'Invalid event': 'The event must be an object that can be serialized as JSON.',
    'Invalid event_name': `event_name must be one of ${EVENT_NAMES.join(', ')}.`,
    'Invalid event_id': `event_id must be a string of 1 to ${MAX_EVENT_ID_LENGTH} characters.`,
    'Invalid event_time':
      'event_time must be Unix time in seconds, at most 7 days ago and not in the future.',
    'Invalid action_source': 'action_source must be "website", or omitted.',
  }
  return descriptions[reason]
}

/** Delays before an event is sent again, unless `Retry-After` is longer. */
const RETRY_DELAYS_MS: Record<RetryReason, number> = {
  transient: 60_000,
  throttled: 300_000,
  setup: 900_000,
}

function copyJson(value: unknown): unknown {
  // JSON has no NaN and no Infinity. The parser drops the largest number instead of `null`, and names the field.
  const replacer = (_: string, item: unknown): unknown =>
    typeof item === 'number' && !Number.isFinite(item) ? Number.MAX_VALUE : item
  try {
    return JSON.parse(JSON.stringify(value, replacer))
  } catch {
    return undefined
  }
}

function toSendResult({ body, error, retryReason, retryAfterMs = 0 }: SenderResult): SendResult {
  if ('ok' in body && body.ok) return { kind: 'accepted', upstream: body.upstream }
  const failure =
    'upstream' in body
      ? { error: describeUpstreamError(body), upstream: body.upstream }
      : { error: error ?? body.error }
  if (!retryReason) return { kind: 'failed', ...failure }
  const delayMs = Math.max(retryAfterMs, RETRY_DELAYS_MS[retryReason])
  return { kind: 'retry', reason: retryReason, retryAfterMs: delayMs, ...failure }
}

function describeUpstreamError({ status, upstream }: UpstreamError): string {
  const { code } = codesOf(upstream)
  const suffix = code === undefined ? '' : ` and code ${code}`
  return `The upstream responded with status ${status}${suffix}.`
}
