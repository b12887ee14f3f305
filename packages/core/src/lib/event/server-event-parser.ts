import {
  isJsonObject,
  type JsonObject,
  MAX_AGE_DAYS,
  type MessagingKey,
  type OneOrMany,
  type OriginalEventData,
  type ServerEvent,
  type ServerUserData,
} from '../../protocol.ts'
import type { Result } from '../common/result.ts'
import type { Config } from '../config/config.ts'
import { isUnhashedPii } from '../pii/find-unhashed-pii.ts'
import { hashPii, isHashed } from '../pii/hash-pii.ts'
import { parseIp } from '../request/client-ip.ts'
import { diffKeys, type DroppedField } from './diff-fields.ts'
import { toDataProcessingOptions } from './enrich.ts'
import {
  asEventId,
  asIdentifiers,
  asString,
  asStrings,
  MAX_DROPPED_FIELDS,
  parseEvent,
  parseFields,
  USER_DATA_PARSERS,
} from './event-parser.ts'

/** Why `createSender` did not send an event. */
export type InvalidEventReason =
  | 'Invalid event'
  | 'Invalid event_name'
  | 'Invalid event_id'
  | 'Invalid event_time'
  | 'Invalid action_source'
  | 'Invalid messaging_channel'
  | 'Invalid user_data'

/** A valid event of a server. It contains no malformed fields and no unhashed personal data. */
export interface ParsedServerEvent {
  event: ServerEvent
  dropped: DroppedField[]
}

/**
 * Parses an event of a school's own server, or an event that was kept. `createSender` adds the fields of business messaging.
 *
 * @param json The JSON value of the event. It is modified.
 * @param config `nationalPhone` and `limitedDataUse` apply. An event keeps its own data processing options, even if they
 *   are an empty list, i.e. not limited.
 */
export function parseServerEvent(
  json: unknown,
  nowMs: number,
  config: Pick<Config, 'nationalPhone' | 'limitedDataUse'>,
): Result<ParsedServerEvent, InvalidEventReason> {
  if (!isJsonObject(json)) return { ok: false, error: 'Invalid event' }
  const {
    event_time,
    action_source = 'website',
    opt_out,
    referrer_url,
    original_event_data,
    data_processing_options: options,
    data_processing_options_country: country,
    data_processing_options_state: state,
    ...fields
  } = json
  const parsed = parseEvent(fields, config.nationalPhone, asServerEventName, {
    ...USER_DATA_PARSERS,
    client_ip_address: (value: unknown) => asString(value) && parseIp(value as string),
    ct: asDigests,
    st: asDigests,
    zp: asDigests,
    country: asDigests,
    db: asDigests,
    ge: asDigests,
    subscription_id: asStrings,
    lead_id: asStrings,
    fb_login_id: asStrings,
  } satisfies Record<Exclude<keyof ServerUserData, MessagingKey>, unknown>)
  if (!parsed.ok) return parsed
  if (!isActionSource(action_source)) return { ok: false, error: 'Invalid action_source' }
  if (!isRecent(event_time, nowMs, action_source)) return { ok: false, error: 'Invalid event_time' }

  const { event, dropped } = parsed.value
  const list: unknown[] | undefined = Array.isArray(options) ? options : undefined
  const more = {
    // A value that is not a boolean must not use the event for ads if the person opted out.
    opt_out: opt_out === false ? opt_out : Boolean(opt_out) || undefined,
    referrer_url: asString(referrer_url),
    original_event_data: asOriginalEvent(original_event_data, dropped),
  }
  const input = { opt_out, referrer_url, original_event_data, data_processing_options: options }
  const parsedOptions = list?.every((option) => option === 'LDU') ? list : undefined
  const output: JsonObject = { ...more, data_processing_options: parsedOptions }
  for (const [key, value] of Object.entries(input)) {
    if (typeof output[key] !== typeof value) {
      dropped.push({ key, reason: 'malformed' })
    }
  }
  return {
    ok: true,
    value: {
      event: {
        ...event,
        event_time,
        action_source,
        ...more,
        user_data: event.user_data ?? {},
        ...(list?.length === 0
          ? { data_processing_options: [] }
          : toDataProcessingOptions(
              // A value that is not usable must not make the event less private.
              options && (list?.includes('LDU') || !config.limitedDataUse)
                ? { country: toNumber(country) || 0, state: toNumber(state) || 0 }
                : config.limitedDataUse,
            )),
      },
      dropped: dropped.slice(0, MAX_DROPPED_FIELDS),
    },
  }
}

/** Returns the value if it can be the name of a standard or custom event. A name must not be personal data. */
function asServerEventName(value: unknown): string | undefined {
  const name = asString(value)
  return name && name.length <= 50 && !isUnhashedPii('', name) ? name : undefined
}

/** Returns the name and the ID of an event of any type, if they are valid. Other values could contain personal data. */
export function identify(event: unknown): Record<'event_name' | 'event_id', string | undefined> {
  const { event_name, event_id } = isJsonObject(event) ? event : {}
  return { event_name: asServerEventName(event_name), event_id: asEventId(event_id) }
}

function asDigests(value: unknown): OneOrMany | undefined {
  return asIdentifiers(value, (text) => (isHashed(text) ? hashPii('em', text) : undefined))
}

/** Returns the fields that Meta documents, or `undefined` if there are none. */
function asOriginalEvent(value: unknown, dropped: DroppedField[]): OriginalEventData | undefined {
  const event = parseFields(value, ORIGINAL_EVENT_PARSERS)
  if (event) diffKeys(dropped, 'original_event_data.', value as JsonObject, event)
  return Object.values(event ?? {}).some(Boolean) ? event : undefined
}

/** @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/original-event */
const ORIGINAL_EVENT_PARSERS = {
  event_name: asServerEventName,
  event_time: (value: unknown) => (Number.isSafeInteger(value) ? value : undefined),
  event_id: asPublicId,
  order_id: asPublicId,
}

function asPublicId(value: unknown): string | undefined {
  const id = asEventId(value)
  return isUnhashedPii('', id) ? undefined : id
}

/** Returns `NaN` for objects, which can have a `toString` that is not a function. */
function toNumber(value: unknown): number {
  return typeof value === 'object' ? NaN : Number(value)
}

// Clocks differ.
const MAX_AHEAD_S = 60

type ParsedSource = keyof typeof MAX_AGE_DAYS

function isActionSource(value: unknown): value is ParsedSource {
  return typeof value === 'string' && Object.hasOwn(MAX_AGE_DAYS, value)
}

function isRecent(eventTime: unknown, nowMs: number, source: ParsedSource): eventTime is number {
  const ageS = nowMs / 1000 - toNumber(eventTime)
  const maxAgeS = MAX_AGE_DAYS[source] * 86_400
  return Number.isSafeInteger(eventTime) && ageS <= maxAgeS && ageS >= -MAX_AHEAD_S
}
