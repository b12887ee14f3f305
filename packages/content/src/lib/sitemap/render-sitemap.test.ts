import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { absoluteUrl } from '../url.ts'
import { isoDate, sitePath } from '../school/fields.ts'
import type { Resource } from '../resource.ts'
import type { Page } from '../school/school-schema.ts'
import { type ListedUrl, readSitemap } from './read-sitemap.fixture.ts'
import { renderSitemap } from './render-sitemap.ts'

const site = { url: 'https://polaris.example', language: 'en' }

describe('renderSitemap()', () => {
  it('renders one file if everything fits', () => {
    expect(render([{ path: '/', lastmod: '2026-09-01' }, { path: '/terms.html' }])).toEqual([
      {
        path: '/sitemap.xml',
        contentType: 'application/xml; charset=utf-8',
        body: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://polaris.example/</loc><lastmod>2026-09-01</lastmod></url>
<url><loc>https://polaris.example/terms.html</loc></url>
</urlset>
`,
      },
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

  it('accepts the same paths as defineSchool', () => {
    const nearlyPath = fc.string({ unit: fc.constantFrom(...'//..~-_aZ0 %2e?#\\é('), maxLength: 8 })

    fc.assert(
      fc.property(nearlyPath, (text) => {
        const isValid = sitePath().safeParse(text).success
        const list = () => read([{ path: text }])

        if (isValid) expect(list()).toEqual([{ loc: absoluteUrl(site, text) }])
        else expect(list).toThrow(`The sitemap cannot list the page ${JSON.stringify(text)}: path `)
      }),
      { numRuns: 1000, examples: [['//a'], ['/a/../b'], ['/a/%2e%2e/b'], ['/.well-known/a']] },
    )
  })

  it('accepts the same days as defineSchool', () => {
    const twoDigits = fc
      .integer({ min: 0, max: 40 })
      .map((number) => String(number).padStart(2, '0'))
    const nearlyDay = fc.tuple(fc.constantFrom('2023', '2024', '0000'), twoDigits, twoDigits)

    fc.assert(
      fc.property(nearlyDay, (parts) => {
        const lastmod = parts.join('-')
        const isValid = isoDate().safeParse(lastmod).success
        const list = () => read([{ path: '/', lastmod }])

        if (isValid) expect(list()[0]!.lastmod).toBe(lastmod)
        else expect(list).toThrow('The sitemap cannot list the page "/": lastmod is invalid')
      }),
      { numRuns: 1500, examples: [[['2024', '02', '29']], [['2023', '02', '29']]] },
    )
  })

  it('throws an error that names the invalid page and its valid form', () => {
    expect(() => render([{ path: '/' }, { path: 'https://other.example/' }])).toThrow(
      'The sitemap cannot list the page "https://other.example/": path is invalid. Only pages of this site can be listed. Write a path that starts with a single slash, such as "/programs/physics.html".',
    )
    expect(() => render([{ path: '/a', lastmod: '2026-09-01T00:00:00Z' }])).toThrow(
      'The sitemap cannot list the page "/a": lastmod is invalid. Write an existing day as year-month-day, such as "2026-09-01".',
    )
    expect(() => render([{ path: '/a', variants: { 'not a tag': '/b' } }])).toThrow(
      'The sitemap cannot list the page "/a": variants.not a tag is invalid. Write a language tag, such as "en" or "pt-BR".',
    )
  })

  it('validates the days and languages of every page, after valid pages too', () => {
    const valid = { path: '/', lastmod: '2026-09-01', language: 'en' }
    expect(() => render([valid, { ...valid, lastmod: '2026-09-31' }])).toThrow('lastmod')
    expect(() => render([valid, { ...valid, language: 'e' }])).toThrow('language')
    expect(() => render([valid, { ...valid, variants: { e: '/e' } }])).toThrow('variants.e')
  })

  it('keeps the order of the pages', () => {
    const paths = Array.from({ length: 1234 }, (_, at) => `/${at}.html`)
    const urls = read(paths.map((path) => ({ path })))
    expect(urls.map(({ loc }) => loc)).toEqual(paths.map((path) => site.url + path))
  })

  it('accepts URLs of up to 2,047 characters', () => {
    const fitting = `/${'a'.repeat(2047 - site.url.length - 1)}`

    expect(read([{ path: fitting }])[0]!.loc).toHaveLength(2047)
    expect(() => render([{ path: `${fitting}a` }])).toThrow(
      /^The sitemap cannot list the page "\/a{99}…": its URL has 2048 characters/,
    )
  })

  it('throws if the site has an invalid URL', () => {
    expect(() => [
      ...renderSitemap({ url: 'http://polaris.example/', language: 'en' }, [{ path: '/' }]),
    ]).toThrow('The site of the sitemap: url is invalid')
  })

  it('throws if there are no pages', () => {
    expect(() => render([])).toThrow('The sitemap has no pages. List at least one.')
  })

  it('starts a new file after 50,000 URLs and ends with the index', () => {
    expect(render(manyPages(50_000)).map(({ path }) => path)).toEqual(['/sitemap.xml'])

    const files = render(manyPages(100_001))
    expect(files.map(({ path }) => path)).toEqual([
      '/sitemap-1.xml',
      '/sitemap-2.xml',
      '/sitemap-3.xml',
      '/sitemap.xml',
    ])
    const parts = files.slice(0, -1).map(({ body }) => readSitemap(body).map(({ loc }) => loc))
    expect(parts.map(({ length }) => length)).toEqual([50_000, 50_000, 1])
    expect(new Set(parts.flat()).size).toBe(100_001)
    expect(files.at(-1)!.body).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://polaris.example/sitemap-1.xml</loc></sitemap>
<sitemap><loc>https://polaris.example/sitemap-2.xml</loc></sitemap>
<sitemap><loc>https://polaris.example/sitemap-3.xml</loc></sitemap>
</sitemapindex>
`)
  })

  it('starts a new file before one exceeds 52,428,800 bytes', () => {
    const files = render(manyPages(26_000, { path: `/${'a'.repeat(2000)}` }))
    const [first, second] = files.map(({ body }) => new TextEncoder().encode(body).length)

    expect(files).toHaveLength(3)
    expect(first).toBeLessThanOrEqual(52_428_800)
    expect(first! + second! / readSitemap(files[1]!.body).length).toBeGreaterThan(52_428_800)
    expect(readSitemap(files[0]!.body).length + readSitemap(files[1]!.body).length).toBe(26_000)
  })

  it('sets the lastmod of a file in the index to the latest of its pages, if all have one', () => {
    const pages = [
      ...manyPages(49_999, { path: '/a', lastmod: '2026-02-03' }),
      { path: '/latest', lastmod: '2026-10-01' },
      ...manyPages(50_000, { path: '/b', lastmod: '2026-02-04' }),
      { path: '/c', lastmod: '2026-11-01' },
      { path: '/undated' },
    ]

    const index = render(pages).at(-1)!.body
    expect(index).toContain('sitemap-1.xml</loc><lastmod>2026-10-01</lastmod></sitemap>')
    expect(index).toContain('sitemap-2.xml</loc><lastmod>2026-02-04</lastmod></sitemap>')
    expect(index).toContain('sitemap-3.xml</loc></sitemap>')
  })

  it('declares the xhtml namespace only in files with variants', () => {
    const files = render([...manyPages(50_000), { path: '/x', variants: { ru: '/ru/x' } }])

    expect(readSitemap(files[0]!.body)[0]).not.toHaveProperty('alternates')
    expect(readSitemap(files[1]!.body)[0]).toHaveProperty('alternates')
  })

  it('reads no more pages than the requested file needs', () => {
    let pagesRead = 0
    const files = renderSitemap(site, endlessPages())

    expect(files.next().value!.path).toBe('/sitemap-1.xml')
    expect(pagesRead).toBe(50_001)
    expect(files.next().value!.path).toBe('/sitemap-2.xml')
    expect(pagesRead).toBe(100_001)

    function* endlessPages(): Generator<Page> {
      while (true) yield { path: `/${pagesRead++}` }
    }
  })
})

function render(pages: Iterable<Page>): Resource[] {
  return [...renderSitemap(site, pages)]
}

function read(pages: Page[]): ListedUrl[] {
  return readSitemap(render(pages)[0]!.body)
}

function manyPages(count: number, page: Page = { path: '/page-' }): Page[] {
  return Array.from({ length: count }, (_, at) => ({ ...page, path: page.path + at }))
}
