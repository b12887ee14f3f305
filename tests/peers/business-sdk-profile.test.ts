import { createHash } from 'node:crypto'

import { ServerSideUtils } from 'facebook-nodejs-business-sdk'
import { describe, expect, it } from 'vitest'

import { hashProfile } from '../../packages/core/src/lib/pii/hash-profile.ts'
import type { ProfileKey } from '../../packages/core/src/protocol.ts'

/** A value, and what the SDK and our code hash. `undefined` is not sent; the SDK throws for `null`. */
type Comparison = [
  key: ProfileKey,
  value: string,
  sdk: string | null | undefined,
  ours: string | undefined,
]

const EQUAL: [key: ProfileKey, value: string, normalized: string | undefined][] = [
  ['ct', 'New York', 'newyork'],
  ['ct', 'Zürich', 'zürich'],
  ['ct', 'Москва', 'москва'],
  ['ct', 'Saint-Denis (Paris)', 'saintdenisparis'],
  ['st', 'CA', 'ca'],
  ['st', 'New South Wales', 'newsouthwales'],
  ['zp', 'M1 1AE', 'm11ae'],
  ['zp', '94035-1234', '94035'],
  ['zp', '7', undefined],
  ['country', 'US', 'us'],
  ['country', ' gb ', 'gb'],
  ['ge', 'Female', 'f'],
  ['ge', 'm.', 'm'],
  ['ge', 'other', undefined],
]

const DIFFERENT: Comparison[] = [
  // The SDK removes only digits, white space, parentheses, periods and hyphens.
  ['ct', "L'Aquila", "l'aquila", 'laquila'],
  ['ct', 'Area 51', 'area', 'area51'],
  ['st', 'California', 'california', 'ca'],
  ['st', "Valle d'Aosta", "valled'aosta", 'valledaosta'],
  // It cuts a zip code at the first hyphen, as only American ones need.
  ['zp', '01310-100', '01310', '01310100'],
  ['zp', '00-950', '00', '00950'],
  ['zp', '940351234', '940351234', '94035'],
  // It knows no names, and throws for anything but a code of two letters.
  ['country', 'United States', null, 'us'],
  ['country', 'UK', null, 'gb'],
  ['country', 'USA', null, 'us'],
  ['country', 'Utopia', null, undefined],
  ['ge', 'woman', undefined, 'f'],
  // It normalizes the day, the month and the year of a birth in separate fields, and hashes `db` as it is.
  ['db', '2/16/1997', '2/16/1997', '19970216'],
  ['db', '1997-02-16', '1997-02-16', '19970216'],
]

describe('hashProfile', () => {
  it.each(EQUAL)('hashes what the business SDK hashes for %s %s: %s', (key, value, normalized) => {
    expect(hashProfile(key, value)).toBe(sha256(normalized))
    expect(hashAsSdk(key, value)).toBe(sha256(normalized))
  })

  it.each(DIFFERENT)('differs from the business SDK for %s %s: %s, ours %s', (...comparison) => {
    const [key, value, sdk, ours] = comparison
    expect(hashProfile(key, value)).toBe(sha256(ours))
    if (sdk === null) expect(() => hashAsSdk(key, value)).toThrow('Invalid country code')
    else expect(hashAsSdk(key, value)).toBe(sha256(sdk))
  })
})

function hashAsSdk(key: ProfileKey, value: string): string | undefined {
  return ServerSideUtils.normalizeAndHash(value, key) || undefined
}

function sha256(text: string | undefined): string | undefined {
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
}
