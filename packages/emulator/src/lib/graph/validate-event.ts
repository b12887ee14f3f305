import { describeWarning, findCustomDataWarnings } from '@conversion-capi/core/event-rules'
import {
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  META_COOKIE,
} from '@conversion-capi/core/protocol'

import { type ExplainedError, typeError } from '../http/graph-error.ts'
import type { NewEvent } from '../event/received-event.ts'
import { rejectUnhashedPii } from '../event/unhashed-pii.ts'
import { validateDataProcessing } from './data-processing.ts'
import { validateKeys } from './validate-keys.ts'

/** A valid server event. */
export interface AcceptedEvent extends Omit<
  NewEvent,
  'source' | 'request_id' | 'pixel_id' | 'custom_data'
> {
  action_source: string
  custom_data?: JsonObject
}

/** The ages of all sources of Meta, also of those that our sender does not send. */
const MAX_AGES: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ ...MAX_AGE_DAYS, app: 7, business_messaging: 7 }),
)

const DAY_S = 24 * 60 * 60
const MAX_CLOCK_SKEW_S = 60
// The year 5138 in seconds, and 1973 in milliseconds.
const MAX_SECONDS = 1e11

// Since v13.0, Meta rejects events whose user_data has only keys of one of these sets.
// https://developers.facebook.com/docs/marketing-api/conversions-api/best-practices
const INSUFFICIENT_KEYS = [
  new Set(['ct', 'country', 'st', 'zp', 'ge', 'client_user_agent']),
  new Set(['db', 'client_user_agent']),
  new Set(['fn', 'ge']),
  new Set(['ln', 'ge']),
]

/**
 * Validates an element of `data` with Meta's rules. Checks for unhashed personal data first, so that this
 * error is reported even if the event has others. Messages about keys contain the index, as Meta's do.
 *
 * @returns The first error, or `undefined` if the value is an {@link AcceptedEvent}.
 */
export function validateEvent(value: unknown, now: number, index = 0): ExplainedError | undefined {
  if (!isJsonObject(value)) {
    return {
      problem: 'The event is not an object.',
      fix: 'Send each event as an object with event_name, event_time, action_source and user_data.',
    }
  }

  return (
    rejectUnhashedPii(value) ??
    validateTypes(value) ??
    validateKeys(value, index) ??
    validateDataProcessing(value) ??
    validateContent(value as unknown as AcceptedEvent, now)
  )
}

type TypeRule = [name: string, expected: string, isValid: (value: unknown) => boolean]

const optional = (isValid: TypeRule[2]) => (value: unknown) => value === undefined || isValid(value)

// Meta documents `client_user_agent` and `event_source_url` as required for websites but accepts
// events without them.
const PARAMETERS: TypeRule[] = [
  ['event_name', 'a non-empty string', isFilled],
  ['event_time', 'an integer, in Unix seconds', Number.isSafeInteger],
  ['action_source', `one of ${[...MAX_AGES.keys()].join(', ')}`, (value) => MAX_AGES.has(value)],
  ['user_data', 'an object', isJsonObject],
  ['event_id', 'a string', optional(isString)],
  ['event_source_url', 'a string', optional(isString)],
  ['referrer_url', 'a string', optional(isString)],
  ['custom_data', 'an object', optional(isJsonObject)],
  ['opt_out', 'true or false', optional((value) => typeof value === 'boolean')],
  ['original_event_data', 'an object', optional(isJsonObject)],
]

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/original-event
const ORIGINAL_EVENT: TypeRule[] = [
  ['event_name', 'a string', optional(isString)],
  ['event_time', 'an integer, in Unix seconds', optional(Number.isSafeInteger)],
  ['order_id', 'a string', optional(isString)],
  ['event_id', 'a string', optional(isString)],
]
/** The subfields of `original_event_data`. */
export const ORIGINAL_KEYS: readonly string[] = ORIGINAL_EVENT.map(([name]) => name)

function validateTypes(event: JsonObject): ExplainedError | undefined {
  const original = (event.original_event_data ?? {}) as JsonObject
  return (
    findTypeError(event, PARAMETERS) ??
    findTypeError(original, ORIGINAL_EVENT, 'original_event_data.')
  )
}

function findTypeError(
  object: JsonObject,
  rules: readonly TypeRule[],
  path = '',
): ExplainedError | undefined {
  const rule = rules.find(([name, , isValid]) => !isValid(object[name]))
  return rule && typeError(path + rule[0], rule[1])
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function validateContent(event: AcceptedEvent, now: number): ExplainedError | undefined {
  const timeError = validateTime(event, now / 1000)
  if (timeError) return timeError

  const missing = findCustomDataWarnings(event.event_name, event.custom_data ?? {}).find(
    ({ reason }) => reason === 'missing',
  )
  if (missing) {
    const { message, fix } = describeWarning(missing)!
    return {
      error_subcode: 2804009,
      title: 'Missing Value for Purchase Event',
      problem: message,
      fix,
      message: 'A Purchase must have a numeric custom_data.value and a custom_data.currency.',
    }
  }
  const cookie = (['fbp', 'fbc'] as const).find((key) => !isMetaCookie(event.user_data[key]))
  if (cookie) {
    return {
      error_subcode: 2804001,
      title: 'Invalid Parameter',
      problem: `user_data.${cookie} is not in the format of Meta’s cookie.`,
      fix: `Send the _${cookie} cookie unchanged${cookie === 'fbc' ? ', not the fbclid of the URL' : ''}. The proxy drops other values.`,
    }
  }
  if (hasInsufficientKeys(event.user_data)) {
    return {
      error_subcode: 2804050,
      title: 'Not Enough Customer Information',
      problem: 'user_data does not identify a person.',
      fix: 'Send at least one more key: the cookies fbp or fbc, a hashed email or phone (em, ph), external_id, or client_ip_address.',
    }
  }
  return undefined
}

/** Meta documents no limit for the future, and its subcode is not known. */
function validateTime(
  { action_source, event_time }: AcceptedEvent,
  nowS: number,
): ExplainedError | undefined {
  const maxAgeDays = MAX_AGES.get(action_source)!
  if (event_time < Math.floor(nowS) - maxAgeDays * DAY_S) {
    return {
      error_subcode: 2804003,
      title: 'Event Timestamp Too Old',
      problem: `event_time is more than ${maxAgeDays} days in the past.`,
      fix: 'Send events when they happen. Meta uses them fully only within the first hours.',
    }
  }
  if (event_time > MAX_SECONDS) {
    return {
      title: 'Invalid Event Timestamp',
      problem: 'event_time is in milliseconds.',
      fix: 'Send seconds: Math.floor(Date.now() / 1000).',
    }
  }
  if (event_time > nowS + MAX_CLOCK_SKEW_S) {
    return {
      title: 'Invalid Event Timestamp',
      problem: `event_time is more than ${MAX_CLOCK_SKEW_S} seconds in the future.`,
      fix: 'Send the time of the event as Unix seconds in UTC, and check the clock of the server.',
    }
  }
  return undefined
}

function hasInsufficientKeys(userData: JsonObject): boolean {
  const keys = Object.keys(userData).filter((key) => hasContent(userData[key]))
  return INSUFFICIENT_KEYS.some((set) => keys.every((key) => set.has(key)))
}

function isMetaCookie(value: unknown): boolean {
  return !hasContent(value) || (isString(value) && META_COOKIE.test(value as string))
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(hasContent)
    : ![undefined, null, ''].includes(value as never)
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
