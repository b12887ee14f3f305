import { type ServerEvent, type UpstreamBody, type UpstreamError } from '../protocol.ts'
import { describeError } from './common/redact.ts'
import { checkOptions } from './config/check-options.ts'
import { type ConfigValue, type Settings, toSettings } from './config/settings.ts'
import { findEventWarnings } from './event/event-warnings.ts'
import type { Warning } from './common/warning.ts'
import { forward, type ForwardResult, type UpstreamFetch } from './upstream/forward.ts'
import { notify, type Outcome, type ProcessResult, toOutcome } from './outcome/outcome.ts'
import { codesOf } from './upstream/codes-of.ts'
import type { RetryReason } from './upstream/retry-reason.ts'
import {
  identify,
  type InvalidEventReason,
  type ParsedServerEvent,
  parseServerEvent,
} from './event/server-event-parser.ts'

/** Options of `createSender`. */
export interface SenderOptions {
  /**
   * A configuration, or what `readConfig` or the function of `readSchools` returned. Without a complete configuration,
   * every result is `retry` with the reason `setup`.
   */
  config: ConfigValue
  /** Sends upstream requests. @default globalThis.fetch */
  fetch?: UpstreamFetch | undefined
  /** Returns the current time in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined
  /**
   * Called once per event, after its result is known. Errors it throws are ignored, and so are promises that reject.
   *
   * @default off
   */
  onOutcome?: ((outcome: Outcome) => void) | undefined
  /**
   * Why the deployment is a preview, for example `VERCEL_ENV is "preview"`: the result of `findPreview` of the host's
   * adapter. Then events are not sent to the real Graph API unless `Config.forwardPreviews` is set: every result is
   * `failed` with the reason `preview`.
   *
   * @default none
   */
  preview?: string | undefined
}

/** An event to send. `action_source` is `website` if it is omitted; a {@link ServerEvent} passed to `keep` has all fields. */
export type EventToSend = Omit<ServerEvent, 'action_source' | 'user_data'> &
  Partial<Pick<ServerEvent, 'action_source' | 'user_data'>>

/** What happened to an event that was sent. */
export type SendResult = UnreportedResult & {
  /** What `onOutcome` was called with: the result without values of the event, for logs and counts. */
  outcome: Outcome
}

type UnreportedResult =
  | {
      /** The upstream accepted the event. */
      kind: 'accepted'
      upstream: UpstreamBody
    }
  | {
      /** The event was not accepted. The same event may be accepted later. */
      kind: 'retry'
      reason: RetryReason
      /** Milliseconds until the event should be sent again, at most an hour. */
      retryAfterMs: number
      /** Describes the problem in one sentence. */
      error: string
      /** The upstream response, if there was one. */
      upstream?: UpstreamBody
    }
  | {
      /**
       * The event is invalid, Meta declined it, or the deployment is a preview. Sending it again has the same result.
       */
      kind: 'failed'
      /** Set if the deployment is a preview. A queue must keep the event, because production may share the queue. */
      reason?: 'preview'
      error: string
      upstream?: UpstreamBody
    }

/**
 * Sends one event. Never rejects.
 *
 * @param nowMs The current time in milliseconds since the epoch, for the check of `event_time`. `createRedelivery`
 *   passes it if its clock is behind the clock of the proxy that kept the event. Default: the clock of the sender.
 * @param pixelId The pixel that the event was kept for. If the configuration has another one by now, the event is not
 *   sent: its result is `retry`. Default: the pixel of the configuration.
 * @param isKept Whether a queue keeps the event until its result is `accepted` or `failed`. The outcome then says whether
 *   it still does. `createRedelivery` passes `true`. Default: `false`.
 */
export type Sender = (
  event: EventToSend,
  nowMs?: number,
  pixelId?: string,
  isKept?: boolean,
) => Promise<SendResult>

/** What a sender adds to a delivery. Redelivery does without. */
export interface DeliveryParts {
  /** Changes the JSON value of an event before it is parsed. */
  prepare?: (json: unknown) => unknown
  findWarnings?: (event: ServerEvent) => Warning[]
  /** Returns the `error` of the {@link SendResult} for an event that is not sent. The event may have any type. */
  describeInvalid?: (reason: InvalidEventReason, event: unknown) => string
}

export interface ValidEvent {
  startedAt: number
  value: ParsedServerEvent
}

export interface InvalidEvent {
  startedAt: number
  value?: undefined
  result: SenderResult
}

export interface Delivery {
  settings: Settings
  check: (event: EventToSend, nowMs?: number, pixelId?: string) => ValidEvent | InvalidEvent
  /** Sends events in one request. Never rejects. */
  forward: (events: ServerEvent[], settings?: Settings) => Promise<ForwardResult>
  finish: (
    event: InvalidEvent | (ValidEvent & { result: ForwardResult }),
    isKept?: boolean,
  ) => SendResult
}

export function createDelivery(options: SenderOptions, parts: DeliveryParts = {}): Delivery {
  checkOptions(options, {
    config: 'object',
    fetch: 'function',
    now: 'function',
    onOutcome: 'function',
    preview: 'string',
  })
  const { fetch = globalThis.fetch, now = Date.now, onOutcome, preview } = options
  const { prepare = (json) => json, findWarnings = findEventWarnings } = parts
  const settings = toSettings(options.config, preview)

  return {
    settings,
    check(event, nowMs, pixelId) {
      const startedAt = performance.now()
      try {
        return { startedAt, ...checkEvent(event, nowMs, pixelId) }
      } catch (error) {
        return { startedAt, result: fail(error) }
      }
    },
    forward: (events, changed = settings) => forward(events, changed, fetch, now).catch(fail),
    finish(event, isKept) {
      const { value, startedAt } = event
      const sent = value
        ? { ...event.result, ...value, warnings: findWarnings(value.event) }
        : event.result
      const outcome = toOutcome(sent, settings, performance.now() - startedAt)
      if (isKept) outcome.kept = !!(sent.retryReason ?? sent.reason)
      notify(onOutcome, () => outcome)
      return { ...toSendResult(sent), outcome }
    },
  }

  function checkEvent(
    event: EventToSend,
    nowMs = now(),
    pixelId = settings.pixelId,
  ): Pick<ValidEvent, 'value'> | Pick<InvalidEvent, 'result'> {
    const json = prepare(copyJson(event))
    const problem =
      settings.problem ??
      (pixelId === settings.pixelId ? undefined : `The event is for pixel ${pixelId}.`)
    const notConfigured = { body: { error: 'Server not configured' }, error: problem } as const
    // Before the event is parsed: a preview may know fewer events than production, whose queue it may share.
    if (problem && preview) {
      return { result: { ...notConfigured, reason: 'preview', event: identify(json) } }
    }
    const parsed = parseServerEvent(json, nowMs, settings)
    if (!parsed.ok) {
      const { error: reason } = parsed
      const error = parts.describeInvalid?.(reason, json)
      return { result: { body: { error: reason }, error, event: identify(json) } }
    }
    if (problem) return { result: { ...notConfigured, retryReason: 'setup', ...parsed.value } }
    return { value: parsed.value }
  }

  function fail(error: unknown): SenderResult & ForwardResult {
    const body = { ok: false, error: describeError(error, settings.accessToken) } as const
    return { body, attempts: 0, retryReason: 'transient' }
  }
}

/** Creates a function that sends one event. */
export function createSingleSender({ check, forward, finish }: Delivery): Sender {
  return async function send(event, nowMs, pixelId, isKept) {
    const checked = check(event, nowMs, pixelId)
    if (!checked.value) return finish(checked, isKept)
    return finish({ ...checked, result: await forward([checked.value.event]) }, isKept)
  }
}

type SenderResult = ProcessResult<InvalidEventReason | 'Server not configured'> &
  Pick<ForwardResult, 'retryReason' | 'retryAfterMs'> & { reason?: 'preview' }

/** The longest `Retry-After` that is obeyed. A date can be in the year 9999. */
const MAX_RETRY_AFTER_MS = 3_600_000

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

function toSendResult(result: SenderResult): UnreportedResult {
  const { body, error, retryReason, retryAfterMs = 0, reason } = result
  if ('ok' in body && body.ok) return { kind: 'accepted', upstream: body.upstream }
  const failure =
    'upstream' in body
      ? { error: describeUpstreamError(body), upstream: body.upstream }
      : { error: error ?? body.error }
  if (!retryReason) return { kind: 'failed', ...(reason && { reason }), ...failure }
  const cappedMs = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)
  const delayMs = Math.max(cappedMs, RETRY_DELAYS_MS[retryReason])
  return { kind: 'retry', reason: retryReason, retryAfterMs: delayMs, ...failure }
}

function describeUpstreamError({ status, upstream }: UpstreamError): string {
  const { code } = codesOf(upstream)
  const suffix = code === undefined ? '' : ` and code ${code}`
  return `The upstream responded with status ${status}${suffix}.`
}
