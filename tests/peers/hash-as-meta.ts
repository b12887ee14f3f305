import { createRequire } from 'node:module'

import type { PiiKey } from '@conversion-capi/core/protocol'
import { PII_DATA_TYPE, ParamBuilder, type PiiDataType } from 'capi-param-builder-nodejs'

const require = createRequire(import.meta.url)
const builder = new ParamBuilder(['school.example'])

/**
 * Normalizes and hashes a value with Meta's library.
 *
 * @returns A digest: unchanged if the value is one, otherwise without the appendix that the library adds.
 *   `undefined` if nothing usable remains.
 */
export function hashAsMeta(key: PiiKey, value: string): string | undefined {
  const hashed = builder.getNormalizedAndHashedPII(value, DATA_TYPES[key]) ?? undefined
  return hashed === value.trim() ? hashed : hashed?.slice(0, hashed.lastIndexOf('.'))
}

/** Returns the string that Meta's library hashes, or `null` or an empty string if nothing usable remains. */
export function normalizeAsMeta(key: PiiKey, value: string): string | null {
  return getNormalizedPII(value, DATA_TYPES[key])
}

const { getNormalizedPII } = require('capi-param-builder-nodejs/src/piiUtil/PIIUtil.js') as {
  getNormalizedPII: (value: string, type: PiiDataType) => string | null
}

const DATA_TYPES: Record<PiiKey, PiiDataType> = {
  em: PII_DATA_TYPE.EMAIL,
  ph: PII_DATA_TYPE.PHONE,
  fn: PII_DATA_TYPE.FIRST_NAME,
  ln: PII_DATA_TYPE.LAST_NAME,
}
