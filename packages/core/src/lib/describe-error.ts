import { redact } from './redact.ts'

/**
 * Says what was thrown, whatever it was, without a stack and without the access token, in at most 2,000
 * characters.
 *
 * The code of the cause is added where there is one, because Node says only "fetch failed".
 */
export function describeError(error: unknown, accessToken: string | undefined): string {
  try {
    const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
    const text = typeof code === 'string' ? `${String(error)} (${code})` : String(error)
    return redact(text, accessToken).slice(0, MAX_LENGTH)
  } catch {
    return 'Unknown error'
  }
}

const MAX_LENGTH = 2000
