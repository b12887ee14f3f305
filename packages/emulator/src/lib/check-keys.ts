import { isRecord } from './is-record.ts'

/** Refuses what is no object and every key that is not known: a typo must not pass for a default. */
export function checkKeys(
  value: unknown,
  name: string,
  known: readonly string[],
): Record<string, unknown> {
  if (!isRecord(value)) throw new TypeError(`Emulator: ${name} must be an object`)
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw new TypeError(`Emulator: ${name} has no "${unknown}", only ${known.join(', ')}`)
  }
  return value
}
