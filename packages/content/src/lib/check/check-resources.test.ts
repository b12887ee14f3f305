import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'
import { problemsOf } from './problems-of.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

describe('checkResources()', () => {
  it('finds nothing wrong in what was rendered', () => {
    expect(checkResources(resources, school)).toEqual([])
  })

  it.each([
    ['Cyrillic', smallSchool({ language: 'ru', name: 'Полярис', summary: 'Школа онлайн.' })],
    ['right-to-left', smallSchool({ language: 'ar', name: 'مدرسة القطب' })],
    [
      'closed to crawlers',
      smallSchool({ crawlers: { disallow: ['/'], signals: { search: false } } }),
    ],
    ['with its proxy elsewhere', smallSchool({ endpoint: 'https://api.example/events' })],
    ['with a picture of its own', smallSchool({ logo: 'https://polaris.example/logo.png' })],
  ])('finds nothing wrong in a school that is %s', (_, school) => {
    expect(checkResources(renderResources(school), school)).toEqual([])
  })

  it('finds nothing wrong in 60,000 pages in two languages, and one that is not there', () => {
    const pages = Array.from({ length: 60_000 }, (_, index) => ({
      path: `/${index}`,
      variants: { ru: `/ru/${index}` },
    }))
    const school = smallSchool({ pages: [...smallSchool().pages, ...pages] })
    const resources = renderResources(school)
    expect(checkResources(resources, school)).toEqual([])

    const fewer = { ...school, pages: school.pages.filter(({ path }) => path !== '/70') }
    expect(checkResources(resources, fewer)).toEqual([
      expect.objectContaining({
        path: '/sitemap-1.xml',
        line: 147,
        message: expect.stringMatching(/^https:\/\/polaris\.example\/70 leads to nothing/),
      }),
      expect.objectContaining({ path: '/sitemap-1.xml' }),
    ])
  }, 60_000)

  it('shows no more than twenty of one kind in a file', () => {
    const links = Array.from({ length: 30 }, (_, index) => `- https://polaris.example/${index}\n`)
    const problems = problemsOf('/auth.md', (body) => `${body}\n${links.join('')}`)
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toBe('And more of this kind: correct these first.')
  })

  it('takes whatever is in a file for a problem, and throws no error', () => {
    const pieces = [
      '< </ > <a\thref=" " <urlset\txmlns="x"> <url> <loc> </url> & &#9999999; <script\ttype="application/ld+json">',
      '{ } [ ] : , "linkset" "anchor" null 1 "openapi":"3.1.0" "$ref":"#/%"',
      '# ## - [a]( ) \n \r \ufeff ``` https:// https://polaris.example/% // \0 \ud800',
      'User-agent: Disallow: Sitemap: /',
    ].flatMap((pieces) => pieces.split(' '))
    const piece = fc.constantFrom(' ', ...pieces)
    const body = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.json(),
    )
    fc.assert(
      fc.property(fc.array(body, { minLength: 11, maxLength: 11 }), (bodies) => {
        const files = resources.map((file, index) => ({ ...file, body: bodies[index]! }))
        expect(checkResources(files, school).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('checkResources(), of the files together', () => {
  it('misses a file that is not there, once', () => {
    const files = resources.filter(({ path }) => path !== '/auth.md')
    expect(checkResources(files, school)).toEqual([
      {
        path: '/auth.md',
        message: 'This file is missing, and others lead to it. Render the files again.',
      },
    ])
  })

  it('finds a file that is there twice', () => {
    expect(checkResources([...resources, resources[0]!], school)).toContainEqual({
      path: '/llms.txt',
      message: 'There are 2 files at this path: delete all but one.',
    })
  })

  it('finds a path without a slash', () => {
    const file = { path: 'a.txt', contentType: 'text/plain; charset=utf-8', body: '' }
    expect(checkResources([...resources, file], school)).toEqual([
      { path: 'a.txt', message: 'The path of this file begins without a slash: write one.' },
    ])
  })

  it('checks a file that a user adds by its type', () => {
    const file = {
      path: '/prices.md',
      contentType: 'text/markdown',
      body: '## Prices\n\nSee [here](prices.html), http://polaris.example/ and http://localhost:3000/.\n',
    }
    expect(checkResources([...resources, file], school)).toEqual([
      {
        path: '/prices.md',
        message:
          'Its Content-Type, "text/markdown", does not say that it is UTF-8, so that letters may come out wrong: write "text/markdown; charset=utf-8".',
      },
      {
        path: '/prices.md',
        line: 1,
        message: '"Prices" is the first heading and no H1: begin with one, the title.',
      },
      {
        path: '/prices.md',
        line: 3,
        message: 'http://polaris.example/ is not encrypted: write "https:" for "http:".',
      },
      {
        path: '/prices.md',
        line: 3,
        message:
          'http://localhost:3000/ leads to the computer of whoever follows it: write "https://polaris.example" for this site.',
      },
      {
        path: '/prices.md',
        line: 3,
        message:
          'prices.html is only a part of an address: begin it with "https://polaris.example".',
      },
    ])
  })

  it('takes an address in a text for what it is, whatever follows it', () => {
    const body = [
      '# Addresses',
      'See https://polaris.example/terms.html, (https://polaris.example/terms.html),',
      '"https://polaris.example/terms.html#refunds"; https://polaris.example/terms.html?from=a!',
      'https://polaris.example。https://polaris.example/polaris.js',
      'https://polaris.example/functions/v1/conversion-capi. https://other.example/nowhere',
    ].join('\n')
    const file = { path: '/a.md', contentType: 'text/markdown; charset=utf-8', body }
    expect(checkResources([...resources, file], school)).toEqual([])
  })
})
