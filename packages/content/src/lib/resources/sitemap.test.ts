import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { sitePath } from '../school/fields.ts'
import type { Page } from '../school/school-schema.ts'
import { type ListedUrl, readSitemap } from './read-sitemap.fixture.ts'
import { absoluteUrl } from '../url.ts'
import { sitemap } from './sitemap.ts'

describe('sitemap()', () => {
  it('lists the school’s pages, their variants and the generated pages', () => {
    const file = sitemap(smallSchool({ verified: '2026-11-20' }))

    expect(readSitemap(file.body).map(({ loc, lastmod }) => [loc, lastmod])).toEqual([
      ['https://polaris.example/', '2026-09-01'],
      ['https://polaris.example/programs/physics.html', '2026-08-20'],
      ['https://polaris.example/ru/programs/physics.html', '2026-08-20'],
      ['https://polaris.example/terms.html', undefined],
      ['https://polaris.example/for-llm/', '2026-11-20'],
      ['https://polaris.example/docs/api.html', undefined],
    ])
  })

  it('omits lastmod of the facts if they have no verification date', () => {
    const file = sitemap(smallSchool())

    expect(readSitemap(file.body)).toContainEqual({ loc: 'https://polaris.example/for-llm/' })
  })

  it('lists a generated page once if the school lists it as well', () => {
    const file = sitemap(
      smallSchool({
        verified: '2026-11-20',
        pages: [PHYSICS, { path: '/for-llm/', lastmod: '2026-10-10' }],
      }),
    )

    expect(readSitemap(file.body)).toEqual([
      { loc: 'https://polaris.example/programs/physics.html' },
      { loc: 'https://polaris.example/for-llm/', lastmod: '2026-10-10' },
      { loc: 'https://polaris.example/docs/api.html' },
    ])
  })

  it('lists every variant with all variants, itself included, and the page as x-default', () => {
    const page = {
      path: '/physics.html',
      lastmod: '2026-08-20',
      variants: { ru: '/ru/physics.html', ar: '/ar/فيزياء.html' },
    }
    const alternates = [
      ['en', 'https://polaris.example/physics.html'],
      ['ru', 'https://polaris.example/ru/physics.html'],
      ['ar', 'https://polaris.example/ar/%D9%81%D9%8A%D8%B2%D9%8A%D8%A7%D8%A1.html'],
      ['x-default', 'https://polaris.example/physics.html'],
    ]

    expect(read([{ path: '/' }, page])).toEqual([
      { loc: 'https://polaris.example/' },
      ...alternates.slice(0, 3).map(([, loc]) => ({ loc, lastmod: '2026-08-20', alternates })),
    ])
  })

  it('uses the language of the page if it has one', () => {
    const [url] = read([{ path: '/fr/', language: 'fr', variants: { en: '/' } }])

    expect(url!.alternates).toEqual([
      ['fr', 'https://polaris.example/fr/'],
      ['en', 'https://polaris.example/'],
      ['x-default', 'https://polaris.example/fr/'],
    ])
  })

  it('treats a page with a variant in its own language as the language selector', () => {
    const urls = read([{ path: '/', variants: { en: '/en/', ru: '/ru/' } }])

    expect(urls.map(({ loc }) => loc).sort()).toEqual([
      'https://polaris.example/',
      'https://polaris.example/en/',
      'https://polaris.example/ru/',
    ])
    expect(urls[0]!.alternates).toEqual([
      ['en', 'https://polaris.example/en/'],
      ['ru', 'https://polaris.example/ru/'],
      ['x-default', 'https://polaris.example/'],
    ])
  })

  it('declares no xhtml namespace for an empty list of variants', () => {
    expect(read([{ path: '/', variants: {} }])).toEqual([{ loc: 'https://polaris.example/' }])
  })

  it('writes URLs that read back equal for any path', () => {
    const oddText = fc.string({
      unit: fc.constantFrom(...`&'"<>()[]]>;/.%?=+~éж中🙂-_a1`),
      maxLength: 30,
    })
    const anyPath = fc
      .oneof(oddText, fc.webPath(), fc.string({ unit: 'grapheme' }))
      .map((text) => `/${text}`)
      .filter((text) => sitePath().safeParse(text).success)

    fc.assert(
      fc.property(anyPath, anyPath, (own, variant) => {
        fc.pre(absoluteUrl(site, own) !== absoluteUrl(site, variant))
        const [alone, first, second] = read([
          { path: own },
          { path: own, variants: { ru: variant } },
        ])

        expect(alone!.loc).toBe(absoluteUrl(site, own))
        expect([first!.loc, second!.loc]).toEqual([
          absoluteUrl(site, own),
          absoluteUrl(site, variant),
        ])
        expect(second!.alternates).toEqual([
          ['en', absoluteUrl(site, own)],
          ['ru', absoluteUrl(site, variant)],
          ['x-default', absoluteUrl(site, own)],
        ])
      }),
      { numRuns: 200 },
    )
  })
})

const site = { url: 'https://polaris.example' }

/** Returns what the sitemap lists of some pages. */
function read(pages: Page[]): ListedUrl[] {
  return readSitemap(sitemap({ ...smallSchool(), pages }).body).slice(0, -2)
}

const PHYSICS = { path: '/programs/physics.html' }
