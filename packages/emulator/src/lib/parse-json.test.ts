import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseJson } from './parse-json.ts'

describe('parseJson()', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('gives undefined for any text that is not JSON', () => {
    expect(parseJson('')).toBeUndefined()
    expect(parseJson('{"a":1')).toBeUndefined()
  })

  it('gives undefined beyond 64 levels, however deep', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJson(nested(64))).toBeDefined()
    expect(parseJson(nested(65))).toBeUndefined()
    expect(parseJson(nested(200_000))).toBeUndefined()
  })
})
