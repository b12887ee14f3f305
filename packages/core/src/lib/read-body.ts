import { MAX_BODY_BYTES, type RejectionReason } from '../protocol.ts'
import type { Config } from './config.ts'
import { cutOff } from './cut-off.ts'
import { readText } from './read-text.ts'

export type Body = { ok: true; text: string } | { ok: false; reason: RejectionReason }

/**
 * Reads a request's body, up to a size and for so long (decision 12).
 *
 * @returns Its text; "Payload too large" without reading it to the end; "Invalid JSON" when it breaks off
 *   or does not arrive in time.
 */
export async function readBody(request: Request, config: Partial<Config> = {}): Promise<Body> {
  const { maxBodyBytes = MAX_BODY_BYTES, bodyTimeoutMs = 5000 } = config
  if (Number(request.headers.get('Content-Length')) > maxBodyBytes) return TOO_LARGE

  return cutOff(bodyTimeoutMs, () => readText(request.body, maxBodyBytes)).then(
    ({ text, whole }) => (whole ? { ok: true, text } : TOO_LARGE),
    () => ({ ok: false, reason: 'Invalid JSON' }),
  )
}

const TOO_LARGE: Body = { ok: false, reason: 'Payload too large' }
