import {
  describeWarning,
  findCustomDataWarnings,
  MESSAGING_EVENT_NAMES,
} from '@conversion-capi/core/event-rules'
import { isJsonObject, type JsonObject, META_COOKIE } from '@conversion-capi/core/protocol'

import type { ExplainedError } from '../http/graph-error.ts'
import { hasContent, type NewEvent } from '../event/received-event.ts'
import { rejectUnhashedPii } from '../event/unhashed-pii.ts'
import { findTypeError, MAX_AGES, validateDataProcessing, validateKeys } from './parameters.ts'
import { isString } from '../type-rule.ts'

export interface AcceptedEvent extends Omit<
  NewEvent,
  'source' | 'request_id' | 'pixel_id' | 'custom_data'
> {
  action_source: string
  messaging_channel?: string
  custom_data?: JsonObject
}

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
 * Returns the first error, or `undefined` if the value is an {@link AcceptedEvent}. Checks for unhashed personal data first.
 * Messages about keys contain the index, as Meta's do.
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
    findTypeError(value) ??
    validateKeys(value, index) ??
    validateDataProcessing(value) ??
    validateContent(value as unknown as AcceptedEvent, now)
  )
}

function validateContent(event: AcceptedEvent, now: number): ExplainedError | undefined {
  const error = validateTime(event, now / 1000) ?? validateMessaging(event)
  if (error) return error

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

/**
 * The subcodes are of recorded responses. Which one Meta sends for a missing click ID or account is not known.
 *
 * @see https://developers.facebook.com/documentation/ads-commerce/conversions-api/business-messaging
 */
function validateMessaging(event: AcceptedEvent): ExplainedError | undefined {
  const { action_source, messaging_channel, event_name, user_data } = event
  if (action_source !== 'business_messaging') return undefined
  if (!messaging_channel) {
    return {
      title: 'Invalid Parameter',
      problem: 'messaging_channel is missing.',
      fix: 'Send whatsapp, messenger or instagram.',
    }
  }
  if (!MESSAGING_EVENT_NAMES.some((name) => name === event_name)) {
    return {
      error_subcode: 2804066,
      title: 'Messaging Event Invalid Event Type',
      problem: 'Meta does not accept this event_name for business messaging.',
      fix: `Send one of ${MESSAGING_EVENT_NAMES.join(', ')}.`,
    }
  }
  if (messaging_channel !== 'whatsapp') return undefined
  if (!isString(user_data['ctwa_clid']) || user_data['ctwa_clid'] === '') {
    return {
      error_subcode: 2804087,
      title: 'Invalid Ctwa Clid',
      problem: 'user_data.ctwa_clid is missing.',
      fix: 'Send referral.ctwa_clid of the chat’s first message. A chat without it was not opened by an ad.',
    }
  }
  if (!hasContent(user_data['whatsapp_business_account_id']) && !hasContent(user_data['page_id'])) {
    return {
      title: 'Invalid Parameter',
      problem: 'user_data has neither whatsapp_business_account_id nor page_id.',
      fix: 'Send the ID of the WhatsApp Business Account, which the webhook contains as entry.id.',
    }
  }
  return undefined
}

function hasInsufficientKeys(userData: JsonObject): boolean {
  const keys = Object.keys(userData).filter((key) => hasContent(userData[key]))
  return INSUFFICIENT_KEYS.some((set) => keys.every((key) => set.has(key)))
}

function isMetaCookie(value: unknown): boolean {
  return !hasContent(value) || (isString(value) && META_COOKIE.test(value))
}
