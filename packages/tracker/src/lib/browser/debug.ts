import { describeWarning, findCustomDataWarnings } from '@conversion-capi/core/event-rules'
import { findUnhashedPii } from '@conversion-capi/core/pii'
import { EVENT_NAMES, isJsonObject, isResponseBody } from '@conversion-capi/core/protocol'

import { PII_KEYS } from './pii.ts'
import type { Log } from './browser-options.ts'
import type { PostResult, TrackArguments } from './tracker-api.ts'
import { tryCall } from './try-call.ts'

const KNOWN_KEYS: string[] = [...PII_KEYS.flat(), 'external_id', 'externalId']

/** Returns a log that prints to the console, and warns about probable mistakes in the arguments of `track`. */
export function debug(): Log {
  let isReported = false
  let isWaiting = false
  return {
    // The page's code can throw here, e.g. a getter in the custom data.
    _tracked: (...args) => tryCall(() => checkArguments(args)),
    _waiting(eventName) {
      if (!isWaiting) warn(`${eventName} waits for consent. No script has called consent(true).`)
      isWaiting = true
    },
    _excluded: (eventName) =>
      console.log(`conversion-capi: ${eventName} is excluded on this page.`),
    _repeated: (eventName) =>
      console.log(`conversion-capi: ${eventName} was sent by this browser before.`),
    _attempted: (entry, isSettled, result, response) =>
      tryCall(() => {
        const isForeign = response && !isResponseBody(result)
        const hint = `the response has status ${response?.status} and is not from the proxy. Check the endpoint and the matcher of the middleware`
        // Once per page: every event has the same reason.
        logAttempt(
          entry,
          isSettled,
          result,
          isForeign && !isReported ? hint : describe(result, response),
        )
        isReported ||= !!isForeign
      }),
  }
}

function logAttempt(
  entry: string,
  isSettled: boolean | undefined,
  result: PostResult,
  reason: string,
): void {
  const event = JSON.parse(entry.slice(1)) as { event_name: string }
  const name = event.event_name
  const ending = result?.kept ? 'kept by the proxy' : 'rejected'
  if (!isSettled) {
    const isLast = +entry[0]! >= 5 || !tryCall(() => localStorage)
    warn(`${name} failed: ${reason}. It will ${isLast ? 'not ' : ''}be retried.`, event)
  } else if (result?.ok) {
    console.log(`conversion-capi: ${name} was delivered.`, event)
  } else {
    warn(`${name} was ${ending}: ${reason}.`, event)
  }
}

/** Returns the reason for a failure: the proxy's or Meta's error message, or the status. */
function describe(result: PostResult, response: Response | undefined): string {
  if (!response) return 'no response from the proxy'
  const { error } = (result?.upstream ?? {}) as { error?: { message?: string } }
  return error?.message ?? result?.error ?? `status ${result?.status ?? response.status}`
}

function checkArguments([eventName, customData, pii]: TrackArguments): void {
  if (!EVENT_NAMES.includes(eventName)) {
    warn(`"${String(eventName)}" is not an event name. Use ${EVENT_NAMES.join(', ')}.`)
  }
  for (const key of Object.keys(pii ?? {})) {
    if (!KNOWN_KEYS.includes(key)) {
      warn(`The personal data "${key}" is unknown and not sent. Use ${KNOWN_KEYS.join(', ')}.`)
    }
  }
  const data: unknown = tryCall(() => JSON.parse(JSON.stringify(customData ?? {})))
  if (!isJsonObject(data)) {
    warn(`The custom data of ${eventName} must be a JSON object. It is not sent to the proxy.`)
    return
  }
  for (const warning of findCustomDataWarnings(eventName, data)) {
    const { message, fix } = describeWarning(warning)!
    warn(`${message} ${fix}`)
  }
  for (const path of findUnhashedPii(data)) {
    warn(
      `custom_data.${path} is unhashed personal data, which the proxy drops. Pass it as the third argument of track().`,
    )
  }
}

function warn(message: string, ...details: unknown[]): void {
  console.warn(`conversion-capi: ${message}`, ...details)
}
