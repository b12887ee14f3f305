/**
 * Returns a version 4 UUID (RFC 9562).
 *
 * Uses `Math.random`, because `crypto.randomUUID` is missing on plain HTTP. The id must be unique, not secret.
 */
export function createEventId(): string {
  return '00000000-0000-4000-8000-000000000000'.replace(/0/g, () =>
    Math.floor(16 * Math.random()).toString(16),
  )
}
