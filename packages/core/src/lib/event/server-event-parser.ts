import { isJsonObject, type ServerEvent } from '../../protocol.ts'
import { parseIp } from '../request/client-ip.ts'
import type { Result } from '../common/result.ts'
import type { Config } from '../config/config.ts'
import type { DroppedField } from './diff-fields.ts'
import { toDataProcessingOptions } from './enrich.ts'
import { parseEvent } from './event-parser.ts'

/** Why `createSender` did not send an event. */
export type InvalidEventReason =
  | 'Invalid event'
  | 'Invalid event_name'
  | 'Invalid event_id'
  | 'Invalid event_time'
  | 'Invalid action_source'

/** A valid event of a server. It contains no malformed fields and no unhashed personal data. */
export interface ParsedServerEvent {
  event: ServerEvent
  dropped: DroppedField[]
}

/**
 * Parses an event that a server sends: like the event in a request body, with the fields that otherwise the proxy sets.
 *
 * @param json The JSON value of the event. It is modified.
 * @param nowMs The current time in milliseconds since the epoch.
 * @param config `nationalPhone` and `limitedDataUse` apply. An event keeps its own data processing options, also if they
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
    data_processing_options: options,
    data_processing_options_country: country,
    data_processing_options_state: state,
    ...fields
  } = json
  const { user_data } = fields
  const { client_ip_address, ...userData } = isJsonObject(user_data) ? user_data : {}
  if (isJsonObject(user_data)) fields['user_data'] = userData

  const parsed = parseEvent(fields, config.nationalPhone)
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
            : config.limitedDataUse,
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
