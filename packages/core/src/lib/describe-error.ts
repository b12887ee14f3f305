import { redact } from './redact.ts'

/**
 * Says in one line what was thrown, whatever it was, without a stack and without the access token.
 *
 * The code of the cause is added where there is one, because Node says only "fetch failed".
 */
export function describeError(error: unknown, accessToken: string | undefined): string {
  try {
    const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
    const text = typeof code === 'string' ? `${String(error)} (${code})` : String(error)
    return redact(text, accessToken)
  } catch {
    return 'Unknown error'
  }
}
