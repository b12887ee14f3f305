import { fileURLToPath } from 'node:url'

import type { School } from '@conversion-capi/content'
import { describe, expect, it } from 'vitest'

import { findSitemaps } from './lib/resources.ts'
import { runCommand } from './lib/run-command.ts'
import { schools } from './lib/schools.ts'

/** Too many pages for a single sitemap. */
const large: School = {
  ...schools[0]![1],
  pages: Array.from({ length: 60_000 }, (_, index) => ({
    path: `/lessons/${index}.html`,
    ...(index % 7 > 0 && { lastmod: '2026-09-01' }),
    ...(index % 10 === 0 && { variants: { es: `/es/lecciones/${index}.html` } }),
  })),
}

describe.each([...schools, ['a school of 60,000 pages', large] as const])(
  'xmllint with the sitemaps of %s',
  (_, school) => {
    const { index, sitemaps } = findSitemaps(school)

    it('accepts every sitemap with the schema of sitemaps.org', () => {
      for (const xml of sitemaps) expect(validate('sitemap.xsd', xml)).toEqual(VALID)
    })

    it('accepts the index with its schema if there is one', () => {
      expect(index !== undefined).toBe(sitemaps.length > 1)
      if (index !== undefined) expect(validate('sitemap-index.xsd', index)).toEqual(VALID)
    })

    it('finds at most 50,000 URLs and 50 MiB in each sitemap', () => {
      for (const xml of sitemaps) {
        expect(xml.split('<url>').length - 1).toBeLessThanOrEqual(50_000)
        expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(52_428_800)
      }
    })
  },
)

describe('xmllint', () => {
  it.each([
    ['lastmod before loc', '<url><lastmod>2026-09-01</lastmod><loc>https://a.example/</loc></url>'],
    [
      'a date that does not exist',
      '<url><loc>https://a.example/</loc><lastmod>2026-02-30</lastmod></url>',
    ],
    [
      'a variant without a language',
      '<url><loc>https://a.example/</loc><xhtml:link rel="alternate" href="https://a.example/"/></url>',
    ],
    ['a bare ampersand', '<url><loc>https://a.example/?a&b</loc></url>'],
  ])('rejects %s', (_, url) => {
    const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${url}</urlset>`
    expect(validate('sitemap.xsd', xml).status).not.toBe(0)
  })

  it('rejects an index with a relative URL', () => {
    const xml =
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>/sitemap-1.xml</loc></sitemap></sitemapindex>'
    expect(validate('sitemap-index.xsd', xml).status).not.toBe(0)
  })
})

const VALID = { status: 0, output: '- validates' }

function validate(schema: string, xml: string): { status: number | null; output: string } {
  const file = fileURLToPath(new URL(`lib/${schema}`, import.meta.url))
  const args = ['--nonet', '--noout', '--schema', file, '-']
  const { status, stderr } = runCommand('xmllint', args, { input: xml })
  return { status, output: stderr.trim() }
}
