import { isJsonObject } from '@conversion-capi/core/protocol'

import { checkTypes, isString, optional, type TypeRule } from '../type-rule.ts'

/**
 * The faults of every request, until others replace them.
 *
 * At most one of `hang`, `networkError` and `status` applies to a request, the first in this order.
 *
 * `recorded` selects the moment of failure. If `false`, the request fails before its events are
 * recorded. If `true`, the events are recorded and only the response is lost. The sender cannot
 * distinguish the two cases, so it must retry with the same event_id.
 */
export interface Faults {
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
  /**
   * The endpoints that fail: `events` (the Conversions API), `tr` (the browser pixel) or both. The
   * pixel script and the live page never fail.
   *
   * @default ['events']
   */
  endpoints?: readonly FaultyEndpoint[]
}

/** A fault that can apply after the events were recorded. */
export interface RecordableFault {
  /** Records the events before the fault applies, so that only the response is lost. @default false */
  recorded?: boolean
}

/** An endpoint that can fail. */
export type FaultyEndpoint = 'events' | 'tr'

const RECORDABLE: TypeRule[] = [
  ['recorded', 'a boolean', optional((value) => typeof value === 'boolean')],
]
const STATUSES_WITHOUT_BODY: readonly unknown[] = [204, 205, 304]

const FAULTS: Record<string, TypeRule[]> = {
  hang: RECORDABLE,
  networkError: RECORDABLE,
  status: [
    ...RECORDABLE,
    [
      'status',
      `an integer from 200 to 599, except ${STATUSES_WITHOUT_BODY.join(', ')}`,
      (value) =>
        Number.isInteger(value) &&
        Number(value) >= 200 &&
        Number(value) <= 599 &&
        !STATUSES_WITHOUT_BODY.includes(value),
    ],
    ['code', 'an integer', optional(Number.isInteger)],
    ['body', 'a string or an object', optional((value) => isString(value) || isJsonObject(value))],
  ],
}
const RULES: TypeRule[] = [
  ...Object.keys(FAULTS).map((name): TypeRule => [name, 'an object', optional(isJsonObject)]),
  [
    'endpoints',
    'an array of events, tr',
    optional(
      (value) => Array.isArray(value) && value.every((each) => /^(?:events|tr)$/.test(each)),
    ),
  ],
]

/** Throws a `TypeError` that names the first invalid or unknown setting, if there is one. */
export function validateFaults(faults: unknown): void {
  checkTypes(faults, RULES, 'faults')
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
