import type { NationalPhone } from '@conversion-capi/core/pii'

// Parsers for the `data-*` attributes of the ready script, named as in the `attribute` column of the option
// table. They return a falsy value if the option is not set.

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

/** Parses a comma-separated list. */
export function list(value: string | undefined): string[] | undefined {
  return value?.split(/\s*,\s*/)
}

/** Parses a country code and a trunk prefix, e.g. `7:8`. */
export function phoneRule(value: string | undefined): NationalPhone | undefined {
  const [countryCode, trunkPrefix] = value?.split(':') ?? []
  return trunkPrefix ? { countryCode: countryCode!, trunkPrefix } : undefined
}

/** Parses a pixel id and, after a space, the URL of the pixel's script. */
export function pixelSource(
  value: string | undefined,
): { id: string; src: string | undefined } | undefined {
  const [id, src] = value?.split(' ') ?? []
  return id ? { id, src } : undefined
}
