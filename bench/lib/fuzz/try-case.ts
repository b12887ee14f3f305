import { createHandler } from '@conversion-capi/core'

import { checkAnswer } from './check-answer.ts'
import { type Call, checkForwarded } from './check-forwarded.ts'
import { type HostileHost, hostOptions } from './hostile-host.ts'
import { type HostileRequest, makeRequest } from './hostile-request.ts'
import { behave, type HostileUpstream } from './hostile-upstream.ts'
import { must } from './must.ts'
import { IN_CLEAR } from './personal-data.ts'

/** One hostile request to one hostile host with one hostile platform. */
export interface FuzzCase {
  request: HostileRequest
  host: HostileHost
  /** What the platform does with the first call, the second, …; the last again and again. */
  upstreams: HostileUpstream[]
}

/** Runs it. Throws when any promise of the proxy is broken. */
export async function tryCase({ request, host, upstreams }: FuzzCase): Promise<void> {
  const calls: Call[] = []
  const outcomes: string[] = []
  const handle = createHandler({
    ...hostOptions(host, (outcome) => outcomes.push(JSON.stringify(outcome))),
    fetch: ((url: string, init: RequestInit) => {
      calls.push({ url, init })
      return behave(upstreams[calls.length - 1] ?? upstreams.at(-1)!, host.token)
    }) as typeof fetch,
  })

  const made = makeRequest(request)
  const response = await handle(made)
  const text = await response.text()

  checkAnswer(made.method, response, text)
  const { status } = response
  must(calls.length === 0 || status === 200, 'What is rejected does not reach the platform.')
  must(
    calls.length <= (host.config === 'with retries' ? 3 : 1),
    'The platform is not called again.',
  )
  for (const call of calls) checkForwarded(call, host.token)
  must(
    new Set(calls.map(({ init }) => init.body)).size <= 1,
    'Each attempt carries the same bytes.',
  )

  const times = made.method === 'OPTIONS' ? 0 : 1
  must(outcomes.length === times, `onOutcome is called ${times} times, not ${outcomes.length}.`)
  checkToken(text + outcomes.join(), host.token)
  for (const told of [...calls.map(({ init }) => String(init.body)), ...outcomes, text]) {
    must(!IN_CLEAR.test(told) || isDeliberate(request), 'Personal data in clear stays inside.')
  }
  must(Object.keys(Object.prototype).length === 0, 'Object.prototype stays as it was.')
}

/** Answers and outcomes are written by JSON.stringify, so the token has one form there. */
function checkToken(told: string, token: string): void {
  const part = JSON.stringify(token.slice(0, PART)).slice(1, -1)
  must(!told.includes(part), 'Neither the token nor a good part of it is told to anybody.')
}

// Enough to be recognised; less could stand anywhere.
const PART = 12

/** Tampering can push personal data into a field that the client may fill with anything. */
function isDeliberate({ body }: HostileRequest): boolean {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const { event_id, event_source_url, custom_data, user_data } = JSON.parse(
    text.replace(/^\uFEFF/, ''),
  )
  const { fbp, fbc, external_id, client_user_agent } = user_data ?? {}
  const free = [event_id, event_source_url, custom_data, fbp, fbc, external_id, client_user_agent]
  return IN_CLEAR.test(JSON.stringify(free))
}
