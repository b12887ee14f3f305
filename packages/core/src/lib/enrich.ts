import type { EventRequest, ServerEvent } from '../protocol.ts'
import { parseIp } from './parse-ip.ts'

/**
 * Adds what only the server knows (specification 2.2).
 *
 * @param event A parsed request. What it says of the user agent serves only when the request has no such
 *   header (decision 8).
 * @param headers The request's headers.
 * @param nowMs Milliseconds since the epoch. Throws a RangeError when the clock gave no number.
 * @param clientIp The host's own knowledge of the client's address; wins over the headers.
 */
export function enrich(
  event: EventRequest,
  headers: Headers,
  nowMs: number,
  clientIp?: string,
): ServerEvent {
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
  }
}

/** Of each source the first entry counts, and one that is no IP address counts as absent (decision 7). */
function firstIp(sources: (string | null | undefined)[]): string | undefined {
  for (const source of sources) {
    const address = parseIp(source?.split(',', 1)[0] ?? '')
    if (address) return address
  }
}
