import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Webhooks that were signed earlier are rejected, so that a recorded one cannot be sent again later. */
const MAX_AGE_MS = 300_000

/**
 * Verifies the generic webhook: `X-Signature` is the HMAC-SHA256 of `X-Timestamp`, a period and the body, in
 * hexadecimal. `X-Timestamp` is Unix time in seconds.
 */
export function isSigned(headers: Headers, body: string, secret: string, nowMs: number): boolean {
  const timestamp = headers.get('X-Timestamp') ?? ''
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const isRecent = Math.abs(nowMs - Number(timestamp) * 1000) <= MAX_AGE_MS
  return isRecent && isEqual(headers.get('X-Signature'), expected)
}

/** Compares in constant time: how long it takes does not depend on where the strings differ. */
export function isEqual(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
