import type { Finding } from '@conversion-capi/content'
import {
  CONFIGURATION_HEADER,
  CORS_HEADERS,
  MAX_BODY_BYTES,
  type RejectionReason,
  REJECTIONS,
} from '@conversion-capi/core/protocol'

import { parseJsonObject } from '../parse-json.ts'
import { finding } from './probe-rules.ts'
import { type Client, type ReceivedResponse, request, showValue } from '../http/request.ts'

/** A request that no proxy forwards, and the response of this proxy. */
interface Step {
  /** Completes "The endpoint responds to …". */
  name: string
  init: RequestInit
  status: number
  error?: RejectionReason
}

const JSON_HEADERS = { 'Content-Type': 'application/json' }

const PREFLIGHT: Step = {
  name: 'a preflight',
  init: {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  },
  status: 204,
}

/** Its response shows whether the proxy is configured. */
const GET: Step = { name: 'GET', init: { method: 'GET' }, ...rejection('Method not allowed') }

/**
 * The requests in the order in which they are sent: from requests that no server treats as an event, to requests
 * that only this proxy is known to reject. Each is sent only if this proxy sent all responses before it.
 */
const STEPS: readonly Step[] = [
  PREFLIGHT,
  GET,
  { name: 'malformed JSON', init: post('{'), ...rejection('Invalid JSON') },
  { name: 'JSON without an event', init: post('[]'), ...rejection('Invalid event_name') },
  {
    name: 'an unknown event name',
    init: post('{"event_name":"","event_id":""}'),
    ...rejection('Invalid event_name'),
  },
  {
    name: 'an empty event ID',
    init: post('{"event_name":"PageView","event_id":""}'),
    ...rejection('Invalid event_id'),
  },
]

/** Not JSON, so that a proxy with a higher limit rejects it too. */
const LARGE: Step = {
  name: 'a body over the limit',
  init: post('{'.repeat(MAX_BODY_BYTES + 1)),
  ...rejection('Payload too large'),
}

function rejection(error: RejectionReason): Pick<Step, 'status' | 'error'> {
  return { status: REJECTIONS[error], error }
}

function post(body: string): RequestInit {
  return { method: 'POST', headers: JSON_HEADERS, body }
}

/**
 * Sends requests that are not valid events to the endpoint, and stops at the first response that the proxy does not
 * send: another server could treat any further request as an event.
 */
export async function* probeEndpoint(target: Target): AsyncGenerator<Finding> {
  const file = target.endpoint
  for (const step of STEPS) {
    const response = await send(target, step)
    const problems = [...checkResponse(target, step, response)]
    if (problems.length > 0) {
      yield* problems
      yield finding('endpoint-stopped', { file }, {})
      return
    }
    yield verified(file, step)
    if (step === GET) yield* describeConfiguration(target, response)
  }
  // The host can have a different limit, or close the connection.
  const response = await send(target, LARGE)
  const isLimited = response.reason === undefined && response.status === LARGE.status
  yield isLimited ? verified(file, LARGE) : finding('endpoint-body-limit', { file }, {})
}

/** An endpoint, and who posts events to it. */
interface Target {
  client: Client
  endpoint: string
  /** The origin of the pages, which can select the configuration. */
  origin: string
}

/** Asks the endpoint whether it is configured. The request is not an event to any server. */
export async function probeConfiguration(target: Target): Promise<Finding[]> {
  return describeConfiguration(target, await send(target, GET))
}

function describeConfiguration(
  { endpoint: file, origin }: Target,
  response: ReceivedResponse,
): Finding[] {
  const isProxy = response.reason === undefined && response.status === GET.status
  const state = isProxy ? response.headers.get(CONFIGURATION_HEADER) : undefined
  if (state === 'not configured') return [finding('endpoint-not-configured', { file }, { origin })]
  return state === 'configured'
    ? [finding('endpoint-configured', { file }, {}), finding('token-unverifiable', { file }, {})]
    : [finding('configuration-unverifiable', { file }, {})]
}

/** Sends the preflight of a browser to the endpoint. It is not an event to any server. */
export async function probePreflight(target: Target): Promise<Finding[]> {
  const { endpoint: file, origin } = target
  const problems = [...checkResponse(target, PREFLIGHT, await send(target, PREFLIGHT))]
  return problems.length > 0 ? problems : [finding('origin-allowed', { file }, { origin })]
}

function send({ client, endpoint, origin }: Target, { init }: Step): Promise<ReceivedResponse> {
  const headers = { ...(init.headers as Record<string, string>), Origin: origin }
  return request(client, endpoint, { ...init, headers })
}

function verified(file: string, step: Step): Finding {
  return finding('endpoint-verified', { file }, { request: step.name, expected: describe(step) })
}

function describe({ status, error }: Step): string {
  return error === undefined ? String(status) : `${status} "${error}"`
}

function* checkResponse(
  target: Target,
  step: Step,
  response: ReceivedResponse,
): Generator<Finding> {
  const { endpoint: file, origin } = target
  const values = { request: step.name }
  if (response.reason !== undefined) {
    yield finding('endpoint-unreachable', { file }, { ...values, reason: response.reason })
    return
  }
  const { status, headers, bytes } = response
  const error = parseError(bytes)
  if (status === REJECTIONS['Origin not allowed'] && error === 'Origin not allowed') {
    yield finding('endpoint-origin', { file }, { origin })
    return
  }
  const isExpected = status === step.status && (step.error === undefined || error === step.error)
  if (!isExpected) {
    const found = `${status}${error === undefined ? '' : ` ${showValue(error)}`}`
    const expected = describe(step)
    yield finding('endpoint-unexpected', { file }, { ...values, found, expected })
    return
  }
  yield* checkHeaders(target, step, headers)
}

function* checkHeaders(
  { endpoint: file, origin }: Target,
  { name: request, init }: Step,
  headers: Headers,
): Generator<Finding> {
  const allowed = headers.get('Access-Control-Allow-Origin')
  const expectedHeaders: [name: string, found: string | null, expected: string][] = [
    ['Access-Control-Allow-Origin', allowed === origin ? '*' : allowed, '*'],
  ]
  if (init.method === 'OPTIONS') {
    for (const name of ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers'] as const) {
      expectedHeaders.push([name, headers.get(name), CORS_HEADERS[name]])
    }
  }
  for (const [name, found, expected] of expectedHeaders) {
    if (normalizeList(found) === normalizeList(expected)) continue
    const values = { name, request, found: showValue(found), expected: showValue(expected) }
    yield finding('endpoint-header', { file }, values)
  }
}

function normalizeList(value: string | null): string {
  const items = (value ?? '').toLowerCase().split(',')
  return items
    .map((item) => item.trim())
    .sort()
    .join()
}

function parseError(bytes: Uint8Array): string | undefined {
  const error = parseJsonObject(new TextDecoder().decode(bytes))?.['error']
  return typeof error === 'string' ? error : undefined
}
