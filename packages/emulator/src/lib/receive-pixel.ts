import type { EventCopy } from './event-log.ts'
import { graphError } from './graph-error.ts'
import { type PixelField, readPixelFields } from './read-pixel-fields.ts'
import { refuseClearPii } from './refuse-clear-pii.ts'

interface PixelReceiver {
  pixelId: string
  now: () => number
  record: (copy: EventCopy) => void
}

const TRANSPARENT_GIF = Uint8Array.from(
  atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  (character) => character.charCodeAt(0),
)

/**
 * Answers a hit of the browser pixel, `/tr`, with the customary 1x1 GIF.
 *
 * Meta answers every hit alike and says nothing of a bad one; here it is a 400 in Meta's error
 * shape, so that a wrong pixel id or a leak is seen in the browser's network panel.
 */
export async function receivePixel(
  request: Request,
  { pixelId, now, record }: PixelReceiver,
): Promise<Response> {
  const fields = await readPixelFields(request)
  if (!fields)
    return graphError({ message: 'The body must be a form or a JSON object.', code: 100 })

  const userData = group('ud', fields)
  const leak = refuseClearPii(userData)
  if (leak) return graphError(leak)

  const field = (name: string) => text(fields.findLast((entry) => entry[0] === name)?.[1])
  if (field('id') !== pixelId) {
    return graphError({
      message: 'The field id is not the known pixel.',
      code: 100,
      error_subcode: 33,
    })
  }
  const event_name = field('ev')
  if (!event_name)
    return graphError({ message: 'The field ev, the event name, is missing.', code: 100 })

  const sentAt = Number(field('ts') ?? now())
  record({
    source: 'browser',
    event_name,
    ...present('event_id', field('eid')),
    event_time: Math.floor((Number.isFinite(sentAt) ? sentAt : now()) / 1000),
    ...present('event_source_url', field('dl')),
    ...present('referrer_url', field('rl')),
    user_data: { ...userData, ...present('fbp', field('fbp')), ...present('fbc', field('fbc')) },
    custom_data: group('cd', fields),
    pixel_id: pixelId,
  })
  return new Response(TRANSPARENT_GIF, { headers: { 'Content-Type': 'image/gif' } })
}

/**
 * Gathers `ud[em]=…` into `{ em: … }`. A key that comes more than once, also as `ud[em][0]`, is a
 * list: no value may hide behind another one.
 */
function group(prefix: 'ud' | 'cd', fields: PixelField[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>()
  for (const [name, value] of fields) {
    const key = name.startsWith(`${prefix}[`) && /\[([^\]]+)\]/.exec(name)?.[1]
    if (!key) continue
    const list = values.get(key)
    if (list) list.push(value)
    else values.set(key, [value])
  }
  return Object.fromEntries(
    [...values].map(([key, list]) => [key, list.length === 1 ? list[0] : list]),
  )
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function present<Key extends string>(
  key: Key,
  value: string | undefined,
): { [key in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [key in Key]?: string }
}
