import { describe, expect, it } from 'vitest'

import { hashPii, normalizePii, toInternational } from '../pii.ts'

const RUSSIA = { countryCode: '7', trunkPrefix: '8' }
const GERMANY = { countryCode: '49', trunkPrefix: '0' }

describe('toInternational', () => {
  it.each([
    ['8 (912) 345-67-89', '79123456789'],
    ['(8 912) 345-67-89', '79123456789'],
    ['+7 (912) 345-67-89', '79123456789'],
    [' +8 613 800 138 000', '8613800138000'],
    ['7 912 345 67 89', '79123456789'],
    ['008 613 800 138 000', '8613800138000'],
    ['912 345 67 89', '9123456789'],
  ])('converts %j to %s with country code 7 and trunk prefix 8', (phone, digits) => {
    expect(normalizePii('ph', toInternational(phone, RUSSIA))).toBe(digits)
  })

  it.each([
    ['0171 2345678', '491712345678'],
    ['(0171) 2345678', '491712345678'],
    ['+49 171 2345678', '491712345678'],
    ['0049 171 2345678', '491712345678'],
  ])('converts %j to %s with country code 49 and trunk prefix 0', (phone, digits) => {
    expect(normalizePii('ph', toInternational(phone, GERMANY))).toBe(digits)
  })

  it('returns a digest unchanged, even if it starts with the trunk prefix', () => {
    const digest = `8${'a'.repeat(63)}`
    expect(hashPii('ph', toInternational(digest, RUSSIA))).toBe(digest)
    expect(hashPii('ph', toInternational(`0cc${'a'.repeat(29)}`, GERMANY))).toBeUndefined()
  })
})
