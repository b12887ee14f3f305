import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { run } from './lib/run.ts'
import { schools } from './lib/schools.ts'
import { sitemapFiles } from './lib/sitemap-files.ts'

describe.each(schools)('xmllint on the sitemap of %s', (_, school) => {
  const { index, sitemaps } = sitemapFiles(school)

  it('finds that every sitemap follows the schema of sitemaps.org', () => {
    for (const xml of sitemaps) expect(validate('sitemap.xsd', xml)).toEqual(VALID)
  })

  it('finds that the index, where there is one, follows its schema', () => {
    expect(index !== undefined).toBe(sitemaps.length > 1)
    if (index !== undefined) expect(validate('sitemap-index.xsd', index)).toEqual(VALID)
  })

  it('has no more addresses and bytes in one file than the protocol allows', () => {
    for (const xml of sitemaps) {
      expect(xml.split('<url>').length - 1).toBeLessThanOrEqual(50_000)
      expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(52_428_800)
    }
  })
})

describe('the schemas', () => {
  it.each([
    ['lastmod before loc', '<url><lastmod>2026-09-01</lastmod><loc>https://a.example/</loc></url>'],
    [
      'a day that does not exist',
      '<url><loc>https://a.example/</loc><lastmod>2026-02-30</lastmod></url>',
    ],
    [
      'a variant without a language',
      '<url><loc>https://a.example/</loc><xhtml:link rel="alternate" href="https://a.example/"/></url>',
    ],
    ['a bare ampersand', '<url><loc>https://a.example/?a&b</loc></url>'],
  ])('refuse %s', (_, url) => {
    const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${url}</urlset>`
    expect(validate('sitemap.xsd', xml).status).not.toBe(0)
  })

  it('refuse an index with an address that is no address', () => {
    const xml =
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>/sitemap-1.xml</loc></sitemap></sitemapindex>'
    expect(validate('sitemap-index.xsd', xml).status).not.toBe(0)
  })
})

const VALID = { status: 0, complaints: '- validates' }

function validate(schema: string, xml: string): { status: number | null; complaints: string } {
  const file = fileURLToPath(new URL(`lib/${schema}`, import.meta.url))
  const args = ['--nonet', '--noout', '--schema', file, '-']
  const { status, stderr } = run('xmllint', args, { input: xml })
  return { status, complaints: stderr.trim() }
}
