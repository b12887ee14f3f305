import type { Finding } from '@conversion-capi/content'
import {
  CONFIGURATION_HEADER,
  CORS_HEADERS,
  type RejectionReason,
  REJECTIONS,
} from '@conversion-capi/core/protocol'
import {
  type Client,
  parseJsonObject,
  type ReceivedResponse,
  request,
  showValue,
} from '@conversion-capi/meta/terminal'

import { createSiteReader, siteOrigins } from '../http/site-reader.ts'
import { finding } from './probe-rules.ts'

/** A request that no proxy forwards, and the response of this proxy. */
interface Step {
  /** Completes "The endpoint responds to …". */
  name: string
  init: RequestInit
  status: number
  error?: RejectionReason
}

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
const GET = rejected('GET', { method: 'GET' }, 'Method not allowed')

/**
 * The requests in the order in which they are sent: from requests that no server treats as an event, to requests
 * that only this proxy is known to reject. Each is sent only if this proxy sent all responses before it.
 */
const STEPS: readonly Step[] = [
  PREFLIGHT,
  GET,
  rejected('malformed JSON', post('{'), 'Invalid JSON'),
  rejected('JSON without an event', post('[]'), 'Invalid event_name'),
  rejected('an unknown event name', post('{"event_name":"","event_id":""}'), 'Invalid event_name'),
  rejected(
    'an empty event ID',
    post('{"event_name":"PageView","event_id":""}'),
    'Invalid event_id',
  ),
]

function rejected(name: string, init: RequestInit, error: RejectionReason): Step {
  return { name, init, status: REJECTIONS[error], error }
}

function post(body: string): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
}

interface Target {
  client: Client
  endpoint: string
  /** The origin of the pages, which can select the configuration. */
  origin: string
}

/**
 * Sends requests that are not valid events to the endpoint, and stops at the first response that the proxy does not
 * send: another server could treat any further request as an event.
 */
export async function probeEndpoint(target: Target): Promise<Finding[]> {
  const file = target.endpoint
  const findings: Finding[] = []
  const verify = (step: Step): void => {
    const values = { request: step.name, expected: describe(step) }
    findings.push(finding('endpoint-verified', { file }, values))
  }
  for (const step of STEPS) {
    const response = await send(target, step)
    const problems = checkResponse(target, step, response)
    if (problems.length > 0) {
      return [...findings, ...problems, finding('endpoint-stopped', { file }, {})]
    }
    verify(step)
    if (step === GET) {
      findings.push(...describeConfiguration(target, response))
    }
  }
  return findings
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

async function probePreflight(target: Target): Promise<Finding[]> {
  const { endpoint: file, origin } = target
  const problems = checkResponse(target, PREFLIGHT, await send(target, PREFLIGHT))
  return problems.length > 0 ? problems : [finding('origin-allowed', { file }, { origin })]
}

export async function probeCounterpart(target: Target): Promise<Finding[]> {
  const { client, origin } = target
  const [, other] = siteOrigins(new URL(origin))
  if (other === undefined) return []
  const url = new URL('/', other)
  const response = await createSiteReader(client, url).read(url, 1)
  if (response.reason !== undefined) {
    const isUnknown = 'isDisallowed' in response
    return isUnknown ? [finding('origin-unverifiable', { file: other }, {})] : []
  }
  const isServed = response.status === 200 && new URL(response.url).origin === other
  return isServed ? probePreflight({ ...target, origin: other }) : []
}

function send({ client, endpoint, origin }: Target, { init }: Step): Promise<ReceivedResponse> {
  const headers = { ...(init.headers as Record<string, string>), Origin: origin }
  return request(client, endpoint, { ...init, headers })
}

function describe({ status, error }: Step): string {
  return error === undefined ? String(status) : `${status} "${error}"`
}

function checkResponse(target: Target, step: Step, response: ReceivedResponse): Finding[] {
  const { endpoint: file, origin } = target
  const { name: request, init } = step
  if (response.reason !== undefined) {
    return [finding('endpoint-unreachable', { file }, { request, reason: response.reason })]
  }
  const { status, headers, bytes } = response
  const parsed = parseJsonObject(new TextDecoder().decode(bytes))?.['error']
  const error = typeof parsed === 'string' ? parsed : undefined
  if (status === REJECTIONS['Origin not allowed'] && error === 'Origin not allowed') {
    return [finding('endpoint-origin', { file }, { origin })]
  }
  if (status !== step.status || (step.error !== undefined && error !== step.error)) {
    const location = headers.get('Location')
    const detail = error ?? (location === null ? undefined : `to ${location}`)
    const found = `${status}${detail === undefined ? '' : ` ${showValue(detail)}`}`
    return [finding('endpoint-unexpected', { file }, { request, found, expected: describe(step) })]
  }
  return Object.entries(CORS_HEADERS).flatMap(([header, expected]) => {
    const isOrigin = header === 'Access-Control-Allow-Origin'
    const value = headers.get(header)
    const found = isOrigin && value === origin ? '*' : value
    const isCompared = isOrigin || init.method === 'OPTIONS'
    if (!isCompared || normalizeList(found) === normalizeList(expected)) return []
    const values = { found: showValue(found), expected: showValue(expected) }
    return finding('endpoint-header', { file }, { name: header, request, ...values })
  })
}

function normalizeList(value: string | null): string {
  const items = (value ?? '').toLowerCase().split(',')
  return items
    .map((item) => item.trim())
    .sort()
    .join()
}
