import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { matchesEtag } from './file-response.ts'

const opaque = fc.stringMatching(/^[!#-~]{0,12}$/).map((text) => `"${text}"`)
const tag = fc.tuple(fc.constantFrom('', 'W/'), opaque).map((parts) => parts.join(''))

describe('matchesEtag()', () => {
  it('returns false without the header', () => {
    expect(matchesEtag(null, '"a"')).toBe(false)
  })

  it.each(['*', ' * '])('matches any ETag for %j', (ifNoneMatch) => {
    expect(matchesEtag(ifNoneMatch, '"a"')).toBe(true)
  })

  it.each(['', 'a', '"', '"b"', '"a', '"*"', '"a "'])('returns false for %j', (ifNoneMatch) => {
    expect(matchesEtag(ifNoneMatch, '"a"')).toBe(false)
  })

  it('matches exactly the ETags in the list, with or without commas in them', () => {
    fc.assert(
      fc.property(fc.array(tag), tag, fc.constantFrom(',', ', ', ' ,'), (tags, etag, comma) => {
        const isListed = tags.some((other) => withoutWeak(other) === withoutWeak(etag))
        expect(matchesEtag(tags.join(comma), etag)).toBe(isListed)
        expect(matchesEtag([...tags, etag].join(comma), etag)).toBe(true)
      }),
    )
  })
})

function withoutWeak(tag: string): string {
  return tag.replace(/^W\//, '')
}
