import type { ServerEvent, UpstreamResult } from '../../protocol.ts'
import { describeError } from '../common/redact.ts'
import type { Result } from '../common/result.ts'
import { withTimeout } from '../common/with-timeout.ts'
import type { Settings } from '../config/settings.ts'
import { findRetryReason, type RetryReason } from './retry-reason.ts'
import {
  readUpstreamResponse,
  type UpstreamFetchResponse,
  type UpstreamResponse,
} from './upstream-response.ts'

export interface ForwardResult {
  body: UpstreamResult
  attempts: number
  deprecation?: string | undefined
  /** Why a later attempt may succeed. `undefined` if the events were accepted or never will be. */
  retryReason?: RetryReason | undefined
  /** Minimum delay before a later attempt in milliseconds, from the last `Retry-After` header. */
  retryAfterMs?: number | undefined
}

/** `fetch`, or a client that sends only upstream requests. */
export type UpstreamFetch = (
  url: string,
  init: {
    method: 'POST'
    headers: Record<string, string>
    body: string
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<UpstreamFetchResponse>

/**
 * Forwards events in one request and retries transient failures until the deadline (decision 10).
 *
 * Every attempt sends the same bytes, so Meta discards duplicates by their `event_id`. The clock is only for dates in
 * `Retry-After`.
 */
export async function forward(
  events: ServerEvent[],
  config: Settings,
  fetch: UpstreamFetch,
  now: () => number,
): Promise<ForwardResult> {
  const { pixelId, accessToken, graphUrl, graphVersion } = config
  const { timeoutMs, deadlineMs, retries, retryDelayMs } = config
  const startedAt = performance.now()
  const remainingMs = (): number => deadlineMs - (performance.now() - startedAt)
  const url = `${graphUrl}/${graphVersion}/${encodeURIComponent(pixelId)}/events`
  const body = JSON.stringify({ data: events, access_token: accessToken })

  let lastResult: AttemptResult | undefined
  for (let attempt = 1; ; attempt++) {
    const limitMs = Math.max(0, Math.min(timeoutMs, remainingMs()))
    const result = await sendOnce(limitMs)
    // A response is more useful than the error of a later attempt.
    if (result.ok || !lastResult?.ok) lastResult = result

    const retryReason = findRetryReason(result)
    const retryAfterMs = result.ok ? result.value.retryAfterMs : 0
    const delayMs = Math.max(retryAfterMs, backoff(attempt, retryDelayMs))
    const canRetry = attempt <= retries && delayMs + MIN_ATTEMPT_MS < remainingMs()
    // The setup does not change within the deadline.
    if (!canRetry || !retryReason || retryReason === 'setup') {
      return { ...summarize(lastResult), attempts: attempt, retryReason, retryAfterMs }
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }

  function sendOnce(limitMs: number): Promise<AttemptResult> {
    const controller = new AbortController()
    return withTimeout(
      limitMs,
      async () => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          // fetch would send the token to any URL it is redirected to.
          redirect: 'manual',
          signal: controller.signal,
        })
        const value = await readUpstreamResponse(response, graphVersion, accessToken, now)
        return { ok: true as const, value }
      },
      controller,
    ).catch((error: unknown) => ({ ok: false, error: describeError(error, accessToken) }))
  }
}

/** With less time than this, an attempt would only replace a useful error with a timeout. */
const MIN_ATTEMPT_MS = 20

type AttemptResult = Result<UpstreamResponse, string>

/**
 * Returns the delay after an attempt: doubled after each attempt, with random jitter so that visitors whose attempts
 * failed together do not retry together.
 */
export function backoff(attempt: number, retryDelayMs: number): number {
  return retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

function summarize(result: AttemptResult): Pick<ForwardResult, 'body' | 'deprecation'> {
  if (!result.ok) return { body: result }
  const { status, body: upstream, deprecation } = result.value
  const ok = status >= 200 && status < 300
  return { body: ok ? { ok, upstream } : { ok, status, upstream }, deprecation }
}
