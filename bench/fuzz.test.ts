import { describe, expect, it } from 'vitest'

import { checkAnswer } from './lib/fuzz/check-answer.ts'
import { checkForwarded } from './lib/fuzz/check-forwarded.ts'
import { runFuzz } from './lib/fuzz/run-fuzz.ts'

describe('the fuzz, 20,000 cases', () => {
  it('finds no promise of the proxy broken', async () => {
    expect(await runFuzz({ runs: 20_000, seed: 1 })).toBeUndefined()
  })

  it.each([
    ['upstream is an object.', 200, { ok: true, upstream: [] }],
    ['Success has ok and upstream.', 200, { ok: true, upstream: {}, status: 200 }],
    ['status is no success.', 200, { ok: false, status: 201, upstream: {} }],
    ['An upstream error has status and upstream.', 200, { ok: false, upstream: {} }],
    ['error is a text.', 200, { ok: false, error: null }],
    ['A rejection is one of the specified ones.', 400, { error: 'Invalid user_data' }],
    ['A rejection is one of the specified ones.', 400, { error: 'Server not configured' }],
    ['A rejection has an error and nothing else.', 400, { ok: false, error: 'Invalid JSON' }],
    ['A method that is not POST, and only that, is a 405.', 405, { error: 'Method not allowed' }],
    ['Every answer is an object.', 200, 'ok'],
  ])('would say: %s', (sentence, status, answer) => {
    const headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': 'application/json',
    }
    const response = new Response(null, { status, headers })
    expect(() => checkAnswer('POST', response, JSON.stringify(answer))).toThrow(sentence)
    response.headers.delete('Access-Control-Allow-Origin')
    expect(() => checkAnswer('POST', response, JSON.stringify(answer))).toThrow('Every answer has')
  })

  it.each([
    ['user_data.em is hashed.', { user_data: { em: 'anna@school.example' } }],
    ['user_data.ph is hashed.', { user_data: { ph: ['0'.repeat(64), '77770003141'] } }],
    ['Only the known keys of user_data travel.', { user_data: { phone: '1' } }],
    ['Only known fields travel.', { em: '0'.repeat(64) }],
    ['The event_id is a text of 1 to 100 characters.', { event_id: 'x'.repeat(101) }],
    ['The event_time is in whole seconds.', { event_time: 1.5 }],
    ['custom_data is an object.', { custom_data: [] }],
  ])('would say of an event: %s', (sentence, change) => {
    const event = {
      event_name: 'Lead',
      event_id: 'x'.repeat(100),
      event_time: 1,
      action_source: 'website',
      user_data: { em: `${'0'.repeat(64)}.AQYCAQMB`, client_ip_address: '203.0.113.7' },
    }
    expect(() => checkForwarded(call(event), 'token')).not.toThrow()
    expect(() => checkForwarded(call({ ...event, ...change }), 'token')).toThrow(sentence)
  })
})

function call(event: object): { url: string; init: RequestInit } {
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
