import { checkNames, isJsonObject } from '@conversion-capi/core/protocol'

import { assertOption } from './assert-option.ts'

/**
 * The faults to inject, each with its own probability. An absent fault never applies.
 *
 * At most one of `hang`, `networkError` and `status` applies to a request, the first in this order.
 * `latency` combines with any of them; `brokenBody` applies only if none of the three does.
 *
 * `recorded` selects the moment of failure. If `false`, the request fails before its events are
 * recorded. If `true`, the events are recorded and only the response is lost. The sender cannot
 * distinguish the two cases, so it must retry with the same event_id.
 */
export interface Faults {
  /** Delays the response. If the request is aborted meanwhile, `fetch` rejects. */
  latency?: RecordableFault & {
    /** The delay in milliseconds, at most 2,147,483,647. */
    ms: number
  }
  /** Sends no response until the request is aborted. */
  hang?: RecordableFault
  /** Makes `fetch` reject with a `TypeError`, as for a reset connection. */
  networkError?: RecordableFault
  /** Replaces the response by an error. */
  status?: RecordableFault & {
    /** The HTTP status: 200 to 599, except 204, 205 and 304, which cannot have a body. */
    status: number
    /**
     * The `code` of the Graph API error in the body. Cannot be combined with `body`.
     *
     * @default 2 for a 5xx status, 4 for 429, 190 for 401, otherwise 100
     */
    code?: number
    /** The body, instead of a Graph API error: an object is sent as JSON, a string as HTML. */
    body?: string | Record<string, unknown>
  }
  /** Ends the response body with an error after half of its bytes. The events are recorded. */
  brokenBody?: FaultRate
  /**
   * The endpoints that fail: `events` (the Conversions API), `tr` (the browser pixel) or both. The
   * pixel script and the live page never fail.
   *
   * @default ['events']
   */
  endpoints?: readonly FaultyEndpoint[]
}

/** How often a fault applies. */
export interface FaultRate {
  /** 0 (never) to 1 (every request). */
  probability: number
  /**
   * The fault ends this many milliseconds after `setFaults()`, for example to simulate an outage.
   *
   * @default no end
   */
  durationMs?: number
}

/** A fault that can apply after the events were recorded. */
export interface RecordableFault extends FaultRate {
  /**
   * Records the events before the fault applies, so that only the response is late or lost.
   *
   * @default false
   */
  recorded?: boolean
}

/** A kind of fault. */
export type FaultName = 'latency' | 'hang' | 'networkError' | 'status' | 'brokenBody'

/** An endpoint that can fail. */
export type FaultyEndpoint = 'events' | 'tr'

const FAULT_KEYS: Record<FaultName, readonly string[]> = {
  latency: ['probability', 'durationMs', 'ms', 'recorded'],
  hang: ['probability', 'durationMs', 'recorded'],
  networkError: ['probability', 'durationMs', 'recorded'],
  status: ['probability', 'durationMs', 'status', 'code', 'body', 'recorded'],
  brokenBody: ['probability', 'durationMs'],
}
/** The names of all faults, in the order in which they are drawn. */
export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULT_KEYS) as FaultName[]
const ENDPOINTS: readonly unknown[] = ['events', 'tr']
const MAX_TIMER_MS = 2 ** 31 - 1
const STATUSES_WITHOUT_BODY = [204, 205, 304]

/** Throws a `TypeError` that names the first invalid or unknown setting, if there is one. */
export function validateFaults(faults: unknown): void {
  checkNames(faults, [...Object.keys(FAULT_KEYS), 'endpoints'], 'faults')
  for (const [name, keys] of Object.entries(FAULT_KEYS)) {
    if (faults[name] !== undefined) validateFault(faults[name], `faults.${name}`, keys)
  }

  const { endpoints = [] } = faults
  const areEndpoints =
    Array.isArray(endpoints) && endpoints.every((each) => ENDPOINTS.includes(each))
  assertOption(areEndpoints, 'faults.endpoints', `an array of ${ENDPOINTS.join(', ')}`)
}

function validateFault(fault: unknown, name: string, keys: readonly string[]): void {
  checkNames(fault, keys, name)
  const { probability, durationMs, recorded = false, ms, status, code, body } = fault

  assertOption(isBetween(0, 1, probability), `${name}.probability`, 'a number from 0 to 1')
  const isDuration = durationMs === undefined || isBetween(0, Number.MAX_SAFE_INTEGER, durationMs)
  assertOption(isDuration, `${name}.durationMs`, 'a number of milliseconds')
  assertOption(typeof recorded === 'boolean', `${name}.recorded`, 'a boolean')
  if (keys.includes('ms')) {
    assertOption(isBetween(0, MAX_TIMER_MS, ms), `${name}.ms`, `a number from 0 to ${MAX_TIMER_MS}`)
  }
  if (!keys.includes('status')) return

  const canHaveBody = Number.isInteger(status) && !STATUSES_WITHOUT_BODY.includes(Number(status))
  assertOption(
    isBetween(200, 599, status) && canHaveBody,
    `${name}.status`,
    `an integer from 200 to 599, except ${STATUSES_WITHOUT_BODY.join(', ')}`,
  )
  assertOption(code === undefined || Number.isInteger(code), `${name}.code`, 'an integer')
  assertOption(
    body === undefined || typeof body === 'string' || isJsonObject(body),
    `${name}.body`,
    'a string or an object',
  )
  if (code !== undefined && body !== undefined) {
    throw new TypeError(`${name} has both a code and a body. Set only one of them, not both.`)
  }
}

function isBetween(min: number, max: number, value: unknown): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

/** Returns the faults that have not ended. Their `durationMs` is the time that remained `elapsedMs` ago. */
export function findActiveFaults(faults: Faults, elapsedMs: number): Faults {
  const active: Faults = { ...faults }
  for (const name of FAULT_NAMES) {
    const durationMs = faults[name]?.durationMs
    if (durationMs === undefined) continue
    if (durationMs <= elapsedMs) delete active[name]
    else Object.assign(active, { [name]: { ...faults[name], durationMs: durationMs - elapsedMs } })
  }
  return active
}

/** Describes each active fault, e.g. `Server errors: 503, half of the requests`. */
export function describeFaults(faults: Faults): string[] {
  return FAULT_NAMES.filter((name) => faults[name]).map((name) => {
    const { probability, durationMs } = faults[name]!
    const share = probability < 1 ? `, ${Math.round(probability * 100)} % of the requests` : ''
    const end = durationMs === undefined ? '' : `, ends in ${Math.ceil(durationMs / 1000)} s`
    return `${nameFault(name, faults)}${share}${end}`
  })
}

function nameFault(name: FaultName, { latency, status }: Faults): string {
  if (name === 'latency') return `responses delayed by ${latency!.ms.toLocaleString()} ms`
  if (name === 'hang') return 'no responses'
  if (name === 'networkError') return 'connections reset'
  if (name === 'brokenBody') return 'broken response bodies'
  const { status: code, code: metaCode } = status!
  return metaCode === undefined ? `status ${code}` : `status ${code} with code ${metaCode}`
}
