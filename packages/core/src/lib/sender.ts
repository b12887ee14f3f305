import {
  copyJson,
  createDelivery,
  type EventToSend,
  type Sender,
  type SenderOptions,
} from './delivery.ts'
import { isJsonObject, type ServerEvent } from '../protocol.ts'
import { findEventWarnings, type Warning } from './event/event-warnings.ts'
import { hashProfile, PROFILE_KEYS } from './pii/hash-profile.ts'

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
  const deliver = createDelivery(options, findSenderWarnings)
  return (event, nowMs) => deliver(hashUserData(copyJson(event)) as EventToSend, nowMs)
}

/** Only a website's events need the visitor's connection. */
function findSenderWarnings(event: ServerEvent): Warning[] {
  const isPage = event.action_source === 'website'
  return findEventWarnings(event).filter(
    ({ key }) => isPage || !key.startsWith('user_data.client_'),
  )
}

/** Hashes what only a school's own server sends. Values that are not usable stay, and are dropped later. */
function hashUserData(json: unknown): unknown {
  const userData = isJsonObject(json) ? json['user_data'] : undefined
  if (!isJsonObject(userData)) return json
  for (const key of PROFILE_KEYS) {
    const value = userData[key]
    if (value !== undefined) userData[key] = Array.isArray(value) ? value.map(hash) : hash(value)

    function hash(item: unknown): unknown {
      return (typeof item === 'string' && hashProfile(key, item)) || item
    }
  }
  return json
}
