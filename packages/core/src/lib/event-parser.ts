import * as z from 'zod/mini'

import {
  EVENT_NAMES,
  type EventRequest,
  isJsonObject,
  type JsonObject,
  MAX_EVENT_ID_LENGTH,
  MAX_IDENTIFIERS,
  type OneOrMany,
  type PiiKey,
  type RejectionReason,
  USER_DATA_KEYS,
  type UserData,
  type UserDataKey,
} from '../protocol.ts'
import { parseCustomData } from './custom-data.ts'
import { diffFields, type DroppedField } from './diff-fields.ts'
import { hashPii } from './hash-pii.ts'
import type { Result } from './result.ts'
import { type NationalPhone, toInternational } from './to-international.ts'

/** A valid request body. It contains no malformed fields and no plain-text personal data in `user_data`. */
export interface ParsedEvent {
  event: EventRequest
  dropped: DroppedField[]
}

/**
 * Creates the parser of request bodies (specification 2.1 and 4.1).
 *
 * Only an invalid required field rejects the body. Malformed optional fields are dropped, and plain-text
 * personal data is hashed (decisions 5 and 6).
 *
 * @param nationalPhone See `Config.nationalPhone`.
 * @returns A function that parses the text of a request body.
 */
export function createEventParser(
  nationalPhone?: NationalPhone,
): (text: string) => Result<ParsedEvent, RejectionReason> {
  const userDataParsers: { [Key in UserDataKey]: (value: unknown) => UserData[Key] } = {
    fbp: asString,
    fbc: asString,
    external_id: (value) => asIdentifiers(value, (text) => text),
    em: hashedAs('em'),
    ph: hashedAs('ph'),
    fn: hashedAs('fn'),
    ln: hashedAs('ln'),
    client_user_agent: asString,
  }

  return function parseEvent(text) {
    const json = parseJson(text)
    if (json === undefined) return { ok: false, error: 'Invalid JSON' }
    const input = asObject(json) ?? {}

    const eventName = eventNameSchema.safeParse(input['event_name'])
    if (!eventName.success) return { ok: false, error: 'Invalid event_name' }
    const eventId = eventIdSchema.safeParse(input['event_id'])
    if (!eventId.success) return { ok: false, error: 'Invalid event_id' }

    const { customData, changedNumbers } = parseCustomData(input['custom_data'])
    const event: EventRequest = {
      event_name: eventName.data,
      event_id: eventId.data,
      event_source_url: asString(input['event_source_url']),
      user_data: asUserData(input['user_data']),
      custom_data: customData,
    }
    return { ok: true, value: { event, dropped: diffFields(input, event, changedNumbers) } }
  }

  function asUserData(value: unknown): UserData | undefined {
    const input = asObject(value)
    if (!input) return undefined
    const entries = USER_DATA_KEYS.map((key) => [key, userDataParsers[key](input[key])] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function hashedAs(key: PiiKey) {
    return (value: unknown) =>
      asIdentifiers(value, (text) => hashPii(key, internationalize(key, text)))
  }

  function internationalize(key: PiiKey, text: string): string {
    return key === 'ph' && nationalPhone ? toInternational(text, nationalPhone) : text
  }
}

const eventNameSchema = z.enum(EVENT_NAMES)
// Not z.string(), which would add 140 bytes to every deployed function.
const eventIdSchema = z.custom<string>(
  (id) => typeof id === 'string' && id.length > 0 && id.length <= MAX_EVENT_ID_LENGTH,
)

function asString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
