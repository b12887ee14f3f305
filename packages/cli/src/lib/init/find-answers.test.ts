import { defineSchool } from '@conversion-capi/content'
import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'

import { findElements } from '../site/elements.ts'
import { findAnswers, findPlatform } from './find-answers.ts'
import { findName } from './find-name.ts'
import { parsePages } from './read-pages.ts'
import { renderConfig } from './render-config.ts'

const URL = 'https://school.example/'

function elementsOf(html: string) {
  return findElements(fromHtml(html))
}

describe('findPlatform()', () => {
  it.each([
    ['Tilda', '<div id="allrecords" data-tilda-page-id="1"></div>', 'data-tilda-page-id'],
    [
      'Tilda',
      '<link rel="stylesheet" href="https://static.tildacdn.pro/a.css">',
      'static.tildacdn.pro',
    ],
    ['WordPress', '<meta name="generator" content="WordPress 6.9.1">', '<meta name="generator">'],
    ['WordPress', '<script src="/wp-includes/js/jquery.js"></script>', 'school.example'],
    [
      'WordPress',
      '<meta name="generator" content="Elementor 3.30"><meta name="generator" content="WordPress 6.9">',
      '<meta name="generator">',
    ],
    ['Wix', '<meta name="Generator" content="Wix.com Website Builder">', '<meta name="generator">'],
    ['Wix', '<img src="https://static.wixstatic.com/media/a.png">', 'static.wixstatic.com'],
    ['Webflow', '<html data-wf-site="5f">', 'data-wf-site'],
    [
      'Webflow',
      '<script src="https://cdn.prod.website-files.com/js/a.js"></script>',
      'cdn.prod.website-files.com',
    ],
    [
      'Squarespace',
      '<script src="//static1.squarespace.com/a.js"></script>',
      'static1.squarespace.com',
    ],
  ])('finds %s by %s', (platform, html, tag) => {
    expect(findPlatform(elementsOf(html), URL)).toMatchObject({ value: platform, tag })
  })

  it.each([
    '<a href="https://tilda.ws/">Tilda</a>',
    '<img src="https://other.example/wp-content/logo.png">',
    '<script src="https://nottildacdn.com/a.js"></script>',
    '<meta name="generator" content="Astro v7"><script src="http://["></script>',
  ])('finds none in %s', (html) => {
    expect(findPlatform(elementsOf(html), URL)).toBeUndefined()
  })
})

it('shows what Meta would receive of a program, and sends it only after a yes', () => {
  const json = '{"@type":"Course","name":"Physics"}'
  const body = Buffer.from(`\n<script type="application/ld+json">${json}</script>`)
  const found = findAnswers('.', parsePages('public', [{ path: '/a.html', body }]))
  expect(found.program).toEqual({
    value: 'no',
    from: 'JSON-LD: with yes, Meta receives content_name "Physics", public/a.html:2',
  })
  const answers = { host: 'node', name: 'A', url: 'https://a.example', language: 'en' } as const
  const render = (program: string) =>
    renderConfig(
      defineSchool({ name: 'A', url: answers.url, language: 'en', pages: [{ path: '/' }] }),
      { ...answers, program },
      [],
      { labels: undefined, isLate: false },
    )
  expect(render('yes')).toContain('tracker: {\n    program: true,')
  expect(render('no')).not.toContain('program')
})

function find(...pages: string[]): string | undefined {
  const files = pages.map((html, index) => ({
    path: index ? `/${index}` : '/',
    body: Buffer.from(html),
  }))
  return findName(parsePages('public', files).pages)?.value
}

describe('findName()', () => {
  it.each([
    [
      '<title>Home</title><a class="logo" href="/">Akademia Sowa</a><p>© 2024–2026 Akademia Sowa. All rights reserved',
      'Akademia Sowa',
    ],
    ['<title>Sowa | Courses</title><img src="/logo.png" alt="Sowa logo">', 'Sowa'],
    ['<title>Kurse: Sowa Schule</title><p>Copyright 2026, Sowa Schule', 'Sowa Schule'],
    [
      '<title>Sowa</title><a class="brand">Sowa</a><p>© Sowa Language School 2026<h1>Sowa Language School</h1>',
      'Sowa Language School',
    ],
    [
      '<title>Lekcje</title><link rel="canonical" href="https://nowa-sowa.pl/"><p>© Nowa Sówa',
      'Nowa Sówa',
    ],
    [
      '<title>東京の学校｜JMS小倉 東京</title><p>© JMS小倉 東京 All Rights Reserved.',
      'JMS小倉 東京',
    ],
    ['<title>Nord School</title><link rel="canonical" href="https://school.pl/">', undefined],
    ['<title>Courses</title><h1>Courses</h1>', undefined],
    ['<title>Home</title><a class="navbar-brand" href="/">Akademia Sowa</a>', undefined],
    ['<title>Logo</title><img alt="Logo">', undefined],
    ['<title>Lekcje</title><a href="mailto:a@sowa.example">a@sowa.example</a>', undefined],
    ['<title>Home</title><a href="/">Akademia Sowa</a><h2>Akademia Sowa</h2>', 'Akademia Sowa'],
    ['<title>Home – Sowa</title><nav><a href="/">Home</a></nav>', undefined],
  ])('proposes the name that two places of a page state: %s', (html, name) => {
    expect(find(`<html lang="en">${html}`)).toBe(name)
  })

  it('takes the name of the package as a place, if a text spells it', () => {
    const { pages } = parsePages('.', [{ path: '/', body: Buffer.from('<p>© 2026 CaroForm.</p>') }])
    expect(findName(pages, 'caro-form')?.value).toBe('CaroForm')
    expect(findName(pages, 'vite-project')).toBeUndefined()
  })

  it('takes the titles of the other pages as a place', () => {
    const logo = '<img class="logo" alt="Akademia Sowa">'
    expect(find(`<title>Home</title>${logo}`, '<title>Prices at Akademia Sowa</title>')).toBe(
      'Akademia Sowa',
    )
  })
})
