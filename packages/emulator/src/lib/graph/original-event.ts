import { isJsonObject } from '@conversion-capi/core/protocol'

import { type ExplainedError, typeError } from '../graph-error.ts'

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/original-event
const SUBFIELDS = new Map([
  ['event_name', 'a string'],
  ['event_time', 'an integer, in Unix seconds'],
  ['order_id', 'a string'],
  ['event_id', 'a string'],
])

/** Validates the types of `original_event_data`, all of whose subfields are optional. */
export function validateOriginalEvent(value: unknown): ExplainedError | undefined {
  if (value === undefined) return undefined
  if (!isJsonObject(value)) return typeError('original_event_data', 'an object')
  for (const [name, expected] of SUBFIELDS) {
    const subfield = value[name]
    const isValid = name === 'event_time' ? Number.isSafeInteger : isString
    if (subfield !== undefined && !isValid(subfield)) {
      return typeError(`original_event_data.${name}`, expected)
    }
  }
  return undefined
}

/**
 * Finds what Meta cannot use in a valid `original_event_data`. Whether Meta rejects subfields that it does not document
 * is not known, so they are no errors.
 *
 * @param value The valid value, or `undefined`.
 * @param eventTime The `event_time` of the event that has it.
 */
export function findOriginalEventWarnings(value: unknown, eventTime: number): string[] {
  if (!isJsonObject(value)) return []
  const names = Object.keys(value)
  const { event_time } = value
  return [
    ...(names.every((name) => SUBFIELDS.has(name))
      ? []
      : [
          `original_event_data has a key that Meta does not document. Use only ${[...SUBFIELDS.keys()].join(', ')}.`,
        ]),
    ...(typeof event_time === 'number' && event_time > eventTime
      ? [
          'original_event_data.event_time is after event_time. Send the time of the earlier event in Unix seconds.',
        ]
      : []),
  ]
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}
