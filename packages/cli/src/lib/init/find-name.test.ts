import { expect, it } from 'vitest'

import { findName } from './find-name.ts'
import { parsePages } from './read-pages.ts'

function find(...pages: string[]): string | undefined {
  const files = pages.map((html, index) => ({
    path: index ? `/${index}` : '/',
    body: Buffer.from(html),
  }))
  return findName(parsePages('public', files).pages)?.value
}

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
  ['<title>東京の学校｜JMS小倉 東京</title><p>© JMS小倉 東京 All Rights Reserved.', 'JMS小倉 東京'],
  ['<title>Nord School</title><link rel="canonical" href="https://school.pl/">', undefined],
  ['<title>Courses</title><h1>Courses</h1>', undefined],
  ['<title>Home</title><a class="navbar-brand" href="/">Akademia Sowa</a>', undefined],
  ['<title>Logo</title><img alt="Logo">', undefined],
  ['<title>Lekcje</title><a href="mailto:a@sowa.example">a@sowa.example</a>', undefined],
])('proposes the name that two places of a page state: %s', (html, name) => {
  expect(find(`<html lang="en">${html}`)).toBe(name)
})

it('takes the titles of the other pages as a place', () => {
  const logo = '<img class="logo" alt="Akademia Sowa">'
  expect(find(`<title>Home</title>${logo}`, '<title>Prices at Akademia Sowa</title>')).toBe(
    'Akademia Sowa',
  )
})
