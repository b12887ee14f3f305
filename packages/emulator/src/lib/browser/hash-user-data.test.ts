import { isHashed, sha256Hex } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hashUserData } from './hash-user-data.ts'

const HASH = 'a'.repeat(64)

describe('hashUserData()', () => {
  it.each<[userData: object, hashed: object]>([
    [
      { em: HASH, external_id: HASH.toUpperCase() },
      { em: HASH, external_id: HASH },
    ],
    [{ external_id: 42 }, { external_id: sha256Hex('42') }],
    [
      { ct: 'Menlo Park', country: 'US' },
      { ct: sha256Hex('menlopark'), country: sha256Hex('us') },
    ],
    [{ loyalty: 'Gold Card' }, { loyalty: sha256Hex('goldcard') }],
    [{ em: '', ph: null, fn: undefined }, {}],
  ])('hashes %j', (userData, hashed) => {
    expect(hashUserData(userData)).toEqual({ hashed, problems: [] })
  })

  it('returns only hashes of any value, and names every value that it leaves out', () => {
    const key = fc.oneof(
      fc.constantFrom('em', 'ph', 'fn', 'ln', 'external_id', 'ct', 'db', 'ge', '__proto__'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.dictionary(key, fc.anything()), (userData) => {
        const { hashed, problems } = hashUserData(userData)
        expect(Object.values(hashed).every(isHashed)).toBe(true)
        const given = Object.values(userData).filter(
          (value) => value !== undefined && value !== null && value !== '',
        )
        expect(Object.keys(hashed).length + problems.length).toBe(given.length)
      }),
    )
  })
})
