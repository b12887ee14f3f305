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
  return isRecent(Number(timestamp) * 1000, nowMs) && isEqual(headers.get('X-Signature'), expected)
}

/**
 * Verifies a webhook of HubSpot, signature v3.
 *
 * @param url The webhook's URL as configured in HubSpot. Behind a proxy, the request has a different URL.
 * @see https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation
 */
export function isFromHubSpot(
  headers: Headers,
  body: string,
  secret: string,
  url: string,
  nowMs: number,
): boolean {
  const timestamp = headers.get('X-HubSpot-Request-Timestamp') ?? ''
  // HubSpot signs these characters decoded.
  const uri = url.replaceAll(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent)
  const expected = createHmac('sha256', secret)
    .update(`POST${uri}${body}${timestamp}`)
    .digest('base64')
  const signature = headers.get('X-HubSpot-Signature-v3')
  return isRecent(Number(timestamp), nowMs) && isEqual(signature, expected)
}

/** Compares in constant time: how long it takes does not depend on where the strings differ. */
export function isEqual(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}

function isRecent(signedMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - signedMs) <= MAX_AGE_MS
}
