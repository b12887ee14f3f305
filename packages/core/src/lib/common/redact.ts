import { MAX_TEXT_LENGTH } from '../../protocol.ts'

/**
 * Replaces the access token in a string with `[redacted]` (decision 9).
 *
 * The token is also found if it is escaped as JSON or as a URL, or both, up to four times.
 */
export function redact<T extends string | undefined>(text: T, accessToken: string | undefined): T {
  if (!accessToken || !text) return text
  if (accessToken !== lastToken) {
    lastToken = accessToken
    lastPattern = escapedForms(accessToken)
  }
  return text.replace(lastPattern!, '[redacted]') as T
}

// Kept, because compiling the pattern takes longer than searching for it.
let lastToken: string | undefined
let lastPattern: RegExp | undefined

/** Matches each character, as it is or as `u` and its code, after any backslashes, or as `%` and its code. */
function escapedForms(token: string): RegExp {
  const pattern = token.replace(/[^]/g, (unit) => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    // Each time JSON is escaped again, n backslashes become 2n + 1.
    return `(?:\\\\{0,15}(?:\\u${code}|u${code})|%(?:25)*${code.slice(2)})`
  })
  return new RegExp(pattern, 'gi')
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
    return redact(text, accessToken).slice(0, MAX_TEXT_LENGTH) || 'Unknown error'
  } catch {
    return 'Unknown error'
  }
}
