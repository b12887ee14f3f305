import * as z from 'zod/mini'

import {
  EVENT_NAMES,
  type EventRequest,
  isJsonObject,
  MAX_EVENT_ID_LENGTH,
  type OneOrMany,
  type PiiKey,
  type RejectionReason,
  USER_DATA_KEYS,
  type UserData,
  type UserDataKey,
} from '../protocol.ts'
import { hashPii } from './hash-pii.ts'
import { type DroppedField, listDropped } from './list-dropped.ts'
import { type NationalPhone, toInternational } from './to-international.ts'

export type ParsedEvent =
  | { ok: true; event: EventRequest; dropped: DroppedField[] }
  | { ok: false; reason: RejectionReason }

/**
 * Makes the function that reads a request body by the rules of specification 2.1 and 4.1.
 *
 * Only the required fields can refuse a body. A malformed optional field is dropped, and personal data
 * that came in clear is hashed (decisions 5 and 6), so what is returned can be forwarded as it is.
 */
export function createEventParser(nationalPhone?: NationalPhone): (text: string) => ParsedEvent {
  const userData: { [Key in UserDataKey]: (value: unknown) => UserData[Key] } = {
    fbp: asText,
    fbc: asText,
    external_id: (value) => asIdentifiers(value),
    em: hashed('em'),
    ph: hashed('ph'),
    fn: hashed('fn'),
    ln: hashed('ln'),
    client_user_agent: asText,
  }

  return function parseEvent(text) {
    const json = parseJson(text)
    if (json === undefined) return { ok: false, reason: 'Invalid JSON' }
    const sent = asRecord(json) ?? {}

    const eventName = eventNameSchema.safeParse(sent['event_name'])
    if (!eventName.success) return { ok: false, reason: 'Invalid event_name' }
    const eventId = eventIdSchema.safeParse(sent['event_id'])
    if (!eventId.success) return { ok: false, reason: 'Invalid event_id' }

    const event: EventRequest = {
      event_name: eventName.data,
      event_id: eventId.data,
      event_source_url: asText(sent['event_source_url']),
      user_data: asUserData(sent['user_data']),
      custom_data: asRecord(sent['custom_data']),
    }
    return { ok: true, event, dropped: listDropped(sent, event) }
  }

  function asUserData(value: unknown): UserData | undefined {
    const sent = asRecord(value)
    if (!sent) return undefined
    const entries = USER_DATA_KEYS.map((key) => [key, userData[key](sent[key])] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function hashed(key: PiiKey) {
    return (value: unknown) => asIdentifiers(value, (text) => hashPii(key, dialled(key, text)))
  }

  function dialled(key: PiiKey, text: string): string {
    return key === 'ph' && nationalPhone ? toInternational(text, nationalPhone) : text
  }
}

const eventNameSchema = z.enum(EVENT_NAMES)
const eventIdSchema = z
  .string()
  .check(z.refine((id) => id.length > 0 && id.length <= MAX_EVENT_ID_LENGTH))

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Nobody has more addresses; hashed, a body full of one-letter names would be seventeen times as long. */
const MAX_IDENTIFIERS = 20

/** One text or a list of them, each made safe to send; of a list, those that can be used. */
function asIdentifiers(
  value: unknown,
  secure: (text: string) => string | undefined = (text) => text,
): OneOrMany | undefined {
  if (!Array.isArray(value)) return secured(value)
  const usable = value
    .slice(0, MAX_IDENTIFIERS)
    .map(secured)
    .filter((one) => one !== undefined)
  return usable.length > 0 ? usable : undefined

  function secured(one: unknown): string | undefined {
    const text = asText(one)
    return text && secure(text)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
