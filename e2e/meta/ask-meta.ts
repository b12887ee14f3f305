import { createRequire } from 'node:module'

import type { PiiKey } from '@conversion-capi/core/protocol'
import { PII_DATA_TYPE, ParamBuilder, type PiiDataType } from 'capi-param-builder-nodejs'

const require = createRequire(import.meta.url)
const builder = new ParamBuilder(['school.example'])

/**
 * What Meta's own library makes of personal data.
 *
 * @returns What it lets through, as it is; what it hashes, without the appendix it adds to say so;
 *   `undefined` when it finds nothing usable.
 */
export function hashAsMeta(key: PiiKey, value: string): string | undefined {
  const hashed = builder.getNormalizedAndHashedPII(value, DATA_TYPES[key]) ?? undefined
  return hashed === value.trim() ? hashed : hashed?.slice(0, hashed.lastIndexOf('.'))
}

/** The text that Meta's library would hash; `null` or empty when nothing usable remains. */
export function normalizeAsMeta(key: PiiKey, value: string): string | null {
  return getNormalizedPII(value, DATA_TYPES[key])
}

/** Meta's own SHA-256. */
export const { sha256_main: sha256AsMeta } =
  require('capi-param-builder-nodejs/src/piiUtil/sha256_with_dependencies_new.js') as {
    sha256_main: (text: string) => string
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
