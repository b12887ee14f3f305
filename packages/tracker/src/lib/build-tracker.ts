import { groupByField, platformFunctions, SUPPORTED_FIELDS } from './option-fields.ts'
import { checkOptions, type TrackerOptions } from './options.ts'
import { ADD_ONS, BASES, KEYS } from './script.generated.ts'

/**
 * Builds the browser script of a site. It contains only the code that the options need.
 *
 * Serve the script as `text/javascript; charset=utf-8`, or inline it: no option can close the script
 * element.
 *
 * @param options Only `name` is required.
 * @returns A classic script that installs `window[name]` with `track(eventName, customData?, pii?)`, which
 *   returns the event ID, and `consent(decision)`.
 * @throws {TypeError} If an option is unknown or invalid. The message names it and describes valid values.
 */
export function buildTracker(options: TrackerOptions): string {
  checkOptions(options)
  const fields = groupByField(
    options,
    (name, value) => ADD_ONS[name]?.replace('__VALUE__', () => literal(value)) ?? literal(value),
  )
  const code = Object.entries(fields).map(([field, value]) => {
    if (!Array.isArray(value)) return `${KEYS[field]}:${value}`
    return `${KEYS[field]}:${field === '_addOns' ? `[${value.join()}]` : value.join('||')}`
  })
  const index = SUPPORTED_FIELDS.findIndex((supported) =>
    Object.keys(fields).every((field) => supported.includes(field)),
  )
  const script = BASES[index]!.replace('__OPTIONS__', () => `{${code.join()}}`)
  const starts = platformFunctions(options).map((name) => `(${ADD_ONS[name]})(t)`)
  // The page can include the script twice.
  return starts.length > 0
    ? `${script};(t=>{t.p||(t.p=1,${starts.join()})})(${options.name})`
    : script
}

/** Returns a value as JavaScript code. Escapes `<`, so that no string can close a script element. */
function literal(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/"(\w+)":/g, '$1:')
}
