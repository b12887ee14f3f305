import assert from 'node:assert/strict'

import { createSender, type EventToSend, type Outcome } from '@conversion-capi/core'

import { checkForwarded, type UpstreamCall } from './check-forwarded.ts'
import { toConfig, toHandlerOptions } from './hostile-host.ts'
import { callUpstream } from './hostile-upstream.ts'
import type { HttpUpstream } from './http-upstream.ts'
import { UNHASHED } from './personal-data.ts'
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
      !UNHASHED.test(output) || isFreeText(request),
      'Unhashed personal data must not leave the sender.',
    )
  }
}

/** Limited data use also comes from the event, which can have an empty list, i.e. not limited. */
function checkSent(call: UpstreamCall, token: string): void {
  const body = JSON.parse(String(call.init.body))
  const [event] = body.data
  const isLimited = Object.hasOwn(event, 'data_processing_options')
  if (!isLimited || event.data_processing_options.length > 0) {
    checkForwarded(call, token, isLimited)
    return
  }
  delete event.data_processing_options
  checkForwarded({ ...call, init: { ...call.init, body: JSON.stringify(body) } }, token)
}

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
