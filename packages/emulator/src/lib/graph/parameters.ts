import { isJsonObject, type JsonObject, MAX_AGE_DAYS } from '@conversion-capi/core/protocol'

import { type ExplainedError, typeError } from '../http/graph-error.ts'
import { isString, optional, type TypeRule } from '../type-rule.ts'

/** The ages of all sources of Meta, also of the one that our sender does not send. */
export const MAX_AGES: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ ...MAX_AGE_DAYS, app: 7, business_messaging: 7 }),
)

// Meta documents `client_user_agent` and `event_source_url` as required for websites but accepts
// events without them.
const PARAMETERS: TypeRule[] = [
  ['event_name', 'a non-empty string', (value) => isString(value) && value.trim() !== ''],
  ['event_time', 'an integer, in Unix seconds', Number.isSafeInteger],
  ['action_source', `one of ${[...MAX_AGES.keys()].join(', ')}`, (value) => MAX_AGES.has(value)],
  ['user_data', 'an object', isJsonObject],
  ['event_id', 'a string', optional(isString)],
  ['event_source_url', 'a string', optional(isString)],
  ['referrer_url', 'a string', optional(isString)],
  ['custom_data', 'an object', optional(isJsonObject)],
  ['messaging_channel', 'whatsapp, messenger or instagram', optional(isChannel)],
  ['opt_out', 'true or false', optional((value) => typeof value === 'boolean')],
  ['original_event_data', 'an object', optional(isJsonObject)],
]

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event and the
// parameters of Meta's SDK. `advertiser_tracking_enabled` belongs in `app_data`: Meta rejects it here.
// https://github.com/facebook/facebook-nodejs-business-sdk/issues/258
const EVENT_KEYS: ReadonlySet<string> = new Set([
  ...PARAMETERS.map(([name]) => name),
  'advanced_measurement_table',
  'app_data',
  'attribution_data',
  'customer_segmentation',
  'data_processing_options',
  'data_processing_options_country',
  'data_processing_options_state',
  'event_transaction_time',
  'extinfo',
])

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/original-event
const ORIGINAL_EVENT: TypeRule[] = [
  ['event_name', 'a string', optional(isString)],
  ['event_time', 'an integer, in Unix seconds', optional(Number.isSafeInteger)],
  ['order_id', 'a string', optional(isString)],
  ['event_id', 'a string', optional(isString)],
]
export const ORIGINAL_KEYS: readonly string[] = ORIGINAL_EVENT.map(([name]) => name)

function isChannel(value: unknown): boolean {
  return ['whatsapp', 'messenger', 'instagram'].includes(value as never)
}

export function findTypeError(event: JsonObject): ExplainedError | undefined {
  const original = (event.original_event_data ?? {}) as JsonObject
  const rule = PARAMETERS.find(([name, , isValid]) => !isValid(event[name]))
  if (rule) return typeError(rule[0], rule[1])
  const part = ORIGINAL_EVENT.find(([name, , isValid]) => !isValid(original[name]))
  return part && typeError(`original_event_data.${part[0]}`, part[1])
}

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

/** The first and the last code of a state: 1000 is California, 1013 is Rhode Island. */
const STATES = { first: 1000, last: 1013 }

/**
 * Validates the data processing options of an event with valid types. Without `LDU`, Meta ignores country and state.
 *
 * @see https://developers.facebook.com/docs/marketing-apis/data-processing-options
 */
export function validateDataProcessing(event: JsonObject): ExplainedError | undefined {
  const {
    data_processing_options: options = [],
    data_processing_options_country: country,
    data_processing_options_state: state,
    user_data,
  } = event
  if (!Array.isArray(options) || options.some((option) => option !== 'LDU')) {
    return typeError('data_processing_options', '["LDU"] or []')
  }
  if (options.length === 0 || (country === 1 && isState(state))) return undefined

  if (country !== 0 || state !== 0) return INVALID_COMBINATION
  const { client_ip_address } = isJsonObject(user_data) ? user_data : {}
  return client_ip_address ? undefined : NO_LOCATION
}

function isState(code: unknown): boolean {
  return Number.isSafeInteger(code) && Number(code) >= STATES.first && Number(code) <= STATES.last
}

const FIX =
  'Send data_processing_options_country 1 and the code of the state (1000 is California), or 0 for both and ' +
  'client_ip_address, so that Meta derives the location from the IP.'

// The title is Meta's. Its subcode is not known.
// https://github.com/facebook/facebook-nodejs-business-sdk/issues/200
const INVALID_COMBINATION: ExplainedError = {
  title: 'Invalid Values for Country and State Data Processing Options',
  problem:
    'The country and state of data_processing_options are missing or not a valid combination.',
  fix: FIX,
}

// Meta documents that the state is required without an IP, but neither its response nor a subcode for it. The subcode of
// "Limited Data Use Selection Required" was returned in July 2020 for events without data_processing_options.
const NO_LOCATION: ExplainedError = {
  title: 'Location Required for Limited Data Use',
  problem:
    'Meta cannot derive the state of limited data use, because client_ip_address is missing.',
  fix: FIX,
}
