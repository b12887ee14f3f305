import { MAX_TEXT_LENGTH } from '../protocol.ts'

/**
 * Replaces the access token in a text with `[redacted]` (decision 9).
 *
 * The token is also found if it is escaped as JSON, which it is in a response that is not valid JSON.
 */
export function redact<T extends string | undefined>(text: T, accessToken: string | undefined): T {
  return (accessToken ? text?.replace(escapedForms(accessToken), '[redacted]') : text) as T
}

/** Matches each character as it is, after a backslash, or as `\u` and its code. */
function escapedForms(token: string): RegExp {
  const patterns = token.split('').map((unit) => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `(?:\\\\?\\u${code}|\\\\u${code})`
  })
  return new RegExp(patterns.join(''), 'gi')
}

/**
 * Describes a thrown value in at most {@link MAX_TEXT_LENGTH} characters, without a stack and without the access
 * token.
 *
 * The code of the error's cause is appended, because Node.js only reports "fetch failed".
 */
export function describeError(error: unknown, accessToken: string | undefined): string {
  try {
    const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
    const text = typeof code === 'string' ? `${String(error)} (${code})` : String(error)
    return redact(text, accessToken).slice(0, MAX_TEXT_LENGTH)
  } catch {
    return 'Unknown error'
  }
}
