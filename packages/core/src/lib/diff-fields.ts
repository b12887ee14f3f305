import { type JsonObject, USER_DATA_KEYS } from '../protocol.ts'
import { toFieldName } from './walk-json.ts'

/** A field of a request that is not forwarded. */
export interface DroppedField {
  /** Path of the field, for example `user_data.client_ip_address` or `custom_data.contents.0.price`. Never contains the field's value. */
  key: string
  /**
   * `unknown`: the specification has no such field. `malformed`: the value is empty, has the wrong type, is nested
   * too deeply, or is a number that JavaScript cannot represent. `unhashed`: the field appears to contain personal
   * data that is not hashed; only `createSender` drops it.
   */
  reason: 'unknown' | 'malformed' | 'unhashed'
}

/**
 * Lists the fields of a request body that the parsed event does not contain (decision 5).
 *
 * Keys come from the browser too: a key that does not look like a field name could be an email or a phone
 * number and is listed as `(other)`.
 *
 * @param input The parsed JSON of the request body.
 * @param event The event parsed from it.
 */
export function diffFields(
  input: JsonObject,
  event: { user_data?: object | undefined },
): DroppedField[] {
  const userData = input['user_data'] as object
  const droppedUserData = event.user_data
    ? diffKeys('user_data.', USER_DATA_KEYS, userData, event.user_data)
    : []
  return [...diffKeys('', OPTIONAL_KEYS, input, event), ...droppedUserData]
}

/** The fields that can be malformed without a rejection. */
const OPTIONAL_KEYS = ['event_source_url', 'user_data', 'custom_data']

function diffKeys(
  path: string,
  knownKeys: readonly string[],
  input: object,
  output: object,
): DroppedField[] {
  return Object.entries(input)
    .filter(([key, value]) => isReduced(value, getOwn(output, key)))
    .map(([key]) => ({
      key: path + toFieldName(key),
      reason: knownKeys.includes(key) ? 'malformed' : 'unknown',
    }))
}

function getOwn(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key as keyof typeof object] : undefined
}

/** Returns whether a value was dropped, or a list lost some of its items. */
function isReduced(input: unknown, output: unknown): boolean {
  if (Array.isArray(input) && Array.isArray(output)) return output.length < input.length
  return output === undefined
}
