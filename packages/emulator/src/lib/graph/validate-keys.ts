import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import type { ExplainedError } from '../http/graph-error.ts'
import { EVENT_KEYS } from './parameters.ts'

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/custom-data#contents,
// Meta's SDK, and for `price`, the offline events.
const CONTENT_KEYS = new Set([
  'brand',
  'category',
  'delivery_category',
  'description',
  'id',
  'item_price',
  'price',
  'quantity',
  'title',
])

/** Meta accepts only its own keys in an event and in `custom_data.contents`. All other keys of `custom_data` are allowed. */
export function validateKeys(event: JsonObject, index: number): ExplainedError | undefined {
  const path = `$['data'][${index}]`
  const { contents } = (event.custom_data ?? {}) as JsonObject
  return (
    findUnexpectedKey(event, EVENT_KEYS, path) ??
    (contents === undefined ? undefined : validateContents(contents, path))
  )
}

function validateContents(contents: unknown, eventPath: string): ExplainedError | undefined {
  const path = `${eventPath}['custom_data']['contents']`
  // https://github.com/facebookincubator/ConversionsAPI-Tag-for-GoogleTagManager/issues/20
  if (!Array.isArray(contents)) {
    return {
      ...SCHEMA_ERROR,
      problem: 'custom_data.contents is not an array.',
      fix: `Send contents as an array of objects, ${EXAMPLE}`,
    }
  }

  for (const [index, item] of contents.entries()) {
    const error = isJsonObject(item)
      ? findUnexpectedKey(item, CONTENT_KEYS, `${path}[${index}]`)
      : // https://support.taggrs.io/en/articles/3130242
        {
          error_subcode: 2804008,
          title: 'Invalid Contents Parameter',
          problem: `custom_data.contents[${index}] is not an object.`,
          fix: `Send each item as an object, ${EXAMPLE}`,
        }
    if (error) return error
  }
  return undefined
}

// https://community.stape.io/t/http-status-code-400-invalid-parameter-unexpected-key-index/1753
function findUnexpectedKey(
  object: JsonObject,
  knownKeys: ReadonlySet<string>,
  path: string,
): ExplainedError | undefined {
  const key = Object.keys(object).find((name) => !knownKeys.has(name))
  if (key === undefined) return undefined

  const name = quoteKey(key)
  const place = knownKeys === EVENT_KEYS ? 'an event' : 'an item of custom_data.contents'
  return {
    ...SCHEMA_ERROR,
    message: `Unexpected key ${name} on param "${path}".`,
    problem: `The key ${name} is not allowed in ${place}.`,
    fix:
      knownKeys === EVENT_KEYS
        ? 'Remove the key, or move it to custom_data, where Meta accepts any key.'
        : `Use only ${[...CONTENT_KEYS].join(', ')}.`,
  }
}

const SCHEMA_ERROR = {
  error_subcode: 2804019,
  title: 'Server Side Api Parameter Error',
}

const EXAMPLE = 'for example [{"id": "ABC123", "quantity": 2}].'

/** Quotes a key for a message, unless it could be a token, an email or a phone number. */
export function quoteKey(key: string): string {
  return /^[a-z]\w{0,39}$/i.test(key) ? `"${key}"` : '(not shown)'
}
