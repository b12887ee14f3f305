import type { JsonObject } from '@conversion-capi/core/protocol'

import type { ResolvedOptions } from '../emulator-options.ts'
import type { ExplainedError } from '../http/graph-error.ts'

export function checkAccess(
  request: Request,
  body: JsonObject,
  requestedPixelId: string | null | undefined,
  { pixelId, accessToken }: Pick<ResolvedOptions, 'pixelId' | 'accessToken'>,
): ExplainedError | undefined {
  const token = findToken(request, body)
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
    message: `Unsupported ${request.method.toLowerCase()} request. The pixel ID in the URL does not exist.`,
    type: 'GraphMethodException',
    error_subcode: 33,
    problem: 'The pixel ID in the URL is not the one of the emulator.',
    fix: `Set META_PIXEL_ID to ${pixelId}.`,
  }
}

/** Meta accepts the token in the body, the query or the header. */
export function findToken(request: Pick<Request, 'url' | 'headers'>, body: JsonObject): unknown {
  return (
    body.access_token ??
    new URL(request.url).searchParams.get('access_token') ??
    /^Bearer +(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  )
}
