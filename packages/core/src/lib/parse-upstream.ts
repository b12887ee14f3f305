import { isDeeperThan, isJsonObject, type UpstreamBody } from '../protocol.ts'
import { redact } from './redact.ts'

/**
 * Reads the platform's answer as an object that may be shown to anyone (decisions 9 and 11).
 *
 * @returns Its JSON object; for any other body, or one nested deeper than 64 levels, `{ raw }` with the
 *   text, cut at 2,000 characters. The access token, which Meta can echo, is redacted in either.
 */
export function parseUpstream(text: string, accessToken: string): UpstreamBody {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value) && !isDeeperThan(value, MAX_DEPTH))
      return redactJson(value, accessToken)
  } catch {
    // Not JSON.
  }
  return { raw: redact(text, accessToken).slice(0, MAX_RAW_LENGTH) }
}

const MAX_RAW_LENGTH = 2000

// What nests without end can be read, but not written again.
const MAX_DEPTH = 64

/** Written out first, so that the token is found in keys too, and however the platform escaped it. */
function redactJson(value: object, accessToken: string): UpstreamBody {
  const escapedToken = JSON.stringify(accessToken).slice(1, -1)
  return JSON.parse(JSON.stringify(value).replaceAll(escapedToken, '[redacted]')) as UpstreamBody
}
