import { EVENT_NAMES, isJsonObject } from '@conversion-capi/core/protocol'

import { parseJsonObject } from '../parse-json.ts'

/** What happened to one event, in words. Contains no values of the event except its name. */
export interface DescribedEvent {
  level: 'info' | 'warning'
  /** `Lead accepted.`, `Purchase rejected: …` */
  message: string
}

/**
 * Describes the response of the proxy to an event.
 *
 * @param requestBody The body of the request.
 * @param responseBody The body of the response.
 */
export function describeEvent(requestBody: string, responseBody: string): DescribedEvent {
  const event = parseJsonObject(requestBody) ?? {}
  const response = parseJsonObject(responseBody) ?? {}
  const name = EVENT_NAMES.find((each) => each === event['event_name']) ?? 'Event'
  if (response['ok'] === true) return { level: 'info', message: `${name} accepted.` }
  if (typeof response['error'] === 'string' && response['ok'] === undefined) {
    return { level: 'warning', message: `${name} rejected by the proxy: ${response['error']}.` }
  }
  const reason = findReason(response)
  return {
    level: 'warning',
    message: reason ? `${name} rejected: ${reason}` : `${name} was not delivered.`,
  }
}

/** Returns the error message of the emulator, which contains no values. */
function findReason({ upstream, error }: Record<string, unknown>): string | undefined {
  const details = isJsonObject(upstream) ? upstream['error'] : undefined
  const message = isJsonObject(details) ? (details['error_user_msg'] ?? details['message']) : error
  return typeof message === 'string' ? message : undefined
}
