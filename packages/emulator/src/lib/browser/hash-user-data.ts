import { hashPii, hashProfile, sha256Hex } from '@conversion-capi/core/pii'
import {
  PII_KEYS,
  type PiiKey,
  PROFILE_KEYS,
  type ProfileKey,
} from '@conversion-capi/core/protocol'

/**
 * Normalizes and hashes the user data of `fbq('init', id, userData)`, as Meta's pixel does. Hashes stay as they are.
 *
 * The proxy's rules apply to the values. Meta's pixel 2.9.324 differs in details, for example in cities with
 * letters other than Latin ones. It also guesses: it copies an `external_id` that looks like a phone number to `ph`.
 *
 * @see https://developers.facebook.com/documentation/meta-pixel/advanced/advanced-matching
 */
export function hashUserData(userData: unknown): {
  hashed: Record<string, string>
  problems: string[]
} {
  if (userData === undefined || userData === null) return { hashed: {}, problems: [] }
  if (typeof userData !== 'object' || Array.isArray(userData)) {
    return { hashed: {}, problems: ['The user data of init must be an object. It was not sent.'] }
  }
  const entries = Object.entries(userData)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]: [string, unknown]) => [key, hashValue(key, value)] as const)
  return {
    hashed: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    problems: entries
      .filter(([, hash]) => hash === undefined)
      .map(([key]) => `${key} of init is not usable and was not sent. Pass one valid value.`),
  }
}

function hashValue(key: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (isOneOf(PII_KEYS, key)) return hashPii(key, text)
  if (isOneOf(PROFILE_KEYS, key)) return hashProfile(key, text)
  return hashId(text)
}

function isOneOf<Key extends PiiKey | ProfileKey>(keys: readonly Key[], key: string): key is Key {
  return (keys as readonly string[]).includes(key)
}

/** Returns the hash that Meta's pixel sends for an `external_id` or its hash. */
export function hashId(id: string): string {
  const normalized = id.replace(/\s+/g, '').toLowerCase()
  return /^[\da-f]{64}$/.test(normalized) ? normalized : sha256Hex(normalized)
}
