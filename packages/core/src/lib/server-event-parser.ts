import { isJsonObject, type ServerEvent } from '../protocol.ts'
import { parseIp } from './client-ip.ts'
import type { Config } from './config.ts'
import type { DroppedField } from './diff-fields.ts'
import { toDataProcessingOptions } from './enrich.ts'
import { createEventParser } from './event-parser.ts'
import type { InvalidEventReason } from './outcome.ts'
import type { Result } from './result.ts'

/** A valid event of a server. It contains no malformed fields and no unhashed personal data. */
export interface ParsedServerEvent {
  event: ServerEvent
  dropped: DroppedField[]
}

/**
 * Creates the parser of events that a server sends: the parser of request bodies, with the fields that otherwise the
 * proxy sets.
 *
 * @param config `nationalPhone` and `limitedDataUse` apply. An event keeps its own data processing options, also if they
 *   are an empty list, i.e. not limited.
 * @returns A function that parses an event at a time in milliseconds since the epoch. It modifies the event.
 */
export function createServerEventParser(
  config: Partial<Config> | undefined,
): (json: unknown, nowMs: number) => Result<ParsedServerEvent, InvalidEventReason> {
  const parseEvent = createEventParser(config?.nationalPhone)

  return function parseServerEvent(json, nowMs) {
    if (!isJsonObject(json)) return { ok: false, error: 'Invalid event' }
    const {
      event_time,
      action_source = 'website',
      data_processing_options: options,
      data_processing_options_country: country,
      data_processing_options_state: state,
      ...fields
    } = json
    const { client_ip_address, ...userData } = Object(fields['user_data'])
    if (isJsonObject(fields['user_data'])) fields['user_data'] = userData

    const parsed = parseEvent(fields)
    if (!parsed.ok) return parsed
    if (!isRecent(event_time, nowMs)) return { ok: false, error: 'Invalid event_time' }
    if (action_source !== 'website') return { ok: false, error: 'Invalid action_source' }

    const { event, dropped } = parsed.value
    const ip = parseIp(typeof client_ip_address === 'string' ? client_ip_address : '')
    if (client_ip_address && !ip) {
      dropped.push({ key: 'user_data.client_ip_address', reason: 'malformed' })
    }
    const list: unknown[] | undefined = Array.isArray(options) ? options : undefined
    if (options !== undefined && !list?.every((option) => option === 'LDU')) {
      dropped.push({ key: 'data_processing_options', reason: 'malformed' })
    }
    const sent: Partial<ServerEvent> =
      list?.length === 0
        ? { data_processing_options: [] }
        : toDataProcessingOptions(
            list?.includes('LDU')
              ? { country: toNumber(country) || 0, state: toNumber(state) || 0 }
              : config?.limitedDataUse,
          )
    return {
      ok: true,
      value: {
        event: {
          ...event,
          event_time,
          action_source,
          user_data: { ...event.user_data, ...(ip && { client_ip_address: ip }) },
          ...sent,
        },
        dropped,
      },
    }
  }
}

/** Returns `NaN` for objects, which can have a `toString` that is not a function. */
function toNumber(value: unknown): number {
  return typeof value === 'object' ? NaN : Number(value)
}

/** Meta rejects events that are more than 7 days old. */
const MAX_AGE_S = 7 * 86_400
// Clocks differ.
const MAX_AHEAD_S = 60

function isRecent(eventTime: unknown, nowMs: number): eventTime is number {
  const ageS = nowMs / 1000 - toNumber(eventTime)
  return Number.isSafeInteger(eventTime) && ageS <= MAX_AGE_S && ageS >= -MAX_AHEAD_S
}
