import { isHashed, isPersonalKey, isUnhashedPii, sha256Hex } from '@conversion-capi/core/pii'
import { isJsonObject } from '@conversion-capi/core/protocol'

import type { ReceivedEvent } from '../event/received-event.ts'
import type { LiveUpdate, RecordedOutcome } from '../record/records.ts'
import type { RejectedRequest } from '../record/rejected-request.ts'
import { tryCall } from '../try-call.ts'

export type Masker = <Update extends LiveUpdate>(update: Update) => Update

/** Creates a masker. Nobody else must know the salt: otherwise, masked ids could be guessed. */
export function createMasker(accessToken: string, salt: string): Masker {
  return function mask(update) {
    const { events, rejections, outcomes } = update
    return {
      ...update,
      ...(events && { events: events.map(maskEvent) }),
      ...(rejections && { rejections: rejections.map(maskRejection) }),
      ...(outcomes && { outcomes: outcomes.map(maskOutcome) }),
    }
  }

  function maskEvent({ event_name, event_id, ...event }: ReceivedEvent): ReceivedEvent {
    return {
      ...(maskJson(event, accessToken) as typeof event),
      event_name: maskName(event_name),
      ...(event_id !== undefined && { event_id: maskName(event_id) }),
    }
  }

  function maskOutcome(outcome: RecordedOutcome): RecordedOutcome {
    const { eventName, eventId } = outcome
    return {
      ...outcome,
      eventName: eventName && maskName(eventName),
      eventId: eventId && maskName(eventId),
    }
  }

  function maskRejection(rejection: RejectedRequest): RejectedRequest {
    const { events, invalid_event } = rejection
    return {
      ...rejection,
      ...(maskJson({ events, ...(invalid_event && { invalid_event }) }, accessToken) as object),
    }
  }

  /** Different names and ids stay different, so that the copies of an event can still be matched. */
  function maskName(name: string): string {
    const masked = maskText(name, accessToken)
    return masked === name || !MASK.test(masked)
      ? masked
      : `[masked ${sha256Hex(salt + name).slice(0, 6)}]`
  }
}

const MASK = /\[(?:masked|redacted)\]/
const TOKEN_KEY = /^(?:access_?token|token|appsecret_proof|authorization)$/i
/**
 * Keys of `user_data` whose values Meta does not require as hashes. Values of all other keys are masked unless they are
 * hashes: what a page passes to the pixel under a key of its own can be a name.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
const UNHASHED_KEYS = new Set([
  'anon_id',
  'client_ip_address',
  'client_user_agent',
  'ctwa_clid',
  'external_id',
  'fb_login_id',
  'fbc',
  'fbp',
  'ig_account_id',
  'ig_sid',
  'lead_id',
  'madid',
  'page_id',
  'page_scoped_user_id',
  'subscription_id',
  'whatsapp_business_account_id',
])

/**
 * Returns a copy of a JSON value without unhashed personal data and tokens, which are removed from keys too. The
 * elements and properties of the value are masked like the value itself, by its key.
 */
export function maskJson(value: unknown, token: string, key = ''): unknown {
  if (TOKEN_KEY.test(key)) return '[redacted]'
  if (Array.isArray(value)) return value.map((item) => maskJson(item, token, key))
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        maskText(name, token),
        maskJson(inner, token, selectKey(key, name, inner)),
      ]),
    )
  }
  if (key && isSensitive(key, value)) return '[masked]'
  return typeof value === 'string' ? maskText(value, token) : value
}

function selectKey(parentKey: string, key: string, value: unknown): string {
  const isHashRequired =
    parentKey === 'user_data' && !UNHASHED_KEYS.has(key) && !isHashed(String(value))
  // `ph` represents any key of personal data.
  return isHashRequired || isPersonalKey(parentKey) ? 'ph' : key
}

/** Stricter than the proxy: hides every string and number under a personal key, because a page could show it. */
function isSensitive(key: string, value: unknown): boolean {
  if (isUnhashedPii(key, value)) return true
  const text = typeof value === 'number' ? String(value) : value
  return (
    typeof text === 'string' && isPersonalKey(key) && text.trim() !== '' && !isHashed(text.trim())
  )
}

const MAX_LENGTH = 10_000

/** Replaces tokens, emails and international phone numbers in a string, and cuts it after 10,000 characters. */
export function maskText(text: string, token: string): string {
  const cut =
    text.length > MAX_LENGTH
      ? `${text.slice(0, MAX_LENGTH)}… [${text.length - MAX_LENGTH} more characters]`
      : text
  let masked = cut.replaceAll(META_TOKEN, '[redacted]')
  for (const form of [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]) {
    masked = masked.replaceAll(form, '[redacted]')
  }
  masked = masked.replaceAll(PHONE, '[masked]')
  if (/[@＠﹫]|%40/.test(masked)) {
    masked = masked.replaceAll(WORD, (word) => (isUnhashedPii('', word) ? '[masked]' : word))
  }
  return masked.replaceAll(PAIR, (pair, name: string, value: string) => {
    if (TOKEN_KEY.test(name)) return `${name}=[redacted]`
    const decoded = tryCall(() => decodeURIComponent(value.replaceAll('+', ' ')))
    return isSensitive(name, decoded ?? value) ? `${name}=[masked]` : pair
  })
}

/** Access tokens of Meta start with `EAA`. */
const META_TOKEN = /EAA[\w-]{16,}/g
const PHONE = /(?:[+＋]|%2B)\p{Nd}[\p{Nd} ().-]{7,}\p{Nd}/giu
const WORD = /[^\s&?=/#,;:"'<>()[\]{}]+/g
const PAIR = /([\w.-]{1,40})=([^&#\s]+)/g
