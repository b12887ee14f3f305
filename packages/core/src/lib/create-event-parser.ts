import * as z from 'zod/mini'

import {
  EVENT_NAMES,
  type EventRequest,
  MAX_EVENT_ID_LENGTH,
  type OneOrMany,
  type PiiKey,
  type RejectionReason,
  type UserDataKey,
} from '../protocol.ts'
import { hashPii } from './hash-pii.ts'
import { type Dropped, listDropped } from './list-dropped.ts'
import { type NationalPhone, toInternational } from './to-international.ts'

export type ParsedEvent =
  | { ok: true; event: EventRequest; dropped: Dropped[] }
  | { ok: false; reason: RejectionReason }

/**
 * Makes the function that reads a request body by the rules of specification 2.1 and 4.1.
 *
 * Only the required fields can refuse a body. A malformed optional field is dropped, and personal data
 * that came in clear is hashed (decisions 5 and 6), so what is returned can be forwarded as it is.
 */
export function createEventParser(nationalPhone?: NationalPhone): (text: string) => ParsedEvent {
  const schema = eventRequest(nationalPhone)

  return function parseEvent(text) {
    const json = parseJson(text)
    if (json === undefined) return { ok: false, reason: 'Invalid JSON' }

    const parsed = schema.safeParse(json)
    if (parsed.success) {
      return { ok: true, event: parsed.data, dropped: listDropped(json as object, parsed.data) }
    }
    return { ok: false, reason: parsed.error.issues[0]!.message as RejectionReason }
  }
}

/** zod reports issues in the order of the fields, which is the order of the rules. */
function eventRequest(nationalPhone: NationalPhone | undefined): z.ZodMiniType<EventRequest> {
  const userData = z.object({
    fbp: optional(asText),
    fbc: optional(asText),
    external_id: optional(asIdentifiers),
    em: hashed('em'),
    ph: hashed('ph'),
    fn: hashed('fn'),
    ln: hashed('ln'),
    client_user_agent: optional(asText),
  } satisfies Record<UserDataKey, z.ZodMiniType>)

  return z.object(
    {
      event_name: z.enum(EVENT_NAMES, because('Invalid event_name')),
      event_id: z
        .string(because('Invalid event_id'))
        .check(
          z.refine(
            (id) => id.length > 0 && id.length <= MAX_EVENT_ID_LENGTH,
            because('Invalid event_id'),
          ),
        ),
      event_source_url: optional(asText),
      user_data: optional((value) => userData.safeParse(value).data),
      custom_data: optional(asRecord),
    },
    because('Invalid event_name'),
  )

  function hashed(key: PiiKey) {
    return optional((value) => asIdentifiers(value, (text) => hashPii(key, dialled(key, text))))
  }

  function dialled(key: PiiKey, text: string): string {
    return key === 'ph' && nationalPhone ? toInternational(text, nationalPhone) : text
  }
}

function because(reason: RejectionReason): { error: RejectionReason } {
  return { error: reason }
}

/** A field that is left out when it cannot be read. (`z.catch` says the same in 3 KB more.) */
function optional<T>(read: (value: unknown) => T | undefined) {
  return z.transform((value) => read(value))
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : undefined
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
