import type { ResolvedOptions } from '../emulator-options.ts'
import type { ExplainedError } from '../graph-error.ts'

/**
 * Checks the access token and the pixel ID of a request to the Graph API.
 *
 * @param method The method, in lowercase, as Meta's message contains it.
 * @param token The token in the request.
 * @returns The error, or `undefined` if both are accepted.
 */
export function checkAccess(
  method: 'get' | 'post',
  token: unknown,
  requestedPixelId: string | null | undefined,
  { pixelId, accessToken }: Pick<ResolvedOptions, 'pixelId' | 'accessToken'>,
): ExplainedError | undefined {
  if (token !== accessToken) {
    const problem = token === undefined ? 'is missing' : 'is not accepted'
    return {
      status: 401,
      message: `Invalid OAuth access token - The token ${problem}. Send the accessToken of the emulator.`,
      code: 190,
      problem: `The access token ${problem}.`,
      fix: 'Set META_ACCESS_TOKEN to the access token of the emulator.',
    }
  }
  if (requestedPixelId === pixelId) return undefined
  return {
    message: `Unsupported ${method} request. The pixel ID in the URL does not exist.`,
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
    problem: 'The pixel ID in the URL is not the one of the emulator.',
    fix: `Set META_PIXEL_ID to ${pixelId}.`,
  }
}
