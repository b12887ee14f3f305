import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request to a webhook. */
export interface Delivery {
  headers: Headers
  body: string
  secret: string
  /** The part of the URL after the webhook's name. */
  given: string | undefined
  nowMs: number
}

/** Webhooks that were signed earlier are rejected, so that a recorded one cannot be sent again later. */
const MAX_AGE_MS = 300_000

/**
 * Verifies the generic webhook: `X-Signature` is the HMAC-SHA256 of `X-Timestamp`, a period and the body, in
 * hexadecimal. `X-Timestamp` is Unix time in seconds.
 */
export function isSigned({ headers, body, secret, nowMs }: Delivery): boolean {
  const timestamp = headers.get('X-Timestamp') ?? ''
  const isRecent = Math.abs(nowMs - Number(timestamp) * 1000) <= MAX_AGE_MS
  return isRecent && isEqual(headers.get('X-Signature'), hmac(secret, `${timestamp}.${body}`))
}

/** Returns the HMAC-SHA256 of a text in hexadecimal. */
export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Compares in constant time: how long it takes does not depend on where the strings differ. */
export function isEqual(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
