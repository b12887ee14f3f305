import { type Answer, GRAPH_VERSION, type ServerEvent } from '../protocol.ts'
import { backoff } from './backoff.ts'
import type { Config } from './config.ts'
import { cutOff } from './cut-off.ts'
import { describeError } from './describe-error.ts'
import { isTransient, type Reply } from './is-transient.ts'
import { parseUpstream } from './parse-upstream.ts'
import { readText } from './read-text.ts'

export interface Delivery {
  answer: Answer
  attempts: number
}

/**
 * Sends one event to the platform, and again while failures are transient and the deadline allows
 * (decision 10). Every attempt carries the same bytes, so the platform counts the event once.
 *
 * @returns The last answer of the platform; the error of the last attempt when it answered none.
 */
export async function forward(
  event: ServerEvent,
  config: Config,
  fetch: typeof globalThis.fetch,
): Promise<Delivery> {
  const { timeoutMs = 1500, deadlineMs = 4500, retries = 2, retryDelayMs = 100 } = config
  const started = performance.now()
  const remaining = (): number => deadlineMs - (performance.now() - started)
  const body = JSON.stringify({ data: [event], access_token: config.accessToken })

  let answered: Reply | undefined
  for (let attempt = 1; ; attempt++) {
    const limit = Math.min(timeoutMs, remaining())
    const reply = await cutOff(limit, (signal) => post(body, config, fetch, signal)).catch(
      (error: unknown) => ({ error: describeError(error, config.accessToken) }),
    )
    if ('status' in reply) answered = reply

    const pause = backoff(attempt, retryDelayMs)
    const again = isTransient(reply) && attempt <= retries && pause < remaining()
    if (!again) return { answer: toAnswer(answered ?? reply), attempts: attempt }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function toAnswer(reply: Reply): Answer {
  if ('error' in reply) return { ok: false, error: reply.error }
  const { status, upstream } = reply
  return status >= 200 && status < 300 ? { ok: true, upstream } : { ok: false, status, upstream }
}

// The platform's answers are a few hundred bytes; whatever is longer is not one of them.
const MAX_UPSTREAM_BYTES = 65_536

async function post(
  body: string,
  {
    graphUrl = 'https://graph.facebook.com',
    graphVersion = GRAPH_VERSION,
    pixelId,
    accessToken,
  }: Config,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(
    `${graphUrl}/${graphVersion}/${encodeURIComponent(pixelId)}/events`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      // Followed, a redirect would carry the token to wherever it points.
      redirect: 'manual',
      signal,
    },
  )
  const { text } = await readText(response.body, MAX_UPSTREAM_BYTES)
  return { status: response.status, upstream: parseUpstream(text, accessToken) }
}
