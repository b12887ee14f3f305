/**
 * A version 4 UUID (RFC 9562), also on plain http, where `crypto.randomUUID` is missing.
 *
 * The id has to be unique, not secret, and browsers seed `Math.random` with randomness of their own.
 */
export function createEventId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit: unknown) =>
    ((digit as number) ^ ((Math.random() * 16) >> ((digit as number) / 4))).toString(16),
  )
}
