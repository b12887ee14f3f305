import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type ListedUrl, parseSitemap } from './parse-sitemap.ts'

const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
const toUrls = (entries: ListedUrl[]): string[] => entries.map((each) => each.url)
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
const write = fc.constantFrom(escape, (text: string) => `<![CDATA[${text}]]>`)

it('returns the pages and the sitemaps that a sitemap lists', () => {
  fc.assert(
    fc.property(fc.array(url), fc.array(url), write, (pages, sitemaps, toXml) => {
      const list = (tag: string, urls: string[]) =>
        urls
          .map(
            (each) => `<${tag}>\n<loc> ${toXml(each)} </loc><lastmod>2026-11-22</lastmod></${tag}>`,
          )
          .join('')
      const xml = `\n<?xml version="1.0"?><root>${list('url', pages)}${list('sitemap', sitemaps)}</root>`
      const found = parseSitemap(xml)
      expect(toUrls(found.pages)).toEqual(pages)
      expect(toUrls(found.sitemaps)).toEqual(sitemaps)
    }),
  )
})

it('returns the URLs before the place where a sitemap is cut off', () => {
  fc.assert(
    fc.property(fc.array(url, { minLength: 1 }), fc.nat(), (pages, at) => {
      const entries = pages.map((each) => `<url><loc>${escape(each)}</loc></url>`)
      const xml = `<urlset>${entries.join('')}</urlset>`
      const found = toUrls(parseSitemap(xml.slice(0, at % xml.length)).pages)
      expect(found).toEqual(pages.slice(0, found.length))
    }),
  )
})

it('ignores the URLs of images and other extensions', () => {
  const xml =
    '<urlset xmlns:image="x"><url><loc>https://a.example/</loc><image:image><image:loc>https://a.example/b.png</image:loc></image:image></url></urlset>'
  expect(toUrls(parseSitemap(xml).pages)).toEqual(['https://a.example/'])
})

it('reads URLs with an unescaped ampersand', () => {
  const url = 'https://a.example/?a=1&b=2'
  const { pages } = parseSitemap(`<urlset><url><loc>${url}</loc></url></urlset>`)
  expect(toUrls(pages)).toEqual([url])
})

it('never throws', () => {
  const part = fc.constantFrom(
    '<urlset>',
    '<url>',
    '<loc>',
    '</loc>',
    '</url>',
    '&a;',
    '<!',
    '<?',
    ']]>',
    '"',
  )
  const anything = fc.array(fc.oneof(part, fc.string({ unit: 'binary' })))
  fc.assert(
    fc.property(anything, (parts) => {
      const { pages, sitemaps } = parseSitemap(parts.join(''))
      for (const { url } of [...pages, ...sitemaps]) expect(url).not.toBe('')
    }),
    { numRuns: 500 },
  )
})
