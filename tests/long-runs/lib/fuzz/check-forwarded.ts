import assert from 'node:assert/strict'

import { EVENT_NAMES, isJsonObject, PII_KEYS, USER_DATA_KEYS } from '@conversion-capi/core/protocol'

import { PIXEL_ID } from './hostile-host.ts'

export interface UpstreamCall {
  url: string
  init: RequestInit
}

const LIMITED_DATA_USE_KEYS = [
  'data_processing_options',
  'data_processing_options_country',
  'data_processing_options_state',
]
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

/**
 * Checks that an upstream request holds only what the specification (2.1, 2.2) allows.
 *
 * @param call The request.
 * @param token The configured access token.
 * @param isDataUseLimited Whether limited data use is configured.
 * @throws {assert.AssertionError} If the request breaks a rule.
 */
export function checkForwarded(
  { url, init }: UpstreamCall,
  token: string,
  isDataUseLimited = false,
): void {
  assert(
    url === `https://graph.facebook.com/v18.0/${PIXEL_ID}/events`,
    'The upstream URL must be the events endpoint of the pixel.',
  )
  assert(init.method === 'POST', 'The upstream method must be POST.')
  assert(init.redirect === 'manual', 'Redirects must not be followed.')
  assert(
    JSON.stringify(init.headers) === '{"Content-Type":"application/json"}',
    'The only upstream header must be the content type.',
  )

  const { data, access_token, ...rest } = JSON.parse(init.body as string)
  assert(
    access_token === token && Object.keys(rest).length === 0,
    'The upstream body must hold only data and the access token.',
  )
  assert(
    Array.isArray(data) && data.length === 1,
    'Each upstream request must carry exactly one event.',
  )
  const [event] = data
  const { user_data, custom_data } = event
  assert(
    Object.keys(event).every((key) => EVENT_KEYS.has(key) || LIMITED_DATA_USE_KEYS.includes(key)),
    'Only known fields must be forwarded.',
  )
  assert(
    LIMITED_DATA_USE_KEYS.every((key) => Object.hasOwn(event, key) === isDataUseLimited),
    'Limited data use must be sent if it is configured, and only then.',
  )
  assert(EVENT_NAMES.includes(event.event_name), 'event_name must be an allowed one.')
  assert(
    typeof event.event_id === 'string' && event.event_id.length > 0 && event.event_id.length <= 100,
    'event_id must be a string of 1 to 100 characters.',
  )
  assert(Number.isSafeInteger(event.event_time), 'event_time must be in whole seconds.')
  assert(event.action_source === 'website', 'action_source must be "website".')
  assert(
    event.event_source_url === undefined || isNonEmptyString(event.event_source_url),
    'event_source_url must be a non-empty string.',
  )
  assert(custom_data === undefined || isJsonObject(custom_data), 'custom_data must be an object.')
  const { order = 0 } = custom_data ?? {}
  assert(
    order !== null && !(Math.abs(order) > Number.MAX_SAFE_INTEGER),
    'Numbers that JSON.parse changes must not be forwarded.',
  )
  assert(isJsonObject(user_data), 'user_data must be an object.')

  for (const [key, value] of Object.entries(user_data)) {
    const isKnown = key === 'client_ip_address' || USER_DATA_KEYS.includes(key as never)
    assert(isKnown, 'Only known keys of user_data must be forwarded.')
    assert(
      [value].flat().every(isNonEmptyString),
      `user_data.${key} must be a non-empty string or an array of them.`,
    )
  }
  for (const key of PII_KEYS) {
    const values = [user_data[key] ?? []].flat()
    assert(
      values.every((value) => HASHED.test(String(value))),
      `user_data.${key} must be hashed.`,
    )
  }
}

function isNonEmptyString(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
