import {
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  MAX_EVENT_ID_LENGTH,
  PROFILE_KEYS,
} from '../protocol.ts'
import { createDelivery, type DeliveryParts, type Sender, type SenderOptions } from './delivery.ts'
import { findSenderWarnings } from './event/sender-warnings.ts'
import type { InvalidEventReason } from './event/server-event-parser.ts'
import { hashProfile } from './pii/hash-profile.ts'

/**
 * Creates a function that sends one event to Meta, for events that do not come from a page: payments that a webhook
 * confirms, stages of a CRM, calls.
 *
 * Events are checked, hashed, retried and reported as in `createHandler`, with more names, sources and keys. Not sent,
 * with a result that says why: events without a valid `event_name`, `event_id`, `action_source` or `event_time` (Unix
 * time in seconds, at most 7 days ago; 62 days if `action_source` is `physical_store`). Unhashed values of `em`, `ph`,
 * `fn`, `ln`, `ct`, `st`, `zp`, `country`, `db` and `ge` are normalized and hashed, and unhashed personal data in
 * `custom_data` is dropped, as in `createHandler`.
 *
 * @param options Only `config` is required.
 * @throws {TypeError} If an option or a field of `config` is unknown or unusable.
 * @example
 * const send = createSender({ config: readConfig(process.env), onOutcome: logOutcome() })
 * const result = await send({ event_name: 'Purchase', event_id, event_time, user_data, custom_data })
 * if (result.kind === 'retry') return new Response(result.error, { status: 503 })
 */
export function createSender(options: SenderOptions): Sender {
  return createServerSender(options)
}

/** Creates a sender. `forward` replaces how it sends valid events. */
export function createServerSender(
  options: SenderOptions,
  forward?: DeliveryParts['forward'],
): Sender {
  return createDelivery(options, {
    prepare: hashUserData,
    findWarnings: findSenderWarnings,
    describeInvalid,
    ...(forward && { forward }),
  })
}

/** Says what to write instead. The event may have any type. */
export function describeInvalid(reason: InvalidEventReason, event?: unknown): string {
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
      `action_source must be one of ${Object.keys(MAX_AGE_DAYS).join(', ')}.`,
  }
  return descriptions[reason]
}

/** Meta's other action sources, and what to use instead. */
const UNSUPPORTED_SOURCES = /* @__PURE__ */ new Map<unknown, string>([
  [
    'app',
    'action_source "app" is not supported, because Meta requires data of the device. Send the events of an app with Meta\'s SDK for iOS or Android.',
  ],
  [
    'business_messaging',
    'action_source "business_messaging" is not supported, because Meta requires IDs of its messengers. Use "chat" for a conversion in a chat.',
  ],
])

/**
 * Hashes what only a school's own server sends. Values that are not usable stay, and are dropped later. Databases return
 * IDs, zip codes and dates as numbers.
 */
function hashUserData(json: unknown): unknown {
  const userData = isJsonObject(json) ? json['user_data'] : undefined
  if (!isJsonObject(userData)) return json
  for (const key of PROFILE_KEYS) mapTexts(userData, key, (text) => hashProfile(key, text) ?? text)
  for (const key of ['subscription_id', 'lead_id', 'fb_login_id']) mapTexts(userData, key, String)
  return json
}

function mapTexts(userData: JsonObject, key: string, toValue: (text: string) => string): void {
  const value = userData[key]
  if (value !== undefined) userData[key] = Array.isArray(value) ? value.map(map) : map(value)

  function map(item: unknown): unknown {
    const isText = typeof item === 'string' || Number.isSafeInteger(item)
    return isText ? toValue(String(item)) : item
  }
}
