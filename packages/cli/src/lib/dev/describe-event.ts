import { findUnhashedPii } from '@conversion-capi/core/pii'
import { EVENT_NAMES, isJsonObject } from '@conversion-capi/core/protocol'

import { parseJsonObject } from '../parse-json.ts'
import { suggest } from '../output/did-you-mean.ts'
import { showName } from '../output/rules.ts'

/** What happened to one event, in words. Contains no values of the event except its name. */
export interface DescribedEvent {
  level: 'info' | 'warning'
  /** `Lead accepted.`, `Purchase rejected: …` */
  message: string
}

/** Describes the response of the proxy to an event, and the personal data that the proxy drops from it. */
export function* describeEvent(
  requestBody: string,
  responseBody: string,
): Generator<DescribedEvent> {
  const event = parseJsonObject(requestBody) ?? {}
  const response = parseJsonObject(responseBody) ?? {}
  const name = EVENT_NAMES.find((each) => each === event['event_name']) ?? 'Event'
  const customData = event['custom_data']
  const paths = isJsonObject(customData) ? findUnhashedPii(customData) : []
  for (const path of paths) {
    yield {
      level: 'warning',
      message: `custom_data.${path} of ${name} is unhashed personal data, which the proxy drops. Pass it as the third argument of track(), which hashes it.`,
    }
  }
  const rejection = readRejection(responseBody)
  if (response['ok'] === true) yield { level: 'info', message: `${name} accepted.` }
  else if (rejection !== undefined) {
    const hint = rejection === 'Invalid event_name' ? explainName(event['event_name']) : ''
    yield { level: 'warning', message: `${name} rejected by the proxy: ${rejection}.${hint}` }
  } else yield { level: 'warning', message: `${name} was not delivered.` }
}

/** Returns the reason for which the proxy rejected an event, or `undefined` if it did not. */
export function readRejection(responseBody: string): string | undefined {
  const { ok, error } = parseJsonObject(responseBody) ?? {}
  return ok === undefined && typeof error === 'string' ? error : undefined
}

function explainName(name: unknown): string {
  if (typeof name !== 'string' || name === '') {
    return ` It has no name. Write one of ${EVENT_NAMES.join(', ')}.`
  }
  return ` The name is ${showName(name)}. Write ${suggest(name, EVENT_NAMES)}.`
}
