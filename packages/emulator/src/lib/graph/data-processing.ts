import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import { type ExplainedError, typeError } from '../http/graph-error.ts'

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
