import {
  EVENT_NAMES,
  type EventName,
  type EventRequest,
  isJsonObject,
  MAX_EVENT_ID_LENGTH,
  MAX_IDENTIFIERS,
  META_COOKIE,
  type OneOrMany,
  type PiiKey,
  type UserDataKey,
} from '../../protocol.ts'
import { hashPii } from '../pii/hash-pii.ts'
import { parseCustomData } from './custom-data.ts'
import type { Result } from '../common/result.ts'
import { type NationalPhone, toInternational } from '../pii/to-international.ts'
import { diffFields, type DroppedField } from './diff-fields.ts'

/** A valid event. It contains no malformed fields and no unhashed personal data in `user_data` and `custom_data`. */
export interface ParsedEvent<Name extends string = EventName> {
  event: Omit<EventRequest, 'event_name'> & { event_name: Name }
  dropped: DroppedField[]
}

/**
 * Parses an event (specification 2.1 and 4.1).
 *
 * Only an invalid required field rejects the event. Malformed optional fields are dropped. Unhashed personal data is
 * hashed in `user_data` and dropped in `custom_data` (decisions 5 and 6).
 *
 * @param json The JSON value of a request body. It is modified.
 * @param asName Returns the value if it is a valid name. Default: {@link asEventName}.
 * @param parsers Parse the keys of `user_data`; other keys are dropped. Default: those that a client may send.
 */
export function parseEvent<Name extends string = EventName>(
  json: unknown,
  nationalPhone: NationalPhone | undefined,
  asName: (value: unknown) => Name | undefined = asEventName as never,
  parsers: Record<string, UserDataParser> = USER_DATA_PARSERS,
): Result<ParsedEvent<Name>, 'Invalid event_name' | 'Invalid event_id'> {
  const input = isJsonObject(json) ? json : {}

  const eventName = asName(input['event_name'])
  if (!eventName) return { ok: false, error: 'Invalid event_name' }
  const eventId = asEventId(input['event_id'])
  if (!eventId) return { ok: false, error: 'Invalid event_id' }

  const dropped: DroppedField[] = []
  const event: ParsedEvent<Name>['event'] = {
    event_name: eventName,
    event_id: eventId,
    event_source_url: asString(input['event_source_url']),
    user_data: parseFields(input['user_data'], parsers, nationalPhone),
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

function asEventName(value: unknown): EventName | undefined {
  return EVENT_NAMES.find((name) => name === value)
}

/** Returns the value if it is a string of 1 to {@link MAX_EVENT_ID_LENGTH} characters. */
export function asEventId(value: unknown): string | undefined {
  const id = asString(value)
  return id && id.length <= MAX_EVENT_ID_LENGTH ? id : undefined
}

export const MAX_DROPPED_FIELDS = 20

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function parseFields<Field>(
  value: unknown,
  parsers: Record<string, (value: unknown, nationalPhone?: NationalPhone) => Field>,
  nationalPhone?: NationalPhone,
): Record<string, Field> | undefined {
  if (!isJsonObject(value)) return undefined
  const fields: Record<string, Field> = {}
  for (const key in parsers) fields[key] = parsers[key]!(value[key], nationalPhone)
  return fields
}

type UserDataParser = (value: unknown, nationalPhone?: NationalPhone) => OneOrMany | undefined

export const USER_DATA_PARSERS: Record<UserDataKey, UserDataParser> = {
  fbp: asMetaCookie,
  fbc: asMetaCookie,
  external_id: asStrings,
  em: hashedAs('em'),
  ph: (value, nationalPhone) =>
    asIdentifiers(value, (text) =>
      hashPii('ph', nationalPhone ? toInternational(text, nationalPhone) : text),
    ),
  fn: hashedAs('fn'),
  ln: hashedAs('ln'),
  client_user_agent: asString,
}

function asMetaCookie(value: unknown): string | undefined {
  return typeof value === 'string' && META_COOKIE.test(value) ? value : undefined
}

/** Returns a string that is not empty, an integer as a string, or the strings of a list. */
export function asStrings(value: unknown): OneOrMany | undefined {
  return asIdentifiers(value, (text) => text)
}

function hashedAs(key: PiiKey): (value: unknown) => OneOrMany | undefined {
  return (value) => asIdentifiers(value, (text) => hashPii(key, text))
}

/** Transforms a string or an integer, or those of a list. Drops values that are malformed. */
export function asIdentifiers(
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
    const text = typeof item === 'string' || Number.isSafeInteger(item) ? String(item) : ''
    return text === '' ? undefined : transform(text)
  }
}
