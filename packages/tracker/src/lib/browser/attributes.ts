// Parsers for the `data-*` attributes of the ready script. The `attribute` field of the option table refers to
// them by name. Each returns a falsy value if the attribute is missing, unless the option is on by default.

/** Returns the attribute's value. */
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
  return value === undefined ? value : 'wait'
}

/** Parses a comma-separated list. */
export function list(value: string | undefined): string[] | undefined {
  return value?.split(/\s*,\s*/)
}

/** Returns the named groups of the option's pattern. */
export function groups(value: string, pattern: RegExp): Record<string, string> | undefined {
  return pattern.exec(value)?.groups
}
