import { graphErrorResponse } from '../graph-error.ts'
import { checkAccess } from './check-access.ts'
import type { StatisticsReader } from './read-quality.ts'
import { formatTime } from './read-stats.ts'
import { findToken } from './receive-events.ts'

/**
 * Handles `GET /{version}/{pixel_id}`, which reads fields of the pixel and changes nothing.
 *
 * Returns `id` and the `fields` in the query. The order of the checks is the same as in
 * `POST /{version}/{pixel_id}/events`.
 *
 * @param request The request to the Graph API, with the token in the `Authorization` header or in the query.
 * @param reader The accepted pixel and token, the events, and the log.
 * @returns The fields, or an error in Meta's format.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export function readPixel(
  request: Request,
  requestedPixelId: string | undefined,
  { events, reject, pixelId, accessToken }: Omit<StatisticsReader, 'now'>,
): Response {
  const token = findToken(request, {})
  const accessError = checkAccess('get', token, requestedPixelId, { pixelId, accessToken })
  if (accessError) return reject(accessError)

  const lastFired = events().findLast(({ source }) => source === 'browser')
  const known: Record<string, unknown> = {
    id: pixelId,
    name: 'Emulated pixel',
    is_unavailable: false,
    last_fired_time: lastFired && formatTime(lastFired.received_at),
  }
  const names = (new URL(request.url).searchParams.get('fields') ?? '').split(',').filter(Boolean)
  if (names.some((name) => !Object.hasOwn(known, name))) {
    return graphErrorResponse({
      message: `Tried accessing a nonexisting field. The emulator has ${Object.keys(known).join(', ')}.`,
      code: 100,
    })
  }
  const fields = names.map((name) => [name, known[name]] as const)
  return Response.json({ ...Object.fromEntries(fields), id: pixelId })
}
