import {
  EVENT_NAMES,
  type EventName,
  type EventRequest,
  isJsonObject,
  MAX_EVENT_ID_LENGTH,
  MAX_IDENTIFIERS,
  type OneOrMany,
  type PiiKey,
  type UserData,
  type UserDataKey,
} from '../../protocol.ts'
import type { Result } from '../common/result.ts'
import { parseCustomData } from './custom-data.ts'
import { diffFields, type DroppedField } from './diff-fields.ts'
import { hashPii } from '../pii/hash-pii.ts'
import { type NationalPhone, toInternational } from '../pii/to-international.ts'

/** A valid event. It contains no malformed fields and no unhashed personal data in `user_data` and `custom_data`. */
export interface ParsedEvent {
  event: EventRequest
  dropped: DroppedField[]
}

/**
 * Parses an event (specification 2.1 and 4.1).
 *
 * Only an invalid required field rejects the event. Malformed optional fields are dropped. Unhashed personal data is
 * hashed in `user_data` and dropped in `custom_data` (decisions 5 and 6).
 *
 * @param json The JSON value of a request body. It is modified.
 * @param nationalPhone See `Config.nationalPhone`.
 */
export function parseEvent(
  json: unknown,
  nationalPhone: NationalPhone | undefined,
): Result<ParsedEvent, 'Invalid event_name' | 'Invalid event_id'> {
  const input = isJsonObject(json) ? json : {}

  const eventName = asEventName(input['event_name'])
  if (!eventName) return { ok: false, error: 'Invalid event_name' }
  const eventId = asEventId(input['event_id'])
  if (!eventId) return { ok: false, error: 'Invalid event_id' }

  const dropped: DroppedField[] = []
  const event: EventRequest = {
    event_name: eventName,
    event_id: eventId,
    event_source_url: asString(input['event_source_url']),
    user_data: parseUserData(input['user_data'], nationalPhone),
    custom_data: parseCustomData(input['custom_data'], dropped),
  }
  return {
    ok: true,
    value: {
      event,
      dropped: [...diffFields(input, event), ...dropped].slice(0, MAX_DROPPED_FIELDS),
    },
  }
}

/** Returns the value if it is one of {@link EVENT_NAMES}. */
export function asEventName(value: unknown): EventName | undefined {
  return EVENT_NAMES.find((name) => name === value)
}

/** Returns the value if it is a string of 1 to {@link MAX_EVENT_ID_LENGTH} characters. */
export function asEventId(value: unknown): string | undefined {
  const id = asString(value)
  return id && id.length <= MAX_EVENT_ID_LENGTH ? id : undefined
}

const MAX_DROPPED_FIELDS = 20

function asString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function parseUserData(
  value: unknown,
  nationalPhone: NationalPhone | undefined,
): UserData | undefined {
  if (!isJsonObject(value)) return undefined
  return Object.fromEntries(
    Object.entries(USER_DATA_PARSERS).map(([key, parse]) => [
      key,
      parse(value[key], nationalPhone),
    ]),
  )
}

const USER_DATA_PARSERS: {
  [Key in UserDataKey]: (value: unknown, nationalPhone?: NationalPhone) => UserData[Key]
} = {
  fbp: asString,
  fbc: asString,
  external_id: (value) => asIdentifiers(value, (text) => text),
  em: hashedAs('em'),
  ph: (value, nationalPhone) =>
    asIdentifiers(value, (text) =>
      hashPii('ph', nationalPhone ? toInternational(text, nationalPhone) : text),
    ),
  fn: hashedAs('fn'),
  ln: hashedAs('ln'),
  client_user_agent: asString,
}

function hashedAs(key: PiiKey): (value: unknown) => OneOrMany | undefined {
  return (value) => asIdentifiers(value, (text) => hashPii(key, text))
}

/** Returns the transformed string, or the transformed strings of a list without those that are malformed. */
function asIdentifiers(
  value: unknown,
  transform: (text: string) => string | undefined,
): OneOrMany | undefined {
  if (!Array.isArray(value)) return asIdentifier(value)
  // Hashing makes a one-letter name 17 times longer, so a long list could exceed Meta's limits.
  const identifiers = value
    .slice(0, MAX_IDENTIFIERS)
    .map(asIdentifier)
    .filter((identifier) => identifier !== undefined)
  return identifiers.length > 0 ? identifiers : undefined

  function asIdentifier(item: unknown): string | undefined {
    const text = asString(item)
    return text && transform(text)
  }
}
