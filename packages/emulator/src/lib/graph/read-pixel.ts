import { graphErrorResponse } from '../http/graph-error.ts'
import type { ReceivedEvent } from '../event/received-event.ts'

/**
 * Handles `GET /{version}/{pixel_id}`, which reads `id` and the `fields` in the query.
 *
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export function readPixel(
  { searchParams }: URL,
  events: ReceivedEvent[],
  { pixelId }: { pixelId: string },
): Response {
  const lastFired = events.findLast(({ source }) => source === 'browser')
  const known: Record<string, unknown> = {
    id: pixelId,
    name: 'Emulated pixel',
    last_fired_time: lastFired && formatTime(lastFired.received_at),
  }
  const names = (searchParams.get('fields') ?? '').split(',').filter(Boolean)
  if (names.some((name) => !Object.hasOwn(known, name))) {
    return graphErrorResponse({
      message: `Tried accessing a nonexisting field. The emulator has ${Object.keys(known).join(', ')}.`,
    })
  }
  const fields = names.map((name) => [name, known[name]] as const)
  return Response.json({ ...Object.fromEntries(fields), id: pixelId })
}

/** Formats a time as Meta does: `2026-11-20T12:04:31+0000`. */
function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}
