import { graphErrorResponse } from '../graph-error.ts'
import type { ReceivedEvent } from '../received-event.ts'
import { formatTime } from './read-stats.ts'

/**
 * Handles `GET /{version}/{pixel_id}`, which reads `id` and the `fields` in the query.
 *
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export function readPixel(
  query: URLSearchParams,
  events: ReceivedEvent[],
  { pixelId }: { pixelId: string },
): Response {
  const lastFired = events.findLast(({ source }) => source === 'browser')
  const known: Record<string, unknown> = {
    id: pixelId,
    name: 'Emulated pixel',
    is_unavailable: false,
    last_fired_time: lastFired && formatTime(lastFired.received_at),
  }
  const names = (query.get('fields') ?? '').split(',').filter(Boolean)
  if (names.some((name) => !Object.hasOwn(known, name))) {
    return graphErrorResponse({
      message: `Tried accessing a nonexisting field. The emulator has ${Object.keys(known).join(', ')}.`,
      code: 100,
    })
  }
  const fields = names.map((name) => [name, known[name]] as const)
  return Response.json({ ...Object.fromEntries(fields), id: pixelId })
}
