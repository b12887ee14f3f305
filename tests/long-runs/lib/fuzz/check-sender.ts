import assert from 'node:assert/strict'

import { createSender, type EventToSend, type Outcome } from '@conversion-capi/core'
import { isHashed } from '@conversion-capi/core/pii'

import { checkForwarded, type UpstreamCall } from './check-forwarded.ts'
import { toConfig, toHandlerOptions } from './hostile-host.ts'
import { callUpstream } from './hostile-upstream.ts'
import type { HttpUpstream } from './http-upstream.ts'
import { PROFILE_DATA, UNHASHED } from './personal-data.ts'
import { checkToken, type FuzzCase, isFreeText } from './run-case.ts'

/**
 * Passes the event of a case and the events that were kept to a sender, and checks its results.
 *
 * @param kept The JSON of the events that were kept.
 * @param http Sends the compressed responses.
 * @throws {assert.AssertionError} If the sender breaks a rule.
 */
export async function checkSender(
  { request, host, upstreams }: FuzzCase,
  kept: string[],
  http: HttpUpstream,
): Promise<void> {
  const calls: UpstreamCall[] = []
  const outcomes: Outcome[] = []
  const record = (outcome: Outcome): void => void outcomes.push({ ...outcome })
  const config = toConfig(host)
  const { now, onOutcome } = toHandlerOptions(host, record, () => {})
  const send = createSender({
    config: config && { ...config, retries: 0 },
    now: now!,
    onOutcome: onOutcome!,
    fetch: ((url: string, init: RequestInit) => {
      calls.push({ url, init })
      return callUpstream(upstreams[0]!, host.token, init, http)
    }) as typeof fetch,
  })

  const events = [parseEvent(request.body), ...kept.map((text) => JSON.parse(text))]
  const results: string[] = []
  for (const event of events) results.push(JSON.stringify(await send(event)))
  http.finish()

  assert(outcomes.length === events.length, 'onOutcome must be called once per event.')
  for (const call of calls) checkSent(call, host.token)
  assert(
    kept.length === 0 || host.clock !== 'usual' || calls.length > 0,
    'A kept event must be valid for the sender.',
  )
  const printed = [...results, ...outcomes.map((outcome) => JSON.stringify(outcome))]
  // A sender without the token cannot recognize it in the errors that the host's functions throw.
  if (config?.accessToken) checkToken(printed.join(), host.token)
  for (const output of [...printed, ...calls.map(({ init }) => String(init.body))]) {
    assert(
      !UNHASHED.test(output) || isFreeText(request, true),
      'Unhashed personal data must not leave the sender.',
    )
  }
}

/** Checks what only a sender sends, and then the rest like an event of the public endpoint. */
function checkSent(call: UpstreamCall, token: string): void {
  const body = JSON.parse(String(call.init.body))
  const [event] = body.data
  const { event_name, action_source, opt_out, referrer_url, original_event_data } = event
  assert(
    typeof event_name === 'string' && event_name !== '' && event_name.length <= 50,
    'event_name must be a string of 1 to 50 characters.',
  )
  assert(ACTION_SOURCES.has(action_source), 'action_source must be a known one.')
  assert(['boolean', 'undefined'].includes(typeof opt_out), 'opt_out must be true or false.')
  assert(['string', 'undefined'].includes(typeof referrer_url), 'referrer_url must be a string.')
  assert(
    Object.keys(original_event_data ?? {}).every((key) => ORIGINAL_EVENT_KEYS.has(key)),
    'Only known keys of original_event_data must be sent.',
  )
  for (const key of PROFILE_KEYS) {
    const values = [event.user_data[key] ?? []].flat()
    assert(
      values.every((value) => isHashed(String(value))),
      `user_data.${key} must be hashed.`,
    )
  }

  Object.assign(event, { event_name: 'Lead', action_source: 'website' })
  for (const key of ['opt_out', 'messaging_channel', 'referrer_url', 'original_event_data'])
    delete event[key]
  for (const key of [...PROFILE_KEYS, ...SERVER_IDS]) {
    delete event.user_data[key]
  }
  // An empty list means that data use is not limited.
  if (event.data_processing_options?.length === 0) delete event.data_processing_options
  const isLimited = Object.hasOwn(event, 'data_processing_options')
  checkForwarded({ ...call, init: { ...call.init, body: JSON.stringify(body) } }, token, isLimited)
}

// Copied from Meta's documentation instead of imported, so that core's own tables are checked too.
const ACTION_SOURCES = new Set(
  'website email phone_call chat physical_store system_generated business_messaging other'.split(
    ' ',
  ),
)
const ORIGINAL_EVENT_KEYS = new Set(['event_name', 'event_time', 'order_id', 'event_id'])
const PROFILE_KEYS = Object.keys(PROFILE_DATA)
const SERVER_IDS =
  'subscription_id lead_id fb_login_id ctwa_clid whatsapp_business_account_id page_id'.split(' ')

/** Returns the event of a request body with the current time, or the string if it is not JSON. */
function parseEvent(body: unknown): EventToSend {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
  try {
    const json = JSON.parse(text)
    return { ...json, event_time: Math.floor(Date.now() / 1000) }
  } catch {
    return text as unknown as EventToSend
  }
}
