import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'
import { problemsOf } from './problems-of.fixture.ts'

const HOME = '<url><loc>https://polaris.example/</loc><lastmod>2026-09-01</lastmod></url>'

describe('the checks of a sitemap', () => {
  it.each<[what: string, problem: string, change: (body: string) => string]>([
    [
      'a file that is cut off',
      '9: This is no XML: "urlset" does not end: the file is cut off. Correct it, or render the files again.',
      (body) => body.replace('</urlset>\n', ''),
    ],
    [
      'a tag that is not closed',
      '3: This is no XML: Here ends "url", which did not begin: close "loc" first. Correct it, or render the files again.',
      (body) => body.replace('</loc>', ''),
    ],
    [
      'a bare ampersand',
      '3: This is no XML: Here is a "&" that begins nothing: write it as "&amp;". Correct it, or render the files again.',
      (body) => body.replace('example/<', 'example/?a&b<'),
    ],
    [
      'a web page in its place',
      'This is a web page, probably the one a host answers for unknown addresses. Render the files again, and put the routes of these files before every catch-all.',
      () => '<!doctype html><title>Polaris</title>',
    ],
    [
      'another kind of XML',
      '1: It begins with <rss> and is no sitemap: render the files again.',
      () => '<rss/>',
    ],
    [
      'another namespace',
      '2: Search engines look for another namespace: write <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
      (body) => body.replace('sitemap/0.9', 'sitemap/0.84'),
    ],
    [
      'no pages',
      'It is empty: list at least one page, or render the files again.',
      (body) => body.replace(/<url>[^]*<\/url>/, ''),
    ],
    [
      'what is no page',
      '3: <page> has no place here: write <url>.',
      (body) => body.replace(HOME, HOME.replaceAll('url>', 'page>')),
    ],
    [
      'a page without an address',
      '3: <url> begins without an address: write <loc> first.',
      (body) => body.replace('<loc>https://polaris.example/</loc>', ''),
    ],
    [
      'what has no place in a page',
      '3: <title> has no place in <url>: delete it.',
      (body) => body.replace('</loc>', '</loc><title>Home</title>'),
    ],
    [
      'the wrong order',
      '3: What stands in <url> is in the wrong order: write loc, lastmod, changefreq, priority, and then all else.',
      (body) => body.replace('</loc>', '</loc><priority>1</priority>'),
    ],
    [
      'two dates',
      '3: <lastmod> stands in <url> twice: delete one.',
      (body) => body.replace('</loc>', '</loc><lastmod>2026-09-01</lastmod>'),
    ],
    [
      'an address of another site',
      '3: "https://www.polaris.example/" is no address of this site, and a sitemap lists no others: begin it with "https://polaris.example/".',
      (body) => body.replace('https://polaris', 'https://www.polaris'),
    ],
    [
      'half an address',
      '3: "/" is no address of this site, and a sitemap lists no others: begin it with "https://polaris.example/".',
      (body) => body.replace('https://polaris.example', ''),
    ],
    [
      'an address that is too long',
      '3: Its address has 2048 characters, and search engines read 2047: shorten its path.',
      (body) => body.replace('example/<', `example/?${'a'.repeat(2023)}<`),
    ],
    [
      'a day that does not exist',
      '3: "2026-02-30" is no day that exists: write year-month-day, such as "2026-09-01".',
      (body) => body.replace('2026-09-01', '2026-02-30'),
    ],
    [
      'a moment without a time zone',
      '3: "2026-09-01T10:00" is no day that exists: write year-month-day, such as "2026-09-01".',
      (body) => body.replace('2026-09-01', '2026-09-01T10:00'),
    ],
    [
      'a page that is not among its own languages',
      '4: "https://polaris.example/programs/physics.html" does not list itself among its languages: write an xhtml:link for it too.',
      (body) => body.replace(/<xhtml:link rel="alternate" hreflang="(?:en|x-default)"[^>]*>/g, ''),
    ],
    [
      'languages that are not mutual',
      '5: "https://polaris.example/ru/programs/physics.html" and "https://polaris.example/programs/physics.html" do not list the same languages: write the same xhtml:link elements for both.',
      (body) => body.replace(/<xhtml:link rel="alternate" hreflang="ru"[^>]*>/, ''),
    ],
    [
      'a language that is there twice',
      '4: "https://polaris.example/programs/physics.html" has two variants for "en": delete one.',
      (body) => body.replace('hreflang="ru"', 'hreflang="EN"'),
    ],
    [
      'a page that is listed twice',
      '"https://polaris.example/" is listed twice, in /sitemap.xml and in /sitemap.xml: delete one.',
      (body) => body.replace(HOME, HOME + HOME),
    ],
    [
      'a page that is not listed',
      'The page "/terms.html" of the description is not listed: render the files again.',
      (body) => body.replace(/<url><loc>[^<]*terms.*\n/, ''),
    ],
    [
      'a page that the description does not know',
      '3: https://polaris.example/a leads to nothing: it is none of the files, and none of the pages in the description. List it under pages, or correct it.',
      (body) => body.replace('example/<', 'example/a<'),
    ],
  ])('find %s', (_, problem, change) => {
    expect(problemsOf('/sitemap.xml', change)).toContain(problem)
  })

  it.each([
    '2026',
    '2026-09',
    '2026-09-01T10:00Z',
    '2026-09-01T10:00:59+02:00',
    '2028-02-29T23:59:59.123Z',
  ])('take %s for a date', (date) => {
    expect(problemsOf('/sitemap.xml', (body) => body.replace('2026-09-01', date))).toEqual([])
  })

  it('take what the protocol leaves free', () => {
    const change = (body: string) =>
      body
        .replace('</lastmod>', '</lastmod>\n<!-- home -->\n<changefreq>weekly</changefreq>')
        .replace(
          '<loc>https://polaris.example/</loc>',
          '<loc><![CDATA[ https://polaris.example/ ]]></loc>',
        )
        .replaceAll('"', "'")
    expect(problemsOf('/sitemap.xml', change)).toEqual([])
  })

  describe('in several files', () => {
    const pages = Array.from({ length: 50_001 }, (_, index) => ({ path: `/${index}` }))
    const school = smallSchool({ pages: [...smallSchool().pages, ...pages] })
    const files = renderResources(school)

    it('find a part that is missing', () => {
      const others = files.filter(({ path }) => path !== '/sitemap-2.xml')
      const problems = checkResources(others, school).map(({ message }) => message)
      expect(problems).toContain(
        'https://polaris.example/sitemap-2.xml leads to nothing: it is none of the files, and none of the pages in the description. List it under pages, or correct it.',
      )
      expect(problems).toContain(
        'The page "/50000" of the description is not listed: render the files again.',
      )
    })

    it('find a part that nothing leads to', () => {
      const changed = files.map((file) =>
        file.path === '/sitemap.xml'
          ? { ...file, body: file.body.replace(/<sitemap><loc>[^<]*-2.*\n/, '') }
          : file,
      )
      expect(checkResources(changed, school)).toEqual([
        {
          path: '/sitemap.xml',
          message: 'It does not lead to /sitemap-2.xml: list it in an index, or delete that file.',
        },
      ])
    })

    it('find a part that is too long', () => {
      const [first, second] = ['/sitemap-1.xml', '/sitemap-2.xml'].map((path) =>
        files.find((file) => file.path === path)!,
      )
      const more = second!.body.replace(/^[^]*?<urlset[^>]*>/, '')
      const body = first!.body.replace('</urlset>\n', more)
      const changed = files.map((file) => (file === first ? { ...file, body } : file))
      expect(checkResources(changed, school)).toContainEqual({
        path: '/sitemap-1.xml',
        message: expect.stringMatching(
          /^It has 5\d{4} entries, and search engines read 50000: render the files again/,
        ),
      })
    })
  })
})
