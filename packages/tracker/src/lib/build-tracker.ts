import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { checkOptions } from './check-options.ts'
import { OPTION_KEYS } from './option-keys.ts'
import {
  ALLOW_QUERY,
  BASE,
  DECLARATIVE,
  LOAD_PIXEL,
  NATIONAL_PHONE,
  SINGLE_PAGE,
} from './script.generated.ts'
import type { TrackerOptions } from './tracker-options.ts'

/**
 * Writes the browser script of one site. What an option does not ask for is not in it.
 *
 * @returns A classic script that installs `window[name]` with `track(eventName, customData?, pii?)`, which
 *   gives the event_id back, and `consent(decision)`. Serve it as `text/javascript; charset=utf-8`, or
 *   inline it: no option can close the script element.
 * @throws TypeError with a sentence that says what to write, when an option is unusable.
 */
export function buildTracker(options: TrackerOptions): string {
  checkOptions(options)
  const { name, endpoint = CONVERSION_PATH, queryParameters, nationalPhone, pixel } = options
  const addOns = [
    ...(pixel ? [`${LOAD_PIXEL}(${literals(pixel.id, pixel.src)})`] : []),
    ...(options.singlePage ? [SINGLE_PAGE] : []),
    ...(options.declarative ? [DECLARATIVE] : []),
  ]
  const code: Record<keyof typeof OPTION_KEYS, string | false | undefined> = {
    name: literals(name),
    endpoint: literals(endpoint),
    noPageView: options.pageView === false && '1',
    waits: options.consent === 'wait' && '1',
    isRefused: options.globalPrivacyControl !== 'ignore' && 'navigator.globalPrivacyControl',
    addOns: addOns.length > 0 && `[${addOns.join()}]`,
    sourceUrl: queryParameters && `${ALLOW_QUERY}(${literals(queryParameters)})`,
    preparePii: nationalPhone && `${NATIONAL_PHONE}(${literals(nationalPhone)})`,
    log: options.debug && 'console.log',
  }
  const fields = Object.entries(OPTION_KEYS).flatMap(([field, key]) => {
    const value = code[field as keyof typeof OPTION_KEYS]
    return value ? `${key}:${value}` : []
  })
  return BASE.replace('__OPTIONS__', () => `{${fields.join()}}`)
}

/** As JavaScript, such that no text in it can close a script element. */
function literals(...values: unknown[]): string {
  return values
    .filter((value) => value !== undefined)
    .map((value) => JSON.stringify(value).replace(/</g, '\\u003c'))
    .join()
}
