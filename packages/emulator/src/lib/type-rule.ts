import { checkNames } from '@conversion-capi/core/protocol'

/** The type that a named value must have, as the end of a sentence: `a positive integer`. */
export type TypeRule = [name: string, expected: string, isValid: (value: unknown) => boolean]

export function optional(isValid: TypeRule[2]): TypeRule[2] {
  return (value) => value === undefined || isValid(value)
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/**
 * Throws a `TypeError` about the first unknown name or invalid value. The message omits the value: it may be a token.
 *
 * @param name The name of the object. Default: it is the options.
 */
export function checkTypes(
  values: unknown,
  rules: readonly TypeRule[],
  name?: string,
): asserts values is Record<string, unknown> {
  checkNames(
    values,
    rules.map(([key]) => key),
    name,
  )
  for (const [key, expected, isValid] of rules) {
    if (isValid(values[key])) continue
    throw new TypeError(`${name === undefined ? '' : `${name}.`}${key} must be ${expected}.`)
  }
}
