import {
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  MAX_EVENT_ID_LENGTH,
  PROFILE_KEYS,
} from '../protocol.ts'
import {
  createDelivery,
  createSingleSender,
  type Delivery,
  type EventToSend,
  type Sender,
  type SenderOptions,
} from './delivery.ts'
import { findSenderWarnings } from './event/sender-warnings.ts'
import { identify, type InvalidEventReason } from './event/server-event-parser.ts'
import { isHashed } from './pii/hash-pii.ts'
import { hashProfile } from './pii/hash-profile.ts'

/**
 * Creates a function that sends one event to Meta, for events that do not come from a page: payments that a webhook
 * confirms, stages of a CRM, calls, chats in WhatsApp.
 *
 * Events are checked, hashed, retried and reported as in `createHandler`, with more names, sources and keys. Not sent,
 * with a result that says why: events without a valid `event_name`, `event_id`, `action_source` or `event_time` (Unix
 * time in seconds, at most 7 days ago; 62 days if `action_source` is `physical_store`). Unhashed values of `em`, `ph`,
 * `fn`, `ln` and the keys in `PROFILE_KEYS` are normalized and hashed, and unhashed personal data in `custom_data` is
 * dropped, as in `createHandler`.
 *
 * @param options Only `config` is required.
 * @throws {TypeError} If an option or a field of `config` is unknown or unusable.
 * @example
 * const send = createSender({ config: readConfig(process.env), onOutcome: logOutcome() })
 * const result = await send({ event_name: 'Purchase', event_id, event_time, user_data, custom_data })
 * if (result.kind === 'retry') return new Response(result.error, { status: 503 })
 */
export function createSender(options: SenderOptions): Sender {
  return createSingleSender(createSenderDelivery(options))
}

/** Says what to write instead. The event may have any type. */
function describeInvalid(reason: InvalidEventReason, event?: unknown): string {
  const source = isJsonObject(event) ? event['action_source'] : undefined
  const descriptions: Record<InvalidEventReason, string> = {
    'Invalid event': 'The event must be an object that can be serialized as JSON.',
    'Invalid event_name':
      'event_name must be a string of 1 to 50 characters that contains no personal data.',
    'Invalid event_id': `event_id must be a string of 1 to ${MAX_EVENT_ID_LENGTH} characters.`,
    'Invalid event_time':
      'event_time must be Unix time in seconds, not in the future, and at most 7 days ago; 62 days if action_source is "physical_store".',
    'Invalid action_source':
      UNSUPPORTED_SOURCES.get(source) ??
      `action_source must be one of ${Object.keys(MAX_AGE_DAYS).join(', ')}, business_messaging.`,
    'Invalid messaging_channel':
      'messaging_channel must be "whatsapp" if action_source is "business_messaging".',
    'Invalid user_data':
      'user_data must contain ctwa_clid, the click ID of the ad, and whatsapp_business_account_id or page_id if action_source is "business_messaging". Has no ad opened the chat? Handle it as "chat", or send no event.',
  }
  return descriptions[reason]
}

/** Meta's other action source, and what to use instead. */
const UNSUPPORTED_SOURCES = /* @__PURE__ */ new Map<unknown, string>([
  [
    'app',
    'action_source "app" is not supported, because Meta requires data of the device. Send the events of an app with Meta\'s SDK for iOS or Android.',
  ],
])

/** Creates the delivery for senders on a school's own server. */
export function createSenderDelivery(options: SenderOptions): Delivery {
  const delivery = createDelivery(options, {
    prepare: hashUserData,
    findWarnings: findSenderWarnings,
    describeInvalid,
  })
  return { ...delivery, check }

  /** Adds the fields of business messaging here, so that no function without a sender contains their rules. */
  function check(
    ...[event, ...others]: Parameters<Delivery['check']>
  ): ReturnType<Delivery['check']> {
    const messaging = tryReadMessaging(event)
    if (!messaging) return delivery.check(event, ...others)
    const { reason, fields, user_data } = messaging
    const checked = delivery.check(messaging.event, ...others)
    if (!checked.value) return checked
    if (reason) {
      const result = {
        body: { error: reason },
        error: describeInvalid(reason),
        event: identify(event),
      }
      return { startedAt: checked.startedAt, result }
    }
    Object.assign(checked.value.event, fields)
    Object.assign(checked.value.event.user_data, user_data)
    return checked
  }
}

/** Reads an event of business messaging. Returns `undefined` for other events, and for values that cannot be read. */
function tryReadMessaging(value: unknown) {
  try {
    if (Object(value)['action_source'] !== 'business_messaging') return undefined
    // A copy: the value may have getters.
    const { messaging_channel, ...event } = JSON.parse(JSON.stringify(value)) as JsonObject
    const { ctwa_clid, whatsapp_business_account_id, page_id, ...others } = Object(
      event['user_data'],
    )
    const user_data = Object.fromEntries(
      Object.entries({ ctwa_clid, whatsapp_business_account_id, page_id }).flatMap(([key, id]) => {
        const isId = (typeof id === 'string' && !ROUNDED.test(id)) || Number.isSafeInteger(id)
        return isId && id !== '' ? [[key, String(id)]] : []
      }),
    )
    const hasAccount = user_data['whatsapp_business_account_id'] ?? user_data['page_id']
    const isWhatsApp = messaging_channel === 'whatsapp'
    const reason: InvalidEventReason | undefined = !isWhatsApp
      ? 'Invalid messaging_channel'
      : user_data['ctwa_clid'] && hasAccount
        ? undefined
        : 'Invalid user_data'
    return {
      // Both sources have the same age limit.
      event: { ...event, action_source: 'chat', user_data: others } as unknown as EventToSend,
      fields: { action_source: 'business_messaging', messaging_channel } as const,
      user_data,
      reason,
    }
  } catch {
    return undefined
  }
}

/**
 * Hashes what only a school's own server sends. Values that are not usable stay, and are dropped later. Databases return
 * IDs, zip codes and dates as numbers.
 */
function hashUserData(json: unknown): unknown {
  const userData = isJsonObject(json) ? json['user_data'] : undefined
  if (!isJsonObject(userData)) return json
  for (const key of PROFILE_KEYS) mapTexts(userData, key, (text) => hashProfile(key, text) ?? text)
  for (const key of ['external_id', 'subscription_id', 'lead_id', 'fb_login_id']) {
    mapTexts(userData, key, (text) => (ROUNDED.test(text) ? '' : text))
  }
  mapTexts(userData, 'ph', readPhones)
  if (Array.isArray(userData['ph'])) userData['ph'] = userData['ph'].flat()
  return json
}

/** What a spreadsheet shows instead of a long number, whose last digits are lost: `4.81235E+10`. */
const ROUNDED = /^\s*\d([.,]\d+)?e\+?\d+\s*$/i

/** `доб. 12`, `ext. 12`, `x12`, `#12` at the end of a phone number. */
const EXTENSION = /(доб[а-я]{0,9}|вн[а-я]{0,9}|ext[a-z]{0,9}|[xх#])[^\d]{0,3}\d{1,6}\D*$/iu

/** Returns the number without its extension, or the numbers if the text contains several. */
function readPhones(text: string): string | string[] {
  if (isHashed(text.trim())) return text
  if (ROUNDED.test(text)) return ''
  const numbers = text
    .split(/[,;/|\n]|\s(?=\+)/)
    .map((part) => part.replace(EXTENSION, ''))
    .filter((part) => part.replace(/\D/g, '').length >= MIN_PHONE_DIGITS)
  return numbers.length > 1 ? numbers : text.replace(EXTENSION, '')
}

/** Shorter parts belong to one number, such as the area code in `030/1234567`. */
const MIN_PHONE_DIGITS = 7

function mapTexts(userData: JsonObject, key: string, toValue: (text: string) => unknown): void {
  const value = userData[key]
  if (value !== undefined) userData[key] = Array.isArray(value) ? value.map(map) : map(value)

  function map(item: unknown): unknown {
    const isText = typeof item === 'string' || Number.isSafeInteger(item)
    return isText ? toValue(String(item)) : item
  }
}
