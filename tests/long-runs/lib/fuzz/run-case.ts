import assert from 'node:assert/strict'

import {
  createHandler,
  type HandlerOptions,
  type Outcome,
  type ServerEvent,
} from '@conversion-capi/core'
import { isDeeperThan, MAX_JSON_DEPTH } from '@conversion-capi/core/protocol'

import { checkForwarded, type UpstreamCall } from './check-forwarded.ts'
import { checkResponse } from './check-response.ts'
import { type HostileHost, toConfig, toHandlerOptions } from './hostile-host.ts'
import { createRequest, type HostileRequest } from './hostile-request.ts'
import { callUpstream, type HostileUpstream } from './hostile-upstream.ts'
import type { HttpUpstream } from './http-upstream.ts'
import { UNHASHED } from './personal-data.ts'

export interface FuzzCase {
  request: HostileRequest
  host: HostileHost
  /** The upstream's reactions to the first attempt, the second, and so on. The last one repeats. */
  upstreams: HostileUpstream[]
}

/**
 * Runs a case and checks the response, the upstream requests and the outcome.
 *
 * @param http Sends the compressed responses.
 * @returns The JSON of the events that were kept.
 * @throws {assert.AssertionError} If the proxy breaks a rule.
 */
export async function runCase(
  { request, host, upstreams }: FuzzCase,
  http: HttpUpstream,
): Promise<string[]> {
  const calls: UpstreamCall[] = []
  const outcomes: Outcome[] = []
  // A copy, because a hostile listener deletes the fields.
  const record = (outcome: Outcome): void => void outcomes.push({ ...outcome })
  const kept: string[] = []
  const recordKept = (event: ServerEvent): void => void kept.push(JSON.stringify(event))
  const options = toHandlerOptions(host, record, recordKept)
  if (host.config === 'unusable') {
    checkRefusal({ ...options, config: toConfig(host) }, host.token)
    return []
  }
  const config = toConfig(host)
  if (config && upstreams.some(({ kind }) => kind === 'compressed')) {
    Object.assign(options, { config: { ...config, timeoutMs: 100, deadlineMs: 300 } })
  }
  const handle = createHandler({
    ...options,
    fetch: ((url: string, init: RequestInit) => {
      calls.push({ url, init })
      const upstream = upstreams[calls.length - 1] ?? upstreams.at(-1)!
      return callUpstream(upstream, host.token, init, http)
    }) as typeof fetch,
  })

  const sent = createRequest(request)
  const response = await handle(sent)
  const text = await response.text()
  http.finish()

  checkResponse(sent.method, response, text, allowedOrigin(sent, host))
  assert(calls.length === 0 || response.status === 200, 'Rejected requests must not be forwarded.')
  const maxAttempts = host.config === 'with retries' ? 3 : 1
  assert(
    calls.length <= maxAttempts,
    `There must be at most ${maxAttempts} attempts, got ${calls.length}.`,
  )
  for (const call of calls) checkForwarded(call, host.token, host.config === 'limited data use')
  assert(
    new Set(calls.map(({ init }) => init.body)).size <= 1,
    'Every attempt must send the same body.',
  )

  const expected = response.status === 204 ? 0 : 1
  assert(
    outcomes.length === expected,
    `onOutcome must be called ${expected} times, got ${outcomes.length}.`,
  )
  for (const outcome of outcomes) {
    checkOutcome(outcome, host, calls.length)
    assert(
      outcome.kind !== 'opted_out' || isOptedOut({ request, host }),
      'Only a visitor who opted out must have the outcome "opted_out".',
    )
  }
  assert(
    !isOptedOut({ request, host }) || calls.length + kept.length === 0,
    'An event of a visitor who opted out must be neither forwarded nor kept.',
  )
  checkKept(kept, calls, outcomes, host)
  assert(
    text.endsWith(',"kept":true}') === (outcomes[0]?.kind === 'kept'),
    'The response must contain "kept" if the event is kept, and only then.',
  )
  const printed = outcomes.map((outcome) => JSON.stringify(outcome))
  checkToken(text + printed.join() + kept.join(), host.token)
  for (const output of [...calls.map(({ init }) => String(init.body)), ...printed, ...kept, text]) {
    assert(
      !UNHASHED.test(output) || isFreeText(request),
      'Unhashed personal data must not leave the proxy.',
    )
  }
  assert(Object.keys(Object.prototype).length === 0, 'Object.prototype must not change.')
  return kept
}

/** Returns whether the visitor sends Global Privacy Control and the host honors it. */
export function isOptedOut({ request, host }: Pick<FuzzCase, 'request' | 'host'>): boolean {
  return request.optsOut && host.config === 'global privacy control'
}

function checkRefusal(options: HandlerOptions, token: string): void {
  assert.throws(
    () => createHandler(options),
    (error) => error instanceof TypeError && !error.message.includes(token),
    'An unusable configuration must throw a TypeError without the access token.',
  )
}

/** Returns the expected value of `Access-Control-Allow-Origin`. */
function allowedOrigin(request: Request, host: HostileHost): string | null {
  if (host.config !== 'allowed origins') return '*'
  const origin = request.headers.get('Origin')
  return origin === 'https://school.example' ? origin : null
}

function checkKept(
  kept: string[],
  calls: UpstreamCall[],
  outcomes: Outcome[],
  { keep }: HostileHost,
): void {
  assert(kept.length <= 1, 'An event must be kept at most once.')
  const [outcome] = outcomes
  assert(
    (outcome?.kind === 'kept') === (kept.length === 1 && SUCCESSFUL_KEEPERS.has(keep)),
    'The outcome must be "kept" if keep succeeds, and only then.',
  )
  const isTooLong = outcome?.keepError === 'The event is longer than 65536 bytes.'
  assert(!isTooLong || kept.length === 0, 'keep must not receive events that are too long.')
  assert(
    Boolean(outcome?.keepError) ===
      (isTooLong || (kept.length === 1 && !SUCCESSFUL_KEEPERS.has(keep))),
    'The outcome must have keepError if keep fails, and only then.',
  )
  for (const event of kept) {
    const forwarded = JSON.parse(String(calls[0]!.init.body)).data[0]
    assert(event === JSON.stringify(forwarded), 'keep must receive the event that was forwarded.')
  }
}

const SUCCESSFUL_KEEPERS = new Set(['keeps', 'tampers with the event'])

function checkOutcome(outcome: Outcome, host: HostileHost, calls: number): void {
  const { kind, attempts, warnings } = outcome
  assert(attempts === calls, 'The outcome must report the number of attempts.')
  assert(kind !== 'bot' || host.blockBots === 'blocks', 'Only a bot must not be forwarded.')
  assert(
    kind !== 'upstream_unreachable' || attempts > 0 || host.clock !== 'usual',
    'An event must be forwarded if the host works.',
  )
  const keys = new Set(warnings.map(({ key }) => key))
  const isDecided = kind === 'bot' || attempts > 0
  for (const option of ['clientIp', 'blockBots'] as const) {
    const isInvalid = !VALID_CALLBACKS.has(host[option])
    assert(
      !isDecided || keys.has(option) === isInvalid,
      `A warning must report ${option} if it is unusable, and only then.`,
    )
  }
}

const VALID_CALLBACKS = new Set(['usual', 'an IP', 'not an IP', 'blocks', 'does not block'])

/** Responses and outcomes are written by `JSON.stringify`, which escapes the token in one way only. */
export function checkToken(output: string, token: string): void {
  const part = JSON.stringify(token.slice(0, MAX_LEAKED_LENGTH)).slice(1, -1)
  assert(!output.includes(part), 'The access token must not leave the proxy, not even in part.')
}

// Shorter parts of the token can occur by chance.
const MAX_LEAKED_LENGTH = 12

/**
 * Tampering can move personal data into a field that is forwarded unchanged.
 *
 * @param isSender Whether the fields that only a sender sends count too.
 */
export function isFreeText({ body }: HostileRequest, isSender = false): boolean {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const event = JSON.parse(text.replace(/^\uFEFF/, ''))
  const { event_id, event_source_url, custom_data, user_data } = event
  const { fbp, fbc, external_id, client_user_agent } = user_data ?? {}
  const free = [event_id, event_source_url, custom_data, fbp, fbc, external_id, client_user_agent]
  if (isSender) {
    const { event_name, referrer_url, original_event_data } = event
    const { subscription_id, lead_id, fb_login_id, ctwa_clid } = user_data ?? {}
    free.push(event_name, referrer_url, original_event_data, subscription_id, lead_id, fb_login_id)
    free.push(ctwa_clid, user_data?.whatsapp_business_account_id, user_data?.page_id)
  }
  // Deeper values are not forwarded, and could not be serialized here either.
  const forwarded = free.filter((value) => !isDeeperThan(value, MAX_JSON_DEPTH))
  return UNHASHED.test(JSON.stringify(forwarded))
}
