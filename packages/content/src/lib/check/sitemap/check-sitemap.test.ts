import { describe, expect, it } from 'vitest'

import { renderResources } from '../../render-resources.ts'
import { smallSchool } from '../../school.fixture.ts'
import { findFindings, listFindings } from '../find-findings.fixture.ts'

const HOME = '<url><loc>https://polaris.example/</loc><lastmod>2026-09-01</lastmod></url>'

describe('the sitemap checks', () => {
  it.each<[problem: string, message: string, change: (body: string) => string]>([
    [
      'a truncated file',
      '8: The XML is invalid: Missing end tag for element urlset. Correct it, or render the files again.',
      (body) => body.replace('</urlset>\n', ''),
    ],
    [
      'an unclosed tag',
      '3: The XML is invalid: Missing end tag for element loc. Correct it, or render the files again.',
      (body) => body.replace('</loc>', ''),
    ],
    [
      'an unescaped ampersand',
      '3: The XML is invalid: Unterminated reference (a reference must end with `;`). Correct it, or render the files again.',
      (body) => body.replace('example/<', 'example/?a&b<'),
    ],
    [
      'an HTML page',
      'This is a web page, probably the one the host serves at unknown URLs. Render the files again, and put the routes of these files before every catch-all route.',
      () => '<!doctype html><title>Polaris</title>',
    ],
    [
      'another kind of XML',
      '1: The root element of a sitemap cannot be <rss>. Render the files again.',
      () => '<rss/>',
    ],
    [
      'a wrong namespace',
      '2: The namespace is not the one that search engines read. Write <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
      (body) => body.replace('sitemap/0.9', 'sitemap/0.84'),
    ],
    [
      'no pages',
      'The sitemap is empty. List at least one page, or render the files again.',
      (body) => body.replace(/<url>[^]*<\/url>/, ''),
    ],
    [
      'an unknown entry',
      '3: <page> is not allowed here. Write <url>.',
      (body) => body.replace(HOME, HOME.replaceAll('url>', 'page>')),
    ],
    [
      'a page without a URL',
      '3: <url> does not start with its URL. Write <loc> first.',
      (body) => body.replace('<loc>https://polaris.example/</loc>', ''),
    ],
    [
      'an unknown element',
      '3: <title> is not allowed in <url>. Delete it.',
      (body) => body.replace('</loc>', '</loc><title>Home</title>'),
    ],
    [
      'the wrong order',
      '3: The elements of <url> are in the wrong order. Write loc, lastmod, changefreq, priority, then all others.',
      (body) => body.replace('</loc>', '</loc><priority>1</priority>'),
    ],
    [
      'two dates',
      '3: <url> has <lastmod> twice. Delete one.',
      (body) => body.replace('</loc>', '</loc><lastmod>2026-09-01</lastmod>'),
    ],
    [
      'a URL of another site',
      '3: "https://www.polaris.example/" is not a URL of this site. Start it with "https://polaris.example/".',
      (body) => body.replace('https://polaris', 'https://www.polaris'),
    ],
    [
      'a relative URL',
      '3: "/" is not a URL of this site. Start it with "https://polaris.example/".',
      (body) => body.replace('https://polaris.example', ''),
    ],
    [
      'a URL that is too long',
      '3: The URL has 2048 characters, and search engines read 2047. Shorten its path.',
      (body) => body.replace('example/<', `example/?${'a'.repeat(2023)}<`),
    ],
    [
      'a day that does not exist',
      '3: "2026-02-30" is not a valid date. Write year-month-day, such as "2026-09-01".',
      (body) => body.replace('2026-09-01', '2026-02-30'),
    ],
    [
      'a time without a time zone',
      '3: "2026-09-01T10:00" is not a valid date. Write year-month-day, such as "2026-09-01".',
      (body) => body.replace('2026-09-01', '2026-09-01T10:00'),
    ],
    [
      'a page that does not list itself',
      '4: "https://polaris.example/programs/physics.html" does not list itself among its languages. Add an xhtml:link for it.',
      (body) => body.replace(/<xhtml:link rel="alternate" hreflang="(?:en|x-default)"[^>]*>/g, ''),
    ],
    [
      'variants that are not mutual',
      '5: "https://polaris.example/ru/programs/physics.html" and "https://polaris.example/programs/physics.html" list different languages. Write the same xhtml:link elements for both.',
      (body) => body.replace(/<xhtml:link rel="alternate" hreflang="ru"[^>]*>/, ''),
    ],
    [
      'a repeated language',
      '4: "https://polaris.example/programs/physics.html" has two variants for "en". Delete one.',
      (body) => body.replace('hreflang="ru"', 'hreflang="EN"'),
    ],
    [
      'a repeated page',
      '"https://polaris.example/" is listed twice, in /sitemap.xml and in /sitemap.xml. Delete one.',
      (body) => body.replace(HOME, HOME + HOME),
    ],
    [
      'a missing page',
      'The page "/terms.html" is not listed. Render the files again.',
      (body) => body.replace(/<url><loc>[^<]*terms.*\n/, ''),
    ],
    [
      'a page that is not in the description',
      '3: https://polaris.example/a does not exist: it is not a file of the site and not a page of the description. Add it to pages, or correct it.',
      (body) => body.replace('example/<', 'example/a<'),
    ],
  ])('report %s', (_, message, change) => {
    expect(findFindings('/sitemap.xml', change)).toContain(message)
  })

  it.each([
    '2026',
    '2026-09',
    '2026-09-01T10:00Z',
    '2026-09-01T10:00:59+02:00',
    '2028-02-29T23:59:59.123Z',
  ])('accept %s as a date', (date) => {
    expect(findFindings('/sitemap.xml', (body) => body.replace('2026-09-01', date))).toEqual([])
  })

  it('accept everything the protocol allows', () => {
    const change = (body: string) =>
      body
        .replace('</lastmod>', '</lastmod>\n<!-- home -->\n<changefreq>weekly</changefreq>')
        .replace(
          '<loc>https://polaris.example/</loc>',
          '<loc><![CDATA[ https://polaris.example/ ]]></loc>',
        )
        .replaceAll('"', "'")
    expect(findFindings('/sitemap.xml', change)).toEqual([])
  })

  describe('in several files', () => {
    const pages = Array.from({ length: 50_001 }, (_, index) => ({ path: `/${index}` }))
    const school = smallSchool({ pages: [...smallSchool().pages, ...pages] })
    const files = renderResources(school)

    it('report a missing part', () => {
      const others = files.filter(({ path }) => path !== '/sitemap-2.xml')
      const findings = listFindings(others, school).join('\n')
      expect(findings).toContain(
        'https://polaris.example/sitemap-2.xml does not exist: it is not a file of the site and not a page of the description. Add it to pages, or correct it.',
      )
      expect(findings).toContain('The page "/50000" is not listed. Render the files again.')
    })

    it('report a part that is not in the index', () => {
      const changed = files.map((file) =>
        file.path === '/sitemap.xml'
          ? { ...file, body: file.body.replace(/<sitemap><loc>[^<]*-2.*\n/, '') }
          : file,
      )
      expect(listFindings(changed, school)).toEqual([
        '/sitemap.xml: /sitemap-2.xml is not in the index. List it, or delete that file.',
      ])
    })

    it('report a part with too many entries', () => {
      const [first, second] = ['/sitemap-1.xml', '/sitemap-2.xml'].map((path) =>
        files.find((file) => file.path === path)!,
      )
      const more = second!.body.replace(/^[^]*?<urlset[^>]*>/, '')
      const body = first!.body.replace('</urlset>\n', more)
      const changed = files.map((file) => (file === first ? { ...file, body } : file))
      expect(listFindings(changed, school)).toContainEqual(
        expect.stringMatching(
          /^\/sitemap-1\.xml: The sitemap has 5\d{4} entries, and search engines read 50000\. Render the files again/,
        ),
      )
    })
  })
})
