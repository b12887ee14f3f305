import { MAX_AGE_DAYS } from '../protocol.ts'
import { checkOptions } from './config/check-options.ts'
import type { SchoolOfEvent } from './config/read-schools.ts'
import type { ConfigValue } from './config/settings.ts'
import {
  createDelivery,
  createSingleSender,
  type EventToSend,
  type Sender,
  type SenderOptions,
} from './delivery.ts'
import { identify } from './event/server-event-parser.ts'
import { type GiveUpReason, notify, type Outcome, toOutcome } from './outcome/outcome.ts'

/** Options of {@link createRedelivery}. */
export interface RedeliveryOptions {
  /**
   * Maximum age of an event in milliseconds.
   *
   * @default 169200000 (47 hours) for events of a website, because Meta discards the browser's copy for 48 hours: after
   *   that, an event is counted twice if the pixel has sent it too. For other events as long as Meta accepts them: 7
   *   days, or 62 days if `action_source` is `physical_store`.
   */
  maxAgeMs?: number
  /** Maximum number of events that are sent per second. @default 20 */
  maxPerSecond?: number
  /** The pixel and the school that outcomes name. @default `config`, if it is given */
  school?: SchoolOfEvent | ConfigValue
  /** Returns the current time in milliseconds since the epoch. @default `now` of the sender's options, or Date.now */
  now?: (() => number) | undefined
  /**
   * Called when an event is given up. The sender reports each attempt to its own `onOutcome`. Errors it throws are
   * ignored, and so are promises that reject.
   *
   * @default `onOutcome` of the sender's options, or off
   */
  onOutcome?: ((outcome: Outcome) => void) | undefined
}

/** What a queue does with an event: remove it (`accepted`, `given_up`) or deliver it again after a delay (`retry`). */
export type RedeliveryResult =
  | { kind: 'accepted' }
  | {
      kind: 'retry'
      /** Milliseconds until the event should be redelivered. */
      retryAfterMs: number
      /** Milliseconds for which no event is sent. A queue can wait with all of its events. */
      pauseMs?: number
      /** What the sender reported, if the event was sent. */
      outcome?: Outcome | undefined
    }
  | { kind: 'given_up'; reason: GiveUpReason }

/**
 * Sends one event of a queue again. Never rejects.
 *
 * @param event What `keep` received.
 * @param pixelId The pixel that `keep` received with it. If the configuration has another one by now, the event is not
 *   sent: its result is `retry`, and the outcome names the pixel. Default: the pixel of the configuration.
 */
export type Redelivery = (event: EventToSend, pixelId?: string) => Promise<RedeliveryResult>

/**
 * Creates a consumer for a queue of kept events. Call it with one event at a time.
 *
 * Delays grow with the age of an event, from 1 minute to 1 hour. After a failure, the consumer sends a quarter of the
 * events, chosen at random, until one is accepted, or for up to 5 minutes: the failure can be a fault of the upstream,
 * of the setup or of the event. If the upstream throttles, it sends none for at least 5 minutes, or as long as a
 * `Retry-After` header asks, up to an hour. If the Graph API declines the setup, such as the token, it sends none for as
 * long as it would send a quarter. The other events are returned as `retry` without an upstream request. The
 * rate and the pauses apply to one process. In a preview, every event is returned as `retry`, because production may
 * share the queue.
 *
 * @param sender Options of `createSender`, to redeliver what `keep` received. Or a sender, which hashes the keys in
 *   `PROFILE_KEYS` and accepts `business_messaging`: without one, unhashed values are dropped, and such events declined.
 * @throws {TypeError} If an option is unknown or unusable.
 * @example
 * const redeliver = createRedelivery({ config: readConfig(process.env), onOutcome: logOutcome() })
 * const result = await redeliver(event)
 */
export function createRedelivery(
  sender: SenderOptions | Sender,
  options: RedeliveryOptions = {},
): Redelivery {
  checkRedeliveryOptions(options)
  const isSender = typeof sender === 'function'
  const send = isSender ? sender : createSingleSender(createDelivery(sender))
  const {
    maxAgeMs,
    maxPerSecond = 20,
    now = Date.now,
    onOutcome,
    school: owner,
  } = {
    ...(!isSender && { now: sender.now, onOutcome: sender.onOutcome, school: sender.config }),
    ...options,
  }
  const elapsed = toMonotonic(now)
  let nextStart = 0
  let slowUntil = 0
  let pausedUntil = 0
  let failures = 0

  return async function redeliver(event, pixelId) {
    // A message of a queue may not be an event, and not every value can be converted to a number.
    const time = (event as Partial<EventToSend> | null)?.event_time
    const eventMs = Number.isFinite(time) ? time! * 1000 : now()
    const ageMs = now() - eventMs
    const limitMs = maxAgeMs ?? findMaxAgeMs(event)
    if (ageMs > limitMs) return giveUp(event, 'too_old')
    if (elapsed() < pausedUntil) return retry(ageMs)
    const nowMs = elapsed()
    const waitMs = Math.max(0, nextStart - nowMs)
    if (waitMs > MAX_WAIT_MS) return retry(ageMs)
    nextStart = nowMs + waitMs + 1000 / maxPerSecond
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    // Another event may have failed in the meantime.
    if (elapsed() < pausedUntil) return retry(ageMs)
    // At random, because a queue can return its events in the same order every time.
    if (elapsed() < slowUntil && Math.random() >= SLOW_SHARE) return retry(ageMs)

    // The clock of the proxy that set the time may be ahead.
    const isAhead = ageMs < 0 && ageMs >= -limitMs
    const result = await send(event, isAhead ? eventMs : undefined, pixelId, true)
    if (result.kind === 'failed') {
      return result.reason ? retry(ageMs, result.outcome) : giveUp(event, 'declined')
    }
    if (result.kind === 'accepted') {
      failures = 0
      slowUntil = 0
      return { kind: 'accepted' }
    }
    // Events that are sent at the same time fail together, and count as one failure.
    if (elapsed() >= slowUntil)
      slowUntil = elapsed() + Math.min(1000 * 2 ** failures++, MAX_SLOW_MS)
    if (result.reason === 'throttled') {
      pausedUntil = Math.max(pausedUntil, elapsed() + Math.min(result.retryAfterMs, HOUR_MS))
    } else if (result.outcome.code && result.reason !== 'transient') {
      // The Graph API declines the setup, so the next event would fail too.
      pausedUntil = Math.max(pausedUntil, slowUntil)
    }
    return retry(ageMs, result.outcome)
  }

  function retry(ageMs: number, outcome?: Outcome): RedeliveryResult {
    const delayMs = Math.min(Math.max(ageMs / 2, MIN_DELAY_MS), HOUR_MS)
    const jitter = 0.75 + Math.random() / 4
    const pauseMs = Math.max(0, pausedUntil - elapsed())
    const retryAfterMs = Math.ceil(Math.max(delayMs * jitter, pauseMs))
    return { kind: 'retry', retryAfterMs, pauseMs, outcome }
  }

  function giveUp(event: EventToSend, reason: GiveUpReason): RedeliveryResult {
    const result = { body: { error: reason }, kind: 'given_up', event: identify(event) } as const
    notify(onOutcome, () => toOutcome(result, findSchool(owner), 0))
    return { kind: 'given_up', reason }
  }
}

/**
 * Checks the options of {@link createRedelivery} without creating it. For adapters that create it later.
 *
 * @throws {TypeError} As {@link createRedelivery}.
 */
export function checkRedeliveryOptions(options: RedeliveryOptions): void {
  checkOptions(options, {
    maxAgeMs: 'number',
    maxPerSecond: 'number',
    school: 'object',
    now: 'function',
    onOutcome: 'function',
  })
  for (const name of ['maxAgeMs', 'maxPerSecond'] as const) {
    if (!((options[name] ?? 1) > 0)) throw new TypeError(`Option "${name}" must be greater than 0.`)
  }
}

/** Returns how long an event is redelivered. The event may have any type. */
function findMaxAgeMs(event: Partial<EventToSend> | null): number {
  const source = event?.action_source ?? 'website'
  return source === 'website' ? 47 * HOUR_MS : MAX_AGE_DAYS[source as 'chat'] * 24 * HOUR_MS
}

/** Returns the school. An access token must not become part of an outcome. */
function findSchool(config: RedeliveryOptions['school']): Partial<SchoolOfEvent> {
  if (!config) return {}
  if (!('ok' in config)) return config
  return config.ok ? config.value : {}
}

const HOUR_MS = 3_600_000
const MIN_DELAY_MS = 60_000
const MAX_SLOW_MS = 300_000
const SLOW_SHARE = 0.25
// Longer than any batch takes at a sensible rate, and shorter than the time queues allow for one.
const MAX_WAIT_MS = 30_000

/**
 * Measures the milliseconds since the first call with a clock that can be set back: the time to which it is set back is not
 * measured again, and the result never decreases.
 */
function toMonotonic(now: () => number): () => number {
  let elapsedMs = 0
  let lastMs = Infinity

  return function elapsed() {
    const nowMs = now()
    if (nowMs > lastMs) elapsedMs += nowMs - lastMs
    lastMs = nowMs
    return elapsedMs
  }
}
