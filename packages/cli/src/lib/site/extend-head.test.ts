import { describe, expect, it } from 'vitest'

import { extendHead as extend } from './render-site.ts'
import { parsePage } from './page.ts'

function extendHead(html: string, elements: string): string {
  return extend(html, parsePage('p.html', '/p.html', html), elements)
}

const CANONICAL = '<link rel="canonical" href="https://a.example/">'
const JSON_LD = '<script type="application/ld+json">{"a":1}</script>'

describe('extendHead()', () => {
  it.each([
    ['<html><head><title>A</title></head><body></body></html>', '</title>'],
    ['<!doctype html><title>A</title><h1>A</h1>', '</title>'],
    ['<html><head></head><body></body></html>', '<head>'],
    ['<html><head class="a"></head><body></body></html>', '<head class="a">'],
    ['<html lang="en"><body><p>A</p></body></html>', '<html lang="en">'],
    ['<html><head>\n<script>"</head>"</script>\n</head><body></body></html>', '</script>'],
  ])('adds elements to the end of the head, on the same line: %j', (html, before) => {
    const extended = extendHead(html, `${CANONICAL}\n${JSON_LD}\n`)
    expect(extended).toBe(html.replace(before, `${before}${CANONICAL}${JSON_LD}`))
  })

  it.each(['<link rel="canonical" href="/own">', "<LINK REL='canonical alternate' HREF=/own>"])(
    'leaves out an element that the page already has: %s',
    (own) => {
      const html = `<head><title>A</title>${own}</head>`
      expect(extendHead(html, `${CANONICAL}\n${JSON_LD}\n`)).toBe(
        html.replace(own, `${own}${JSON_LD}`),
      )
    },
  )

  it('keeps elements that differ in their type', () => {
    const html =
      '<head><script>f()</script><link rel="alternate" type="application/rss+xml"></head>'
    const markdown = '<link rel="alternate" type="text/markdown" href="/index.md">'
    expect(extendHead(html, `${markdown}\n${JSON_LD}`)).toContain(`${markdown}${JSON_LD}</head>`)
  })
})
