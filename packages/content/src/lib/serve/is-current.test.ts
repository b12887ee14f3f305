import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isCurrent } from './is-current.ts'

const opaque = fc.stringMatching(/^[!#-~]{0,12}$/).map((text) => `"${text}"`)
const tag = fc.tuple(fc.constantFrom('', 'W/'), opaque).map((parts) => parts.join(''))

describe('isCurrent()', () => {
  it('is false without the header', () => {
    expect(isCurrent(null, '"a"')).toBe(false)
  })

  it.each(['*', ' * '])('is true of any version for %j', (ifNoneMatch) => {
    expect(isCurrent(ifNoneMatch, '"a"')).toBe(true)
  })

  it.each(['', 'a', '"', '"b"', '"a', '"*"', '"a "'])('is false of %j', (ifNoneMatch) => {
    expect(isCurrent(ifNoneMatch, '"a"')).toBe(false)
  })

  it('finds exactly the versions that are in the list, commas within them or not', () => {
    fc.assert(
      fc.property(fc.array(tag), tag, fc.constantFrom(',', ', ', ' ,'), (tags, etag, comma) => {
        const isListed = tags.some((other) => withoutWeak(other) === withoutWeak(etag))
        expect(isCurrent(tags.join(comma), etag)).toBe(isListed)
        expect(isCurrent([...tags, etag].join(comma), etag)).toBe(true)
      }),
    )
  })
})

function withoutWeak(tag: string): string {
  return tag.replace(/^W\//, '')
}
