import { describe, expect, it } from 'vitest'

import { hashPii, type NationalPhone, normalizePii, toInternational } from '../../pii.ts'

const RUSSIA = { countryCode: '7', trunkPrefix: '8' }
const GERMANY = { countryCode: '49', trunkPrefix: '0' }

/** How the numbers of a country are written, and their international form. */
const COUNTRIES: Record<string, { rule: NationalPhone; numbers: Record<string, string> }> = {
  'Poland, without a trunk prefix': {
    rule: { countryCode: '48' },
    numbers: {
      '601 234 567': '48601234567',
      '601 200 560': '48601200560',
      '48 123 45 67': '48481234567', // Area code 48 (Radom)
      '48 601 234 567': '48601234567',
      '+48 601 234 567': '48601234567',
      '0048 601 234 567': '48601234567',
      '380 67 123 45 67': '380671234567', // Ukraine
    },
  },
  'Spain, without a trunk prefix': {
    rule: { countryCode: '34' },
    numbers: {
      '612 34 56 78': '34612345678',
      '34 612 34 56 78': '34612345678',
      '+34 612 34 56 78': '34612345678',
    },
  },
  'Norway, without a trunk prefix': {
    rule: { countryCode: '47' },
    numbers: {
      '412 34 567': '4741234567',
      '47 12 34 56': '4747123456', // A mobile number that starts with 47
      '47 412 34 567': '4741234567',
      '+47 47 12 34 56': '4747123456',
    },
  },
  'Denmark, without a trunk prefix': {
    rule: { countryCode: '45' },
    numbers: {
      '20 12 34 56': '4520123456',
      '45 12 34 56': '4545123456',
      '45 20 12 34 56': '4520123456',
    },
  },
  'Italy, which keeps its leading 0': {
    rule: { countryCode: '39' },
    numbers: {
      '06 1234 5678': '390612345678',
      '320 123 4567': '393201234567',
      '391 123 4567': '393911234567', // Mobile prefix 391
      '39 320 123 4567': '393201234567',
      '+39 06 1234 5678': '390612345678',
      '+39 (0)6 1234 5678': '390612345678',
    },
  },
  'Russia, with trunk prefix 8': {
    rule: { countryCode: '7', trunkPrefix: '8' },
    numbers: {
      '8 (912) 345-67-89': '79123456789',
      '(8 912) 345-67-89': '79123456789',
      '+7 (912) 345-67-89': '79123456789',
      '7 912 345 67 89': '79123456789',
      '912 345 67 89': '79123456789',
      '701 234 56 78': '77012345678', // Kazakhstan
      ' +8 613 800 138 000': '8613800138000',
      '008 613 800 138 000': '8613800138000',
      '380 67 123 45 67': '380671234567',
    },
  },
  'Germany, with trunk prefix 0': {
    rule: { countryCode: '49', trunkPrefix: '0' },
    numbers: {
      '0171 2345678': '491712345678',
      '(0171) 2345678': '491712345678',
      '04921 12345': '49492112345', // Area code 4921 (Emden)
      '171 2345678': '491712345678',
      '49 171 2345678': '491712345678',
      '+49 171 2345678': '491712345678',
      '0049 171 2345678': '491712345678',
      '+49 (0) 171 2345678': '491712345678',
      '0049 (0)171/2345678': '491712345678',
      '49 (0) 171 2345678': '491712345678',
      '(0) 171 2345678': '491712345678',
    },
  },
  'United States, with trunk prefix 1': {
    rule: { countryCode: '1', trunkPrefix: '1' },
    numbers: {
      '(212) 555-0123': '12125550123',
      '1 212 555 0123': '12125550123',
      '+1 212 555 0123': '12125550123',
    },
  },
  'United States, without a trunk prefix': {
    rule: { countryCode: '1' },
    numbers: { '212-555-0123': '12125550123', '1-212-555-0123': '12125550123' },
  },
}

describe.each(Object.entries(COUNTRIES))('toInternational, %s', (_, { rule, numbers }) => {
  it.each(Object.entries(numbers))('converts %j to %s', (phone, international) => {
    expect(normalizePii('ph', toInternational(phone, rule))).toBe(international)
  })
})

describe('toInternational', () => {
  it.each(['', ' ', '---', 'call me'])('adds no country code to %j', (phone) => {
    for (const { rule } of Object.values(COUNTRIES)) {
      expect(toInternational(phone, rule)).toBe(phone)
    }
  })

  it('returns a digest unchanged, even if it starts with the trunk prefix', () => {
    const digest = `8${'a'.repeat(63)}`
    expect(hashPii('ph', toInternational(digest, RUSSIA))).toBe(digest)
    expect(hashPii('ph', toInternational(`0cc${'a'.repeat(29)}`, GERMANY))).toBeUndefined()
  })
})
