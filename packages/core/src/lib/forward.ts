import type { ResponseBody, ServerEvent } from '../protocol.ts'
import { backoff } from './backoff.ts'
import type { Config } from './config.ts'
import { cutOff } from './cut-off.ts'
import { describeError } from './describe-error.ts'
import { isTransient } from './is-transient.ts'
import { post, type Reply } from './post.ts'

export interface Delivery {
  answer: ResponseBody
  attempts: number
  deprecation?: string | undefined
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
    const limit = Math.max(0, Math.min(timeoutMs, remaining()))
    const reply = await cutOff(limit, (signal) => post(body, config, fetch, signal)).catch(
      (error: unknown) => ({ error: describeError(error, config.accessToken) }),
    )
    if ('status' in reply) answered = reply

    const askedFor = 'status' in reply ? reply.retryAfterMs : 0
    const pause = Math.max(askedFor, backoff(attempt, retryDelayMs))
    const again = isTransient(reply) && attempt <= retries && pause + SHORTEST_MS < remaining()
    if (!again) {
      const { deprecation } = answered ?? {}
      return { answer: toAnswer(answered ?? reply), attempts: attempt, deprecation }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** In less time than this nothing would be answered, and the useful error be replaced by a time-out. */
const SHORTEST_MS = 20

function toAnswer(reply: Reply | { error: string }): ResponseBody {
  if ('error' in reply) return { ok: false, error: reply.error }
  const { status, upstream } = reply
  return status >= 200 && status < 300 ? { ok: true, upstream } : { ok: false, status, upstream }
}
