import { describe, expect, it } from 'vitest'

import { checkForwarded, type UpstreamCall } from './lib/fuzz/check-forwarded.ts'
import { checkResponse } from './lib/fuzz/check-response.ts'
import { runFuzz } from './lib/fuzz/run-fuzz.ts'

describe('runFuzz()', () => {
  it('finds no failure in 10,000 cases, and runs every hostile class', async () => {
    const { failure, classes } = await runFuzz({ runs: 10_000, seed: 1 })
    expect(failure).toBeUndefined()
    expect(Object.values(classes)).not.toContain(0)
  })
})

describe('checkResponse()', () => {
  it.each([
    ['upstream must be an object.', 200, { ok: true, upstream: [] }],
    [
      'A success must have only the keys ok and upstream.',
      200,
      { ok: true, upstream: {}, status: 200 },
    ],
    [
      'The status of an upstream error must not be 2xx.',
      200,
      { ok: false, status: 201, upstream: {} },
    ],
    [
      'An upstream error must have only the keys ok, status and upstream.',
      200,
      { ok: false, upstream: {} },
    ],
    ['error must be a string.', 200, { ok: false, error: null }],
    ['A rejection must be a specified one.', 400, { error: 'Invalid user_data' }],
    ['A rejection must be a specified one.', 400, { error: 'Server not configured' }],
    ['A rejection must have only the key error.', 400, { ok: false, error: 'Invalid JSON' }],
    ['Only origins that are not listed must return 403.', 403, { error: 'Origin not allowed' }],
    ['Only methods other than POST must return 405.', 405, { error: 'Method not allowed' }],
    ['Every response body must be an object.', 200, 'ok'],
  ])('throws "%s" for %i %j', (sentence, status, body) => {
    const headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': 'application/json',
    }
    const response = new Response(null, { status, headers })
    expect(() => checkResponse('POST', response, JSON.stringify(body))).toThrow(sentence)
    response.headers.delete('Access-Control-Allow-Origin')
    expect(() => checkResponse('POST', response, JSON.stringify(body))).toThrow(
      'Every response must have the header',
    )
  })
})

describe('checkForwarded()', () => {
  it.each([
    ['user_data.em must be hashed.', { user_data: { em: 'anna@school.example' } }],
    ['user_data.ph must be hashed.', { user_data: { ph: ['0'.repeat(64), '77770003141'] } }],
    ['Only known keys of user_data must be forwarded.', { user_data: { phone: '1' } }],
    ['Only known fields must be forwarded.', { em: '0'.repeat(64) }],
    ['event_id must be a string of 1 to 100 characters.', { event_id: 'x'.repeat(101) }],
    ['event_time must be in whole seconds.', { event_time: 1.5 }],
    ['custom_data must be an object.', { custom_data: [] }],
    ['Numbers that JSON.parse changes must not be forwarded.', { custom_data: { order: null } }],
    ['Numbers that JSON.parse changes must not be forwarded.', { custom_data: { order: 2 ** 54 } }],
    [
      'Limited data use must be sent if it is configured, and only then.',
      { data_processing_options: ['LDU'] },
    ],
  ])('throws "%s"', (sentence, change) => {
    const event = {
      event_name: 'Lead',
      event_id: 'x'.repeat(100),
      event_time: 1,
      action_source: 'website',
      user_data: { em: `${'0'.repeat(64)}.AQYCAQMB`, client_ip_address: '203.0.113.7' },
    }
    expect(() => checkForwarded(createCall(event), 'token')).not.toThrow()
    expect(() => checkForwarded(createCall({ ...event, ...change }), 'token')).toThrow(sentence)
  })
})

function createCall(event: object): UpstreamCall {
  return {
    url: 'https://graph.facebook.com/v18.0/770000000000077/events',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      redirect: 'manual',
      body: JSON.stringify({ data: [event], access_token: 'token' }),
    },
  }
}
