import { describe, expect, it } from 'vitest'

import { checkLinkset } from './check-linkset.ts'

const A = 'https://a.example/'
const B = 'https://b.example/'

describe('checkLinkset()', () => {
  it('finds nothing wrong in the examples of RFC 9264', () => {
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

  it.each<[what: string, fault: string, value: unknown]>([
    [
      'a list',
      'The document must be an object with the one member "linkset": write { "linkset": [ … ] }.',
      [],
    ],
    [
      'another member beside the linkset',
      'The document must be an object with the one member "linkset": write { "linkset": [ … ] }.',
      { linkset: [], profile: 'x' },
    ],
    [
      'a linkset that is one object',
      'linkset must be a list, even of one: write [ … ].',
      { linkset: { anchor: A } },
    ],
    [
      'a context that is an address',
      'linkset[0] must be an object: write { "anchor": "…", … }.',
      { linkset: [A] },
    ],
    [
      'no anchor',
      'linkset[0].anchor must be a whole address: write "https://…".',
      { linkset: [{ item: [{ href: B }] }] },
    ],
    [
      'a relative anchor',
      'linkset[0].anchor must be a whole address: write "https://…".',
      { linkset: [{ anchor: '/', item: [{ href: B }] }] },
    ],
    [
      'two contexts of one anchor',
      'linkset[1].anchor is that of linkset[0] already: make them one object.',
      { linkset: [context({ item: [{ href: B }] }), context({ next: [{ href: B }] })] },
    ],
    [
      'a context without links',
      'linkset[0] links nothing: add a relation such as "item", or delete it.',
      { linkset: [context({})] },
    ],
    [
      'a relation that is an address, as in a draft of RFC 9727',
      'linkset[0].api-catalog must be a list of objects, even of one: write [{ "href": "…" }].',
      { linkset: [context({ 'api-catalog': B })] },
    ],
    [
      'a relation that is one object',
      'linkset[0].item must be a list of objects, even of one: write [{ "href": "…" }].',
      { linkset: [context({ item: { href: B } })] },
    ],
    [
      'a relation without targets',
      'linkset[0].item must be a list of objects, even of one: write [{ "href": "…" }].',
      { linkset: [context({ item: [] })] },
    ],
    [
      'a relation in capitals',
      'linkset[0].Item is no relation: write a registered name in small letters, or a whole address.',
      { linkset: [context({ Item: [{ href: B }] })] },
    ],
    [
      'a target that is an address',
      'linkset[0].item[0] must be an object: write { "href": "…" }.',
      { linkset: [context({ item: [B] })] },
    ],
    [
      'a target without an address',
      'linkset[0].item[0].href must be a whole address: write "https://…".',
      { linkset: [context({ item: [{}] })] },
    ],
    [
      'a relative target',
      'linkset[0].item[0].href must be a whole address: write "https://…".',
      { linkset: [context({ item: [{ href: '/b' }] })] },
    ],
    [
      'a relation in a target',
      'linkset[0].item[0].rel has no place in a target: the anchor stands beside the relation, whose name is the member.',
      { linkset: [context({ item: [{ href: B, rel: 'item' }] })] },
    ],
    [
      'a language that is not in a list',
      'linkset[0].item[0].hreflang must be a list of texts, even of one: write ["…"].',
      { linkset: [context({ item: [{ href: B, hreflang: 'en' }] })] },
    ],
    [
      'titles in a list',
      'linkset[0].item[0].title must be one text: write "…".',
      { linkset: [context({ item: [{ href: B, title: ['b'] }] })] },
    ],
    [
      'a type that is none',
      'linkset[0].item[0].type must be a media type: write one such as "text/html".',
      { linkset: [context({ item: [{ href: B, type: 'html' }] })] },
    ],
    [
      'a title in a language that is one text',
      'linkset[0].item[0].title* must be a list of texts with their languages: write [{ "value": "…", "language": "en" }].',
      { linkset: [context({ item: [{ href: B, 'title*': 'b' }] })] },
    ],
    [
      'a title in a language with more in it',
      'linkset[0].item[0].title* must be a list of texts with their languages: write [{ "value": "…", "language": "en" }].',
      { linkset: [context({ item: [{ href: B, 'title*': [{ value: 'b', lang: 'en' }] }] })] },
    ],
    [
      'an attribute of its own that is one text',
      'linkset[0].item[0].version must be a list of texts, even of one: write ["…"].',
      { linkset: [context({ item: [{ href: B, version: '1' }] })] },
    ],
  ])('finds %s', (_, fault, value) => {
    expect([...checkLinkset(value)]).toEqual([fault])
  })
})

function context(relations: object): object {
  return { anchor: A, ...relations }
}
