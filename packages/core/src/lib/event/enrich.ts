import type { EventRequest, ServerEvent } from '../../protocol.ts'
import { findClientIp } from '../request/client-ip.ts'
import type { Config } from '../config/config.ts'
import type { Warning } from '../common/warning.ts'

/**
 * Adds the server's fields to a parsed event (specification 2.2).
 *
 * The `User-Agent` header takes precedence over the client's own value (decision 8).
 */
export function enrich(
  event: EventRequest,
  headers: Headers,
  nowMs: number,
  hostIp: string | undefined,
  limitedDataUse: Config['limitedDataUse'],
  warnings: Warning[],
): ServerEvent {
  const event_time = Math.floor(nowMs / 1000)
  if (!Number.isSafeInteger(event_time)) {
    throw new RangeError('Option "now" returned an invalid time.')
  }

  const client_ip_address = findClientIp(headers, hostIp, warnings)
  const client_user_agent = headers.get('User-Agent') || event.user_data?.client_user_agent
  return {
    ...event,
    event_time,
    action_source: 'website',
    user_data: {
      ...event.user_data,
      // The order of the sender, so that a redelivered event has the same bytes.
      ...(client_user_agent && { client_user_agent }),
      ...(client_ip_address && { client_ip_address }),
    },
    ...toDataProcessingOptions(limitedDataUse),
  }
}

export function toDataProcessingOptions(
  limitedDataUse: Config['limitedDataUse'],
): Partial<ServerEvent> {
  return limitedDataUse
    ? {
        data_processing_options: ['LDU'],
        data_processing_options_country: limitedDataUse.country,
        data_processing_options_state: limitedDataUse.state,
      }
    : {}
}
