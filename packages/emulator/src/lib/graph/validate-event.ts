import { isJsonObject, type JsonObject, MAX_AGE_DAYS } from '@conversion-capi/core/protocol'

import { type ExplainedError, typeError } from '../graph-error.ts'
import type { NewEvent } from '../received-event.ts'
import { rejectUnhashedPii } from '../unhashed-pii.ts'
import { validateDataProcessing } from './data-processing.ts'
import { validateOriginalEvent } from './original-event.ts'
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

const OPTIONAL_STRINGS = ['event_id', 'event_source_url', 'referrer_url']

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
 * Validates a server event with Meta's rules. Checks for unhashed personal data first, so that this
 * error is reported even if the event has others.
 *
 * @param value An element of `data`.
 * @param index The position in `data`. Messages about keys contain it, as Meta's do.
 * @returns The first error, or `undefined` if the value is an {@link AcceptedEvent}.
 */
export function validateEvent(value: unknown, now: number, index = 0): ExplainedError | undefined {
  if (!isJsonObject(value)) {
    return {
      code: 100,
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

// Meta documents `client_user_agent` and `event_source_url` as required for websites but accepts
// events without them.
function validateTypes(event: JsonObject): ExplainedError | undefined {
  if (!isFilled(event.event_name)) return typeError('event_name', 'a non-empty string')
  if (!Number.isSafeInteger(event.event_time)) {
    return typeError('event_time', 'an integer, in Unix seconds')
  }
  if (!MAX_AGES.has(event.action_source)) {
    return typeError('action_source', `one of ${[...MAX_AGES.keys()].join(', ')}`)
  }
  if (!isJsonObject(event.user_data)) return typeError('user_data', 'an object')

  const invalidName = OPTIONAL_STRINGS.find(
    (name) => event[name] !== undefined && typeof event[name] !== 'string',
  )
  if (invalidName) return typeError(invalidName, 'a string')
  if (event.custom_data !== undefined && !isJsonObject(event.custom_data)) {
    return typeError('custom_data', 'an object')
  }
  if (event.opt_out !== undefined && typeof event.opt_out !== 'boolean') {
    return typeError('opt_out', 'true or false')
  }
  return validateOriginalEvent(event.original_event_data)
}

function validateContent(event: AcceptedEvent, now: number): ExplainedError | undefined {
  const timeError = validateTime(event, now / 1000)
  if (timeError) return timeError

  const missing = event.event_name === 'Purchase' ? findMissingPrice(event.custom_data) : []
  if (missing.length > 0) {
    return {
      code: 100,
      error_subcode: 2804009,
      title: 'Missing Value for Purchase Event',
      problem: `The Purchase has no ${missing.join(' and no ')}.`,
      fix: "Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
      message: 'A Purchase must have a numeric custom_data.value and a custom_data.currency.',
    }
  }
  if (hasInsufficientKeys(event.user_data)) {
    return {
      code: 100,
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
      code: 100,
      error_subcode: 2804003,
      title: 'Event Timestamp Too Old',
      problem: `event_time is more than ${maxAgeDays} days in the past.`,
      fix: 'Send events when they happen. Meta uses them fully only within the first hours.',
    }
  }
  if (event_time > MAX_SECONDS) {
    return {
      code: 100,
      title: 'Invalid Event Timestamp',
      problem: 'event_time is in milliseconds.',
      fix: 'Send seconds: Math.floor(Date.now() / 1000).',
    }
  }
  if (event_time > nowS + MAX_CLOCK_SKEW_S) {
    return {
      code: 100,
      title: 'Invalid Event Timestamp',
      problem: `event_time is more than ${MAX_CLOCK_SKEW_S} seconds in the future.`,
      fix: 'Send the time of the event as Unix seconds in UTC, and check the clock of the server.',
    }
  }
  return undefined
}

/** Returns which of the parameters that a Purchase needs are missing. */
function findMissingPrice({ value, currency }: JsonObject = {}): string[] {
  const isNumeric = typeof value === 'number' || (isFilled(value) && Number.isFinite(Number(value)))
  return [...(isNumeric ? [] : ['numeric value']), ...(isFilled(currency) ? [] : ['currency'])]
}

function hasInsufficientKeys(userData: JsonObject): boolean {
  const keys = Object.keys(userData).filter((key) => hasContent(userData[key]))
  return INSUFFICIENT_KEYS.some((set) => keys.every((key) => set.has(key)))
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasContent) : value !== null && value !== ''
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
