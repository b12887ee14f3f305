/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3).
 *
 * @param value Seconds, or a date.
 * @param nowMs Milliseconds since the epoch.
 * @returns How long to wait, in milliseconds; 0 when there is no header or it says nothing usable.
 */
export function retryAfter(value: string | null, nowMs: number): number {
  const text = value?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return ms > 0 ? ms : 0
}
