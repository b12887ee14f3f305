import { type ExplainedError, graphErrorResponse } from '../graph-error.ts'
import { type Access, checkAccess } from './check-access.ts'

interface PixelReader extends Access {
  /** Records the rejected request and creates its response. */
  reject: (error: ExplainedError) => Response
}

/** The values of the fields that can be read, except `id`. */
const FIELDS: Record<string, unknown> = { name: 'Emulated pixel', is_unavailable: false }

/**
 * Handles `GET /{version}/{pixel_id}`, which reads fields of the pixel and changes nothing.
 *
 * Returns `id` and the `fields` in the query. The order of the checks is the same as in
 * `POST /{version}/{pixel_id}/events`.
 *
 * @param request The request to the Graph API, with the token in the `Authorization` header or in the query.
 * @param requestedPixelId The pixel ID in the path.
 * @param reader The accepted pixel and token, and the log.
 * @returns The fields, or an error in Meta's format.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export function readPixel(
  request: Request,
  requestedPixelId: string | undefined,
  { pixelId, accessToken, reject }: PixelReader,
): Response {
  const { searchParams } = new URL(request.url)
  const bearer = /^Bearer +(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  const token = searchParams.get('access_token') ?? bearer
  const accessError = checkAccess('get', token, requestedPixelId, { pixelId, accessToken })
  if (accessError) return reject(accessError)

  const names = (searchParams.get('fields') ?? '').split(',').filter(Boolean)
  if (names.some((name) => name !== 'id' && !Object.hasOwn(FIELDS, name))) {
    return graphErrorResponse({
      message: `Tried accessing a nonexisting field. The emulator has id, ${Object.keys(FIELDS).join(', ')}.`,
      code: 100,
    })
  }
  const fields = names.flatMap((name) => (name === 'id' ? [] : [[name, FIELDS[name]] as const]))
  return Response.json({ ...Object.fromEntries(fields), id: pixelId })
}
