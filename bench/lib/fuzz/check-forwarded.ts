import { EVENT_NAMES, PII_KEYS, USER_DATA_KEYS } from '@conversion-capi/core/protocol'

import { PIXEL_ID } from './hostile-host.ts'
import { must } from './must.ts'

/** One call of the injected `fetch`. */
export interface Call {
  url: string
  init: RequestInit
}

const EVENT_KEYS = new Set([
  'event_name',
  'event_id',
  'event_time',
  'event_source_url',
  'action_source',
  'user_data',
  'custom_data',
])
const HASHED = /^[0-9a-f]{64}(\.[\w-]{2,8})?$/

/** Whether what reached the platform is what the specification (2.1, 2.2) lets through, and nothing else. */
export function checkForwarded({ url, init }: Call, token: string): void {
  must(
    url === `https://graph.facebook.com/v18.0/${PIXEL_ID}/events`,
    'The platform is called at its events interface.',
  )
  must(init.method === 'POST' && init.redirect === 'manual', 'POST; redirects are not followed.')
  must(
    JSON.stringify(init.headers) === '{"Content-Type":"application/json"}',
    'No header but the content type goes to the platform.',
  )

  const { data, access_token, ...rest } = JSON.parse(init.body as string)
  must(access_token === token && Object.keys(rest).length === 0, 'The body is data and the token.')
  must(Array.isArray(data) && data.length === 1, 'One event goes to the platform.')
  const [event] = data
  const { user_data, custom_data } = event
  must(
    Object.keys(event).every((key) => EVENT_KEYS.has(key)),
    'Only known fields travel.',
  )
  must(EVENT_NAMES.includes(event.event_name), 'The event_name is an allowed one.')
  must(
    typeof event.event_id === 'string' && event.event_id.length > 0 && event.event_id.length <= 100,
    'The event_id is a text of 1 to 100 characters.',
  )
  must(Number.isSafeInteger(event.event_time), 'The event_time is in whole seconds.')
  must(event.action_source === 'website', 'The action_source is "website".')
  must(isText(event.event_source_url ?? 'none'), 'The event_source_url is a text.')
  must(custom_data === undefined || isObject(custom_data), 'custom_data is an object.')
  must(isObject(user_data), 'user_data is an object.')

  for (const [key, value] of Object.entries(user_data)) {
    const isKnown = key === 'client_ip_address' || USER_DATA_KEYS.includes(key as never)
    must(isKnown, 'Only the known keys of user_data travel.')
    must([value].flat().every(isText), `user_data.${key} is a text or a list of them.`)
  }
  for (const key of PII_KEYS) {
    const values = [user_data[key] ?? []].flat()
    must(
      values.every((value) => HASHED.test(String(value))),
      `user_data.${key} is hashed.`,
    )
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
