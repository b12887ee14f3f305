import type { JsonObject } from '@conversion-capi/core/protocol'

import type { EventReceiver, NewEvent } from '../event/received-event.ts'
import { parseJson, readFields } from '../http/request-body.ts'
import { rejectUnhashedPii } from '../event/unhashed-pii.ts'

const TRANSPARENT_GIF = Uint8Array.from(
  atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  (character) => character.charCodeAt(0),
)

/**
 * Meta responds to all pixel requests alike. The emulator rejects invalid ones with status 400, so that they show in the browser's
 * network panel and on the live page.
 */
export function receivePixelEvent(
  request: Request,
  text: string,
  { pixelId, now, record, reject, request_id }: EventReceiver,
): Response {
  const fields = readFields(request, text)
  const values: Record<string, string | undefined> = Object.fromEntries(fields)
  const { id, ev, eid, dl, rl, ts, fbp, fbc } = values
  const userData = collectGroup('ud', fields)
  const customData = collectGroup('cd', fields)
  const piiError = rejectUnhashedPii({
    user_data: userData,
    custom_data: Object.fromEntries(
      Object.entries(customData).map(([key, value]) => [key, parseNested(value)]),
    ),
  })
  if (piiError) return reject(piiError)

  if (id !== pixelId) {
    return reject({
      error_subcode: 33,
      problem: 'The pixel ID is not the one of the emulator.',
      fix: `Call fbq('init', '${pixelId}').`,
    })
  }
  if (!ev) {
    return reject({
      problem: 'The event has no name.',
      fix: "Pass the name to the pixel: fbq('track', 'Lead').",
    })
  }

  const sentAt = Number(ts || NaN)
  record({
    source: 'browser',
    event_name: ev,
    ...(eid && { event_id: eid }),
    event_time: Math.floor((Number.isFinite(sentAt) ? sentAt : now()) / 1000),
    ...(dl && { event_source_url: dl }),
    ...(rl && { referrer_url: rl }),
    user_data: { ...userData, ...(fbp && { fbp }), ...(fbc && { fbc }) },
    custom_data: customData,
    ...readDataProcessing(values),
    request_id,
    pixel_id: pixelId,
  })
  return new Response(TRANSPARENT_GIF, { headers: { 'Content-Type': 'image/gif' } })
}

/**
 * Collects fields such as `ud[em]=…` into `{ em: … }`. The values of a repeated key, also as
 * `ud[em][0]`, become an array, so that the check for unhashed data sees every value.
 */
function collectGroup(prefix: 'ud' | 'cd', fields: [name: string, value: string][]): JsonObject {
  const values = new Map<string, string[]>()
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

/** Returns the fields `dpo=LDU&dpoco=0&dpost=0` with the names and types of a server event. */
function readDataProcessing({
  dpo,
  dpoco,
  dpost,
}: Record<string, string | undefined>): Partial<NewEvent> {
  return {
    ...(dpo !== undefined && { data_processing_options: dpo.split(',').filter(Boolean) }),
    ...(dpoco !== undefined && { data_processing_options_country: toInteger(dpoco) }),
    ...(dpost !== undefined && { data_processing_options_state: toInteger(dpost) }),
  }
}

function toInteger(value: string): number | string {
  return /^\d{1,9}$/.test(value) ? Number(value) : value
}

/** The pixel sends objects and arrays as JSON. */
function parseNested(value: unknown): unknown {
  return typeof value === 'string' && /^[{[]/.test(value) ? (parseJson(value) ?? value) : value
}
