import { describe, expect, it } from 'vitest'

import { checkLinkset } from './check-linkset.ts'

const A = 'https://a.example/'
const B = 'https://b.example/'

describe('checkLinkset()', () => {
  it('accepts the examples of RFC 9264', () => {
    const linkset = {
      linkset: [
        {
          anchor: 'https://example.net/bar',
          next: [
            {
              href: 'https://example.com/foo',
              type: 'text/html',
              hreflang: ['en', 'de'],
              title: 'Next chapter',
              'title*': [{ value: 'nächstes Kapitel', language: 'de' }],
              media: 'print',
              bar: ['barone', 'bartwo'],
              'bar*': [{ value: 'barval' }],
            },
          ],
          'https://example.org/relations/more': [{ href: 'mailto:a@example.com' }],
        },
        { anchor: 'https://example.net/boo', item: [{ href: 'https://example.com/foo' }] },
      ],
    }
    expect([...checkLinkset(linkset)]).toEqual([])
  })

  it.each<[problem: string, message: string, value: unknown]>([
    [
      'an array',
      'The document must be an object with the single member "linkset". Write { "linkset": [ … ] }.',
      [],
    ],
    [
      'another member besides the linkset',
      'The document must be an object with the single member "linkset". Write { "linkset": [ … ] }.',
      { linkset: [], profile: 'x' },
    ],
    [
      'a linkset that is one object',
      'linkset must be an array, even of one object. Write [ … ].',
      { linkset: { anchor: A } },
    ],
    [
      'a context that is a URL',
      'linkset[0] must be an object. Write { "anchor": "…", … }.',
      { linkset: [A] },
    ],
    [
      'a missing anchor',
      'linkset[0].anchor must be an absolute URL. Write "https://…".',
      { linkset: [{ item: [{ href: B }] }] },
    ],
    [
      'a relative anchor',
      'linkset[0].anchor must be an absolute URL. Write "https://…".',
      { linkset: [{ anchor: '/', item: [{ href: B }] }] },
    ],
    [
      'two contexts with the same anchor',
      'linkset[1].anchor is the same as that of linkset[0]. Merge the two objects.',
      { linkset: [context({ item: [{ href: B }] }), context({ next: [{ href: B }] })] },
    ],
    [
      'a context without links',
      'linkset[0] has no links. Add a relation such as "item", or delete the object.',
      { linkset: [context({})] },
    ],
    [
      'a relation that is a URL, as in a draft of RFC 9727',
      'linkset[0].api-catalog must be an array of objects, even of one. Write [{ "href": "…" }].',
      { linkset: [context({ 'api-catalog': B })] },
    ],
    [
      'a relation that is one object',
      'linkset[0].item must be an array of objects, even of one. Write [{ "href": "…" }].',
      { linkset: [context({ item: { href: B } })] },
    ],
    [
      'a relation without targets',
      'linkset[0].item must be an array of objects, even of one. Write [{ "href": "…" }].',
      { linkset: [context({ item: [] })] },
    ],
    [
      'a relation in upper case',
      'linkset[0].Item is not a relation. Write a registered name in lower case, or an absolute URL.',
      { linkset: [context({ Item: [{ href: B }] })] },
    ],
    [
      'a target that is a URL',
      'linkset[0].item[0] must be an object. Write { "href": "…" }.',
      { linkset: [context({ item: [B] })] },
    ],
    [
      'a target without a URL',
      'linkset[0].item[0].href must be an absolute URL. Write "https://…".',
      { linkset: [context({ item: [{}] })] },
    ],
    [
      'a relative target',
      'linkset[0].item[0].href must be an absolute URL. Write "https://…".',
      { linkset: [context({ item: [{ href: '/b' }] })] },
    ],
    [
      'a relation in a target',
      'linkset[0].item[0].rel is not allowed in a target. Write the anchor beside the relation, and the relation as the name of the member.',
      { linkset: [context({ item: [{ href: B, rel: 'item' }] })] },
    ],
    [
      'a language outside an array',
      'linkset[0].item[0].hreflang must be an array of strings, even of one. Write ["…"].',
      { linkset: [context({ item: [{ href: B, hreflang: 'en' }] })] },
    ],
    [
      'an array of titles',
      'linkset[0].item[0].title must be a string. Write "…".',
      { linkset: [context({ item: [{ href: B, title: ['b'] }] })] },
    ],
    [
      'an invalid media type',
      'linkset[0].item[0].type must be a media type. Write one such as "text/html".',
      { linkset: [context({ item: [{ href: B, type: 'html' }] })] },
    ],
    [
      'an international title that is a string',
      'linkset[0].item[0].title* must be an array of texts with their languages. Write [{ "value": "…", "language": "en" }].',
      { linkset: [context({ item: [{ href: B, 'title*': 'b' }] })] },
    ],
    [
      'an international title with an unknown member',
      'linkset[0].item[0].title* must be an array of texts with their languages. Write [{ "value": "…", "language": "en" }].',
      { linkset: [context({ item: [{ href: B, 'title*': [{ value: 'b', lang: 'en' }] }] })] },
    ],
    [
      'an extension attribute that is a string',
      'linkset[0].item[0].version must be an array of strings, even of one. Write ["…"].',
      { linkset: [context({ item: [{ href: B, version: '1' }] })] },
    ],
  ])('reports %s', (_, message, value) => {
    expect([...checkLinkset(value)]).toEqual([message])
  })
})

function context(relations: object): object {
  return { anchor: A, ...relations }
}
