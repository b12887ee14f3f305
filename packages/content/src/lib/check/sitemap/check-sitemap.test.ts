import { describe, expect, it } from 'vitest'

import { findFindings } from '../find-findings.fixture.ts'

const HOME = '<url><loc>https://polaris.example/</loc><lastmod>2026-09-01</lastmod></url>'

describe('the sitemap checks', () => {
  it.each<[problem: string, message: string, change: (body: string) => string]>([
    [
      'a truncated file',
      '8: The XML is invalid: Unclosed root tag. Correct it, or render the files again.',
      (body) => body.replace('</urlset>\n', ''),
    ],
    [
      'an unescaped ampersand',
      '3: The XML is invalid: Invalid character in entity name. Correct it, or render the files again.',
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
      'no pages',
      'The sitemap is empty. List at least one page, or render the files again.',
      (body) => body.replace(/<url>[^]*<\/url>/, ''),
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

  it.each(['2026', '2026-09', '2026-09-01T10:00Z', '2026-09-01T10:00:59+02:00'])(
    'accept %s as a date',
    (date) => {
      expect(findFindings('/sitemap.xml', (body) => body.replace('2026-09-01', date))).toEqual([])
    },
  )

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
})
