import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseJson } from './request-body.ts'

describe('parseJson()', () => {
  it('returns the same value as JSON.parse', () => {
    fc.assert(
      fc.property(json({ maxDepth: 10 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('returns undefined if the string is not JSON', () => {
    expect(parseJson('')).toBeUndefined()
    expect(parseJson('{"a":1')).toBeUndefined()
  })

  it('returns undefined for more than 64 levels, at any depth', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJson(nested(64))).toBeDefined()
    expect(parseJson(nested(65))).toBeUndefined()
    expect(parseJson(nested(200_000))).toBeUndefined()
  })
})
