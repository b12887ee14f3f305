import type { Reply } from './post.ts'

/**
 * Whether trying again, with the same event_id and event_time, can succeed after an answer or an error.
 *
 * Decided by code, as Meta asks ("Error handling should be done using only the Error Codes"), because its
 * texts are localised and throttling does not always come as 429. What is not listed is final.
 */
export function isTransient(
  reply: Pick<Reply, 'status' | 'upstream'> | { error: string },
): boolean {
  if ('error' in reply) return true
  if (reply.status < 300) return false
  if (reply.status === 408 || reply.status === 429 || reply.status >= 500) return true
  const error = reply.upstream['error'] as
    | { code?: unknown; is_transient?: unknown }
    | null
    | undefined
  return error?.is_transient === true || TRANSIENT_CODES.has(error?.code)
}

const TRANSIENT_CODES = /* @__PURE__ */ new Set<unknown>([
  1, // unknown error
  2, // service temporarily unavailable
  4, // application request limit
  17, // user request limit
  32, // page request limit
  341, // application limit
  368, // temporarily blocked
  613, // rate limit of the edge
  5000, // unknown error, temporary
  21009, // data set upload temporarily not ready
  80000, // 80000 to 80014: business use case rate limits
  80003,
  80004,
  80014,
])
