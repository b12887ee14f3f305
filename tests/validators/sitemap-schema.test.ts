import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { findResource } from './lib/resources.ts'
import { runCommand } from './lib/run-command.ts'
import { schools } from './lib/schools.ts'

it.each(schools)('xmllint accepts the sitemap of %s', (_, school) => {
  expect(validate(findResource(school, '/sitemap.xml').body)).toEqual(VALID)
})

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
    expect(validate(xml).status).not.toBe(0)
  })
})

const VALID = { status: 0, output: '- validates' }

function validate(xml: string): { status: number | null; output: string } {
  const file = fileURLToPath(new URL('lib/sitemap.xsd', import.meta.url))
  const args = ['--nonet', '--noout', '--schema', file, '-']
  const { status, stderr } = runCommand('xmllint', args, { input: xml })
  return { status, output: stderr.trim() }
}
