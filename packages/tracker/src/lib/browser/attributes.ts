import type { NationalPhone } from '@conversion-capi/core/pii'

// Parsers for the `data-*` attributes of the ready script. The `attribute` field of the option table refers to
// them by name. Most return a falsy value if the attribute is missing, or if it is invalid, after a warning.

/** Returns the attribute's text. */
export function text(value: string | undefined): string | undefined {
  return value
}

/** Returns whether the attribute is present and not `false`, for options that are off by default. */
export function flag(value = 'false'): boolean {
  return value !== 'false'
}

/** Returns whether the attribute is not `false`, for options that are on by default. */
export function flagOn(value: string | undefined): boolean {
  return value !== 'false'
}

/** Returns `'wait'` for every value: a misspelled value must not send data without consent. */
export function consent(value: string | undefined): 'wait' | undefined {
  if (value === undefined) return undefined
  if (value !== 'wait') warn('data-consent must be "wait". The tracker waits for consent.')
  return 'wait'
}

/** Returns the attribute's text. The tracker honors Global Privacy Control unless it is `ignore`. */
export function privacyControl(value = 'honor'): string {
  if (!/^(honor|ignore)$/.test(value)) {
    warn('data-global-privacy-control must be "honor" or "ignore". The tracker honors it.')
  }
  return value
}

/** Parses a comma-separated list. */
export function list(value: string | undefined): string[] | undefined {
  return value?.split(/\s*,\s*/)
}

/** Parses a country code and an optional trunk prefix, e.g. `7:8` or `48`. */
export function phoneRule(value: string | undefined): NationalPhone | undefined {
  const [, countryCode, trunkPrefix] = /^([1-9]\d{0,2})(?::(\d+))?$/.exec(value ?? '') ?? []
  if (value && !countryCode) warn('data-national-phone must be like "48" or "7:8".')
  return countryCode ? { countryCode, trunkPrefix } : undefined
}

/** Parses a pixel id and, after a space, an optional URL of the pixel's script. */
export function pixelSource(
  value: string | undefined,
): { id: string; src: string | undefined } | undefined {
  const [, id, src] = /^(\d+)(?: (\S+))?$/.exec(value ?? '') ?? []
  if (value && !id) warn('data-pixel must be like "1234567890" or "1234567890 /fbevents.js".')
  return id ? { id, src } : undefined
}

function warn(message: string): void {
  console.warn(`conversion-capi: ${message}`)
}
