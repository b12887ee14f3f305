import assert from 'node:assert/strict'

import { createHandler } from '@conversion-capi/core'

import { checkForwarded, type UpstreamCall } from './check-forwarded.ts'
import { checkResponse } from './check-response.ts'
import { type HostileHost, toHandlerOptions } from './hostile-host.ts'
import { createRequest, type HostileRequest } from './hostile-request.ts'
import { callUpstream, type HostileUpstream } from './hostile-upstream.ts'
import { UNHASHED } from './personal-data.ts'

/** One hostile request to one hostile host with one hostile upstream. */
export interface FuzzCase {
  request: HostileRequest
  host: HostileHost
  /** The upstream's reactions to the first attempt, the second, and so on. The last one repeats. */
  upstreams: HostileUpstream[]
}

/**
 * Runs a case and checks the response, the upstream requests and the outcome.
 *
 * @throws {assert.AssertionError} If the proxy breaks a rule.
 */
export async function runCase({ request, host, upstreams }: FuzzCase): Promise<void> {
  const calls: UpstreamCall[] = []
  const outcomes: string[] = []
  const handle = createHandler({
    ...toHandlerOptions(host, (outcome) => outcomes.push(JSON.stringify(outcome))),
    fetch: ((url: string, init: RequestInit) => {
      calls.push({ url, init })
      return callUpstream(upstreams[calls.length - 1] ?? upstreams.at(-1)!, host.token)
    }) as typeof fetch,
  })

  const sent = createRequest(request)
  const response = await handle(sent)
  const text = await response.text()

  checkResponse(sent.method, response, text)
  assert(calls.length === 0 || response.status === 200, 'Rejected requests must not be forwarded.')
  const maxAttempts = host.config === 'with retries' ? 3 : 1
  assert(
    calls.length <= maxAttempts,
    `There must be at most ${maxAttempts} attempts, got ${calls.length}.`,
  )
  for (const call of calls) checkForwarded(call, host.token)
  assert(
    new Set(calls.map(({ init }) => init.body)).size <= 1,
    'Every attempt must send the same body.',
  )

  const expected = sent.method === 'OPTIONS' ? 0 : 1
  assert(
    outcomes.length === expected,
    `onOutcome must be called ${expected} times, got ${outcomes.length}.`,
  )
  checkToken(text + outcomes.join(), host.token)
  for (const output of [...calls.map(({ init }) => String(init.body)), ...outcomes, text]) {
    assert(
      !UNHASHED.test(output) || isFreeText(request),
      'Unhashed personal data must not leave the proxy.',
    )
  }
  assert(Object.keys(Object.prototype).length === 0, 'Object.prototype must not change.')
}

/** Responses and outcomes are written by `JSON.stringify`, which escapes the token in one way only. */
function checkToken(output: string, token: string): void {
  const part = JSON.stringify(token.slice(0, MAX_LEAKED_LENGTH)).slice(1, -1)
  assert(!output.includes(part), 'The access token must not leave the proxy, not even in part.')
}

// Shorter parts of the token can occur by chance.
const MAX_LEAKED_LENGTH = 12

/** Tampering can move personal data into a field that is forwarded unchanged. */
function isFreeText({ body }: HostileRequest): boolean {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const { event_id, event_source_url, custom_data, user_data } = JSON.parse(
    text.replace(/^\uFEFF/, ''),
  )
  const { fbp, fbc, external_id, client_user_agent } = user_data ?? {}
  const free = [event_id, event_source_url, custom_data, fbp, fbc, external_id, client_user_agent]
  return UNHASHED.test(JSON.stringify(free))
}
