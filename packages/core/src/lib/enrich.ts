import type { EventRequest, ServerEvent } from '../protocol.ts'
import type { Config } from './config.ts'
import { parseIp } from './parse-ip.ts'

/** What only the server knows. */
export interface ServerFacts {
  /** The request's headers. */
  headers: Headers
  /** Milliseconds since the epoch. */
  nowMs: number
  /** The host's own knowledge of the client's address; wins over the headers. */
  clientIp?: string | undefined
  limitedDataUse?: Config['limitedDataUse'] | undefined
}

/**
 * Adds the server's fields to a parsed request (specification 2.2).
 *
 * What the request says of the user agent serves only when it has no such header (decision 8). Throws a
 * RangeError when the clock gave no number.
 */
export function enrich(event: EventRequest, facts: ServerFacts): ServerEvent {
  const { headers, nowMs, clientIp, limitedDataUse } = facts
  const event_time = Math.floor(nowMs / 1000)
  if (!Number.isSafeInteger(event_time)) throw new RangeError('The clock gave no time')

  const client_ip_address = firstIp([
    clientIp,
    headers.get('X-Forwarded-For'),
    headers.get('CF-Connecting-IP'),
    headers.get('X-Real-IP'),
  ])
  const client_user_agent = headers.get('User-Agent') || event.user_data?.client_user_agent
  return {
    ...event,
    event_time,
    action_source: 'website',
    user_data: {
      ...event.user_data,
      ...(client_ip_address && { client_ip_address }),
      ...(client_user_agent && { client_user_agent }),
    },
    ...(limitedDataUse && {
      data_processing_options: ['LDU'],
      data_processing_options_country: limitedDataUse.country,
      data_processing_options_state: limitedDataUse.state,
    }),
  }
}

/** Of each source the first entry counts, and one that is no IP address counts as absent (decision 7). */
function firstIp(sources: (string | null | undefined)[]): string | undefined {
  for (const source of sources) {
    const address = parseIp(source?.split(',', 1)[0] ?? '')
    if (address) return address
  }
}
