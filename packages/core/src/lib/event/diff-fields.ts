import type { JsonObject } from '../../protocol.ts'
import { toFieldName } from '../pii/walk-json.ts'

/** A field of a request that is not forwarded. */
export interface DroppedField {
  /** Path of the field, for example `user_data.client_ip_address` or `custom_data.contents.0.price`. Never contains the field's value. */
  key: string
  /**
   * `unknown`: the specification has no such field. `malformed`: the value is empty, has the wrong type, is nested
   * too deeply, or is a number that JavaScript cannot represent. `unhashed`: a field of `custom_data` is personal data
   * that is not hashed.
   */
  reason: 'unknown' | 'malformed' | 'unhashed'
}

/**
 * Lists the fields of a request body that the parsed event does not contain (decision 5).
 *
 * Keys come from the browser too: a key that does not look like a field name could be an email or a phone
 * number and is listed as `(other)`.
 *
 * @param event It and its `user_data` have all known keys.
 */
export function diffFields(
  input: JsonObject,
  event: { user_data?: object | undefined },
): DroppedField[] {
  const dropped: DroppedField[] = []
  diffKeys(dropped, '', input, event)
  if (event.user_data) {
    diffKeys(dropped, 'user_data.', input['user_data'] as JsonObject, event.user_data)
  }
  return dropped
}

/** Lists the fields of an object that the parsed object does not contain. */
export function diffKeys(
  dropped: DroppedField[],
  path: string,
  before: JsonObject,
  after: object,
): void {
  for (const key of Object.keys(before)) {
    const isKnown = Object.hasOwn(after, key)
    if (isKnown && !isReduced(before[key], (after as JsonObject)[key])) continue
    dropped.push({ key: path + toFieldName(key), reason: isKnown ? 'malformed' : 'unknown' })
  }
}

/** Returns whether a value was dropped, or a list lost some of its items. */
function isReduced(input: unknown, output: unknown): boolean {
  if (Array.isArray(input) && Array.isArray(output)) return output.length < input.length
  return output === undefined
}
