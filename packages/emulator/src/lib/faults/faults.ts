import { isJsonObject } from '@conversion-capi/core/protocol'

import { checkTypes, isBetween, isString, optional, type TypeRule } from '../type-rule.ts'

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
}

/** A fault that can apply after the events were recorded. */
export interface RecordableFault extends FaultRate {
  /** Records the events before the fault applies, so that only the response is late or lost. @default false */
  recorded?: boolean
}

type FaultName = 'latency' | 'hang' | 'networkError' | 'status' | 'brokenBody'

/** An endpoint that can fail. */
export type FaultyEndpoint = 'events' | 'tr'

const RATE: TypeRule[] = [['probability', 'a number from 0 to 1', isBetween(0, 1)]]
const RECORDABLE: TypeRule[] = [
  ...RATE,
  ['recorded', 'a boolean', optional((value) => typeof value === 'boolean')],
]
const MAX_TIMER_MS = 2 ** 31 - 1
const STATUSES_WITHOUT_BODY: readonly unknown[] = [204, 205, 304]
const ENDPOINTS: TypeRule = [
  'endpoints',
  'an array of events, tr',
  optional((value) => Array.isArray(value) && value.every((each) => /^(?:events|tr)$/.test(each))),
]

const FAULTS: Record<FaultName, TypeRule[]> = {
  latency: [
    ...RECORDABLE,
    ['ms', `a number from 0 to ${MAX_TIMER_MS}`, isBetween(0, MAX_TIMER_MS)],
  ],
  hang: RECORDABLE,
  networkError: RECORDABLE,
  status: [
    ...RECORDABLE,
    [
      'status',
      `an integer from 200 to 599, except ${STATUSES_WITHOUT_BODY.join(', ')}`,
      (value) =>
        Number.isInteger(value) &&
        isBetween(200, 599)(value) &&
        !STATUSES_WITHOUT_BODY.includes(value),
    ],
    ['code', 'an integer', optional(Number.isInteger)],
    ['body', 'a string or an object', optional((value) => isString(value) || isJsonObject(value))],
  ],
  brokenBody: RATE,
}
export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS) as FaultName[]

/** Throws a `TypeError` that names the first invalid or unknown setting, if there is one. */
export function validateFaults(faults: unknown): void {
  const rules = FAULT_NAMES.map((name): TypeRule => [name, 'an object', optional(isJsonObject)])
  checkTypes(faults, [...rules, ENDPOINTS], 'faults')
  for (const [name, rules] of Object.entries(FAULTS)) {
    const fault: unknown = faults[name]
    if (fault === undefined) continue
    checkTypes(fault, rules, `faults.${name}`)
    if (fault.code === undefined || fault.body === undefined) continue
    throw new TypeError(
      `faults.${name} has both a code and a body. Set only one of them, not both.`,
    )
  }
}
