import assert from 'node:assert/strict'

import { isJsonObject } from '@conversion-capi/core/protocol'

// Copied from the specification (2.3, 4.1, 7) instead of imported, so that core's own tables are checked too.
const REJECTIONS: Record<string, number> = {
  'Method not allowed': 405,
  'Origin not allowed': 403,
  'Invalid JSON': 400,
  'Payload too large': 413,
  'Invalid event_name': 400,
  'Invalid event_id': 400,
  'Server not configured': 500,
}
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin'
const HEADERS = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Checks that a response has one of the specified shapes and fits the request's method.
 *
 * @param method The request's method.
 * @param response The response, whose body has been read.
 * @param text The response's body.
 * @param origin The value of `Access-Control-Allow-Origin`: `null` if the request's origin is not allowed.
 * @throws {assert.AssertionError} If the response breaks a rule.
 */
export function checkResponse(
  method: string,
  { status, headers }: Response,
  text: string,
  origin: string | null = '*',
): void {
  for (const [name, value] of Object.entries({ ...HEADERS, [ALLOW_ORIGIN]: origin })) {
    assert(headers.get(name) === value, `Every response must have the header ${name}: ${value}.`)
  }
  const isRejectedOrigin = origin === null && (method === 'POST' || method === 'OPTIONS')
  assert((status === 403) === isRejectedOrigin, 'Only origins that are not listed must return 403.')
  assert(
    (status === 204) === (method === 'OPTIONS' && !isRejectedOrigin),
    'Only preflights must return 204.',
  )
  if (status === 204) return assert(text === '', 'A preflight response must be empty.')

  assert(headers.get('Content-Type') === 'application/json', 'Every response must be JSON.')
  const body = JSON.parse(text) as unknown
  assert(isJsonObject(body), 'Every response body must be an object.')
  assert(
    (status === 405) === (method !== 'POST' && method !== 'OPTIONS'),
    'Only methods other than POST must return 405.',
  )
  if (status === 200) return checkShape(body)

  assert(hasKeys(body, 'error'), 'A rejection must have only the key error.')
  assert(REJECTIONS[String(body['error'])] === status, 'A rejection must be a specified one.')
}

function checkShape({ kept, ...body }: Record<string, unknown>): void {
  const { ok, status, upstream, error } = body
  assert(kept === undefined || (kept && ok === false), 'Only a failure must be kept.')
  if (ok === true) {
    assert(hasKeys(body, 'ok', 'upstream'), 'A success must have only the keys ok and upstream.')
    return assert(isJsonObject(upstream), 'upstream must be an object.')
  }
  assert(ok === false, 'ok must be true or false.')
  if ('error' in body) {
    assert(hasKeys(body, 'ok', 'error'), 'A thrown error must have only the keys ok and error.')
    return assert(typeof error === 'string', 'error must be a string.')
  }
  assert(
    hasKeys(body, 'ok', 'status', 'upstream'),
    'An upstream error must have only the keys ok, status and upstream.',
  )
  assert(
    typeof status === 'number' && !(status >= 200 && status < 300),
    'The status of an upstream error must not be 2xx.',
  )
  assert(isJsonObject(upstream), 'upstream must be an object.')
}

function hasKeys(value: object, ...keys: string[]): boolean {
  return Object.keys(value).toSorted().join() === keys.toSorted().join()
}
