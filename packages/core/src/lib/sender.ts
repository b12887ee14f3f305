import {
  EVENT_NAMES,
  isJsonObject,
  MAX_EVENT_ID_LENGTH,
  type ServerEvent,
  type UpstreamBody,
} from '../protocol.ts'
import { checkConfig, checkOptions, findConfigProblem } from './check-config.ts'
import { parseIp } from './client-ip.ts'
import type { Config } from './config.ts'
import type { DroppedField } from './diff-fields.ts'
import { toDataProcessingOptions } from './enrich.ts'
import { createEventParser } from './event-parser.ts'
import { isClearPii } from './find-clear-pii.ts'
import { forward, type ForwardResult } from './forward.ts'
import { notify } from './notify.ts'
import { type InvalidEventReason, type Outcome, toOutcome } from './outcome.ts'
import { describeError } from './redact.ts'
import { removeValues } from './remove-values.ts'
import type { Result } from './result.ts'
import type { RetryReason } from './retry-reason.ts'

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
  /** Called once per event, after its result is known. Errors it throws are ignored, and so are promises that reject. */
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
      upstream?: UpstreamBody | undefined
    }
  | {
      /** The event is invalid or was refused. Sending it again has the same result. */
      kind: 'failed'
      error: string
      upstream?: UpstreamBody | undefined
    }

/** Sends one event. Never rejects. */
export type Sender = (event: EventToSend) => Promise<SendResult>

/**
 * Creates a function that sends one event to Meta, for events that do not come from a page: payments confirmed by a
 * webhook, and events that are redelivered.
 *
 * Events are checked, hashed, retried and reported like those of `createHandler`. Not sent, with a result that says
 * why: events without a valid `event_name`, `event_id` or `event_time` (Unix time in seconds, at most 7 days ago).
 * Plain-text values of `em`, `ph`, `fn` and `ln` are hashed; personal data in `custom_data` that is not hashed is
 * dropped.
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
  const parseEvent = createEventParser(config?.nationalPhone)

  return async function send(input) {
    const startedAt = performance.now()
    const parsed = parseServerEvent(input)
    if (!parsed.ok) {
      report({ body: { error: parsed.error }, attempts: 0, event: input })
      return { kind: 'failed', error: PROBLEMS[parsed.error] }
    }
    if (!config || configProblem) {
      report({ body: { error: 'Server not configured' }, attempts: 0, error: configProblem })
      return {
        kind: 'retry',
        reason: 'setup',
        retryAfterMs: RETRY_DELAYS_MS.setup,
        error: configProblem!,
      }
    }
    const { event, dropped } = parsed.value
    const result = await forward(event, config, localFetch, now).catch(fail)
    report({ ...result, event, dropped })
    return toSendResult(result)

    function report(result: Parameters<typeof toOutcome>[0]): void {
      notify(onOutcome, toOutcome(result, performance.now() - startedAt))
    }
  }

  function fail(error: unknown): ForwardResult {
    const body = { ok: false, error: describeError(error, config?.accessToken) } as const
    return { body, attempts: 0, retryReason: 'transient' }
  }

  function parseServerEvent(
    input: unknown,
  ): Result<{ event: ServerEvent; dropped: DroppedField[] }, InvalidEventReason> {
    const json = copyJson(input)
    if (!isJsonObject(json)) return { ok: false, error: 'Invalid event' }

    const {
      event_time,
      action_source = 'website',
      data_processing_options,
      data_processing_options_country: country,
      data_processing_options_state: state,
      ...fields
    } = json
    const { client_ip_address, ...user_data } = Object(fields['user_data'])
    if (isJsonObject(fields['user_data'])) fields['user_data'] = user_data
    const parsed = parseEvent(fields)
    if (!parsed.ok) return parsed
    if (!isRecent(event_time, now())) return { ok: false, error: 'Invalid event_time' }
    if (action_source !== 'website') return { ok: false, error: 'Invalid action_source' }

    const { event, dropped } = parsed.value
    const personalPaths = removeValues(event.custom_data ?? {}, isClearPii)
    dropped.push(
      ...personalPaths.map((path) => ({ key: `custom_data.${path}`, reason: 'unhashed' as const })),
    )
    const ip = parseIp(String(client_ip_address ?? ''))
    if (client_ip_address && !ip)
      dropped.push({ key: 'user_data.client_ip_address', reason: 'malformed' })
    const isLimited = Array.isArray(data_processing_options) && data_processing_options.length > 0
    const limitedDataUse = isLimited
      ? { country: Number(country) || 0, state: Number(state) || 0 }
      : config?.limitedDataUse
    return {
      ok: true,
      value: {
        event: {
          ...event,
          event_time,
          action_source,
          user_data: { ...event.user_data, ...(ip && { client_ip_address: ip }) },
          ...toDataProcessingOptions(limitedDataUse),
        },
        dropped,
      },
    }
  }
}

const PROBLEMS: Record<InvalidEventReason, string> = {
  'Invalid event': 'The event must be an object that can be serialized as JSON.',
  'Invalid event_name': `event_name must be one of ${EVENT_NAMES.join(', ')}.`,
  'Invalid event_id': `event_id must be a string of 1 to ${MAX_EVENT_ID_LENGTH} characters.`,
  'Invalid event_time':
    'event_time must be Unix time in seconds, at most 7 days ago and not in the future.',
  'Invalid action_source': 'action_source must be "website", or omitted.',
}

/** Delays before an event is sent again, unless `Retry-After` is longer. */
const RETRY_DELAYS_MS: Record<RetryReason, number> = {
  transient: 60_000,
  throttled: 300_000,
  setup: 900_000,
}

const MAX_AGE_S = 7 * 86_400
// Clocks differ.
const MAX_AHEAD_S = 60

function isRecent(eventTime: unknown, nowMs: number): eventTime is number {
  const ageS = nowMs / 1000 - (eventTime as number)
  return Number.isSafeInteger(eventTime) && ageS <= MAX_AGE_S && ageS >= -MAX_AHEAD_S
}

function copyJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

function toSendResult({ body, retryReason, retryAfterMs = 0 }: ForwardResult): SendResult {
  if (body.ok) return { kind: 'accepted', upstream: body.upstream }
  const upstream = 'upstream' in body ? body.upstream : undefined
  const error = 'error' in body ? body.error : `The upstream responded with status ${body.status}.`
  if (!retryReason) return { kind: 'failed', error, upstream }
  const delayMs = Math.max(retryAfterMs, RETRY_DELAYS_MS[retryReason])
  return { kind: 'retry', reason: retryReason, retryAfterMs: delayMs, error, upstream }
}
