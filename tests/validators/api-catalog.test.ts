import { describe, expect, it } from 'vitest'

import { checkLinkset } from './lib/check-linkset.ts'
import { findResource } from './lib/resources.ts'
import { schools } from './lib/schools.ts'

describe.each(schools)('/.well-known/api-catalog of %s', (_, school) => {
  const { body } = findResource(school, '/.well-known/api-catalog')

  it('is a valid linkset (RFC 9264)', () => {
    expect(checkLinkset(JSON.parse(body))).toEqual([])
  })
})

describe('checkLinkset()', () => {
  const anchor = 'https://polaris.example/'
  const href = 'https://polaris.example/openapi.json'

  it.each([
    ['an array', []],
    ['another member next to linkset', { linkset: [], title: 'Catalog' }],
    ['a context without relations', { linkset: [{ anchor }] }],
    ['a relative anchor', { linkset: [{ anchor: '/', item: [{ href }] }] }],
    [
      'two contexts with the same anchor',
      { linkset: [1, 2].map(() => ({ anchor, item: [{ href }] })) },
    ],
    ['a relation in a target', { linkset: [{ anchor, item: [{ href, rel: ['item'] }] }] }],
    ['a linkset that is an object', { linkset: { anchor } }],
    ['a context that is a string', { linkset: [anchor] }],
    ['a relation without targets', { linkset: [{ anchor, item: [] }] }],
    ['a target that is a string', { linkset: [{ anchor, 'api-catalog': href }] }],
    ['a target outside an array', { linkset: [{ anchor, item: { href } }] }],
    ['a target without an href', { linkset: [{ anchor, item: [{ title: 'API' }] }] }],
    ['a language outside an array', { linkset: [{ anchor, item: [{ href, hreflang: 'en' }] }] }],
    ['a title in an array', { linkset: [{ anchor, item: [{ href, title: ['API'] }] }] }],
    ['a title* that is a string', { linkset: [{ anchor, item: [{ href, 'title*': 'API' }] }] }],
    ['an invalid media type', { linkset: [{ anchor, item: [{ href, type: 'json' }] }] }],
    [
      'an extension attribute outside an array',
      { linkset: [{ anchor, item: [{ href, foo: 'bar' }] }] },
    ],
    ['an unregistered relation', { linkset: [{ anchor, sitemap: [{ href }] }] }],
  ])('rejects %s', (_, document) => {
    expect(checkLinkset(document)).toHaveLength(1)
  })

  it('accepts every attribute in its specified form', () => {
    const target = {
      href,
      type: 'application/json',
      hreflang: ['en', 'ru'],
      title: 'API',
      'title*': [{ value: 'API', language: 'en' }],
      media: 'print',
      foo: ['bar'],
    }
    const linkset = [{ anchor, item: [target], 'https://polaris.example/rels/own': [{ href }] }]
    expect(checkLinkset({ linkset })).toEqual([])
  })
})
