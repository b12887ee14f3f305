import { redact } from './redact.ts'
import type { Upstream } from '../protocol.ts'

/**
 * Reads the platform's answer as an object that may be shown to anyone (decisions 9 and 11).
 *
 * @returns Its JSON object; for any other body `{ raw }` with the text, cut at 2,000 characters. The
 *   access token, which Meta can echo, is redacted in either.
 */
export function parseUpstream(text: string, accessToken: string): Upstream {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return redactJson(value, accessToken)
    }
  } catch {
    // Not JSON, or nested so deeply that it could not be written again.
  }
  return { raw: redact(text, accessToken).slice(0, MAX_RAW_LENGTH) }
}

const MAX_RAW_LENGTH = 2000

/** Written out first, so that the token is found in keys too, and however the platform escaped it. */
function redactJson(value: object, accessToken: string): Upstream {
  const escapedToken = JSON.stringify(accessToken).slice(1, -1)
  return JSON.parse(redact(JSON.stringify(value), escapedToken)) as Upstream
}
