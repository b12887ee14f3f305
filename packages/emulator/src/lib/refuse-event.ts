import type { GraphError } from './graph-error.ts'
import { isRecord } from './is-record.ts'
import { refuseClearPii } from './refuse-clear-pii.ts'

/** A server event that Meta would take: what `refuseEvent` lets through. */
export interface AcceptedEvent {
  event_name: string
  event_id?: string
  event_time: number
  event_source_url?: string
  referrer_url?: string
  action_source: string
  user_data: Record<string, unknown>
  custom_data?: Record<string, unknown>
}

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
const ACTION_SOURCES: readonly unknown[] = [
  'email',
  'website',
  'app',
  'phone_call',
  'chat',
  'physical_store',
  'system_generated',
  'business_messaging',
  'other',
]

const OPTIONAL_TEXTS = ['event_id', 'event_source_url', 'referrer_url']

const DAY_S = 24 * 60 * 60
const MAX_AGE_S = 7 * DAY_S
const MAX_AGE_IN_STORE_S = 62 * DAY_S

// An event that has nothing but keys of one of these sets identifies nobody, since v13.0.
// https://developers.facebook.com/docs/marketing-api/conversions-api/best-practices
const TOO_BROAD = [
  new Set(['ct', 'country', 'st', 'zp', 'ge', 'client_user_agent']),
  new Set(['db', 'client_user_agent']),
  new Set(['fn', 'ge']),
  new Set(['ln', 'ge']),
]

/**
 * Says why Meta would refuse a server event, and refuses personal data in clear before all else.
 *
 * @param value One entry of `data`, whatever it is
 * @param now Milliseconds since the epoch
 * @returns `undefined` when the value is an `AcceptedEvent`
 */
export function refuseEvent(value: unknown, now: number): GraphError | undefined {
  if (!isRecord(value)) return { message: 'An event must be an object.', code: 100 }

  const leak = isRecord(value.user_data) ? refuseClearPii(value.user_data) : undefined
  return leak ?? refuseParameters(value) ?? refuseContent(value as unknown as AcceptedEvent, now)
}

// `client_user_agent` and `event_source_url` are documented as required for websites, but Meta
// accepts events without them.
function refuseParameters(event: Record<string, unknown>): GraphError | undefined {
  if (!isFilled(event.event_name)) return parameter('event_name', 'a string')
  if (!Number.isSafeInteger(event.event_time)) return parameter('event_time', 'Unix seconds')
  if (!ACTION_SOURCES.includes(event.action_source)) {
    return parameter('action_source', `one of ${ACTION_SOURCES.join(', ')}`)
  }
  if (!isRecord(event.user_data)) return parameter('user_data', 'an object')

  const odd = OPTIONAL_TEXTS.find((name) => !['string', 'undefined'].includes(typeof event[name]))
  if (odd) return parameter(odd, 'a string')
  if (event.custom_data !== undefined && !isRecord(event.custom_data)) {
    return parameter('custom_data', 'an object')
  }
  return undefined
}

function refuseContent(event: AcceptedEvent, now: number): GraphError | undefined {
  const maxAge = event.action_source === 'physical_store' ? MAX_AGE_IN_STORE_S : MAX_AGE_S
  if (event.event_time < Math.floor(now / 1000) - maxAge) {
    return invalid(
      2804003,
      'Event Timestamp Too Old',
      `event_time is more than ${maxAge / DAY_S} days in the past.`,
    )
  }
  if (event.event_name === 'Purchase' && !hasPrice(event.custom_data)) {
    return invalid(
      2804009,
      'Missing Value for Purchase Event',
      'A Purchase needs custom_data.value, a number, and custom_data.currency.',
    )
  }
  if (isTooBroad(event.user_data)) {
    return invalid(
      2804050,
      'Not Enough Customer Information',
      'The keys of user_data do not identify anybody. Add one that does, such as em, ph, fbp, ' +
        'external_id or client_ip_address.',
    )
  }
  return undefined
}

function parameter(name: string, expected: string): GraphError {
  return { message: `Invalid parameter: ${name} must be ${expected}.`, code: 100 }
}

function invalid(error_subcode: number, title: string, explanation: string): GraphError {
  return {
    message: 'Invalid parameter',
    code: 100,
    error_subcode,
    is_transient: false,
    error_user_title: title,
    error_user_msg: explanation,
  }
}

function hasPrice({ value, currency }: Record<string, unknown> = {}): boolean {
  const isNumber = typeof value === 'number' || (isFilled(value) && Number.isFinite(Number(value)))
  return isNumber && isFilled(currency)
}

function isTooBroad(userData: Record<string, unknown>): boolean {
  const keys = Object.keys(userData).filter((key) => isUsable(userData[key]))
  return TOO_BROAD.some((set) => keys.every((key) => set.has(key)))
}

function isUsable(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isUsable) : value !== null && value !== ''
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
