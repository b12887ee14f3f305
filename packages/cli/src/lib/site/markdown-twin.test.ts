import type { School } from '@conversion-capi/content'
import { describe, expect, it } from 'vitest'

import { SCHOOL } from '../project/write-project.fixture.ts'
import { listTwins, type MarkdownTwin, markdownTwin as toTwin } from './markdown-twin.ts'
import { type Page, parsePage } from './page.ts'

function markdownTwin(path: string, html: string, school: School): MarkdownTwin {
  return toTwin({ path, page: page(html, path) }, school, false)
}

function page(html: string, path = '/p.html'): Page {
  return parsePage('p.html', path, html, { markdownOrigin: SCHOOL.url })
}

const school = SCHOOL as School

describe('markdownTwin()', () => {
  it('reads the title and the description, and links to the page', () => {
    const html = '<title> T\n1 </title><meta name="description" content="D"><main>x</main>'
    expect(markdownTwin('/p.html', html, school)).toMatchObject({
      path: '/p.html.md',
      page: '/p.html',
      title: 'T 1',
      description: 'D',
      headers: { Link: '<https://nord.example/p.html>; rel="canonical"' },
    })
  })

  it('starts with facts about the page, and links to llms.txt if the site has one', () => {
    const html = '<title>A "b": c</title><meta name="description" content="D"><h1>A</h1>'
    const dated = { ...school, pages: [{ path: '/p.html', lastmod: '2026-09-01' }] }
    expect(toTwin({ path: '/p.html', page: page(html) }, dated, true)).toMatchObject({
      body: String.raw`---
title: "A \"b\": c"
description: "D"
url: "https://nord.example/p.html"
date: "2026-09-01"
---

> [llms.txt](https://nord.example/llms.txt)

# A
`,
      headers: {
        Link: '<https://nord.example/p.html>; rel="canonical", <https://nord.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
  })

  it('uses the title as the description, and the path as the title, if they are missing', () => {
    expect(markdownTwin('/p.html', '', school)).toMatchObject({
      title: '/p.html',
      description: '/p.html',
    })
  })
})

describe('listTwins()', () => {
  const file = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: '# Nord\n' }

  it.each([
    [1, '- [T](https://nord.example/0/index.md): T\n'],
    [5000, '- [sitemap.xml](https://nord.example/sitemap.xml)\n'],
  ])('lists the Markdown versions of %i pages within 50,000 characters', (count, last) => {
    const twins = Array.from({ length: count }, (_, index) =>
      markdownTwin(`/${index}/`, '<title>T</title>', school),
    )
    const { body } = listTwins(file, twins, school)
    expect(body).toContain('# Nord\n\n## Markdown\n\n- [T](https://nord.example/0/index.md): T\n')
    expect(body.endsWith(last)).toBe(true)
    expect(body.length).toBeLessThan(50_000)
  })
})
