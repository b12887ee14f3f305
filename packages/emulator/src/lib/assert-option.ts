import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

/** Throws a `TypeError` if an option is invalid. The message omits the value: it may be a token. */
export function assertOption(isValid: boolean, name: string, expected: string): void {
  if (!isValid) throw new TypeError(`${name} must be ${expected}.`)
}

/** Throws a `TypeError` unless `value` is an object whose keys are all known. */
export function assertKnownKeys<Value>(
  value: Value,
  name: string,
  knownKeys: readonly string[],
): asserts value is Value & JsonObject {
  assertOption(isJsonObject(value), name, 'an object')
  const unknownKey = Object.keys(value as JsonObject).find((key) => !knownKeys.includes(key))
  if (unknownKey !== undefined) {
    throw new TypeError(
      `${name} has an unknown key "${unknownKey}". Use only ${knownKeys.join(', ')}.`,
    )
  }
}
