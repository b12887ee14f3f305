import { json } from '@conversion-capi/test-support/json'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'
import { findFindings, listFindings } from './find-findings.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

describe('checkResources()', () => {
  it('reports nothing for rendered files', () => {
    expect(listFindings(resources, school)).toEqual([])
  })

  it.each([
    ['Cyrillic', smallSchool({ language: 'ru', name: 'Полярис', summary: 'Школа онлайн.' })],
    ['right-to-left', smallSchool({ language: 'ar', name: 'مدرسة القطب' })],
    [
      'closed to crawlers',
      smallSchool({ crawlers: { disallow: ['/'], signals: { search: false } } }),
    ],
    ['hosting its proxy elsewhere', smallSchool({ endpoint: 'https://api.example/events' })],
    ['using a logo', smallSchool({ logo: 'https://polaris.example/logo.png' })],
  ])('reports nothing for a school that is %s', (_, school) => {
    expect(listFindings(renderResources(school), school)).toEqual([])
  })

  it('reports only the missing page of 26,000 in two languages, or a missing part of their sitemap', () => {
    const pages = Array.from({ length: 26_000 }, (_, index) => ({
      path: `/${index}`,
      variants: { ru: `/ru/${index}` },
    }))
    const school = smallSchool({ pages: [...smallSchool().pages, ...pages] })
    const resources = renderResources(school)
    expect(listFindings(resources, school)).toEqual([])

    const fewer = { ...school, pages: school.pages.filter(({ path }) => path !== '/70') }
    expect(listFindings(resources, fewer)).toEqual([
      expect.stringMatching(/^\/sitemap-1\.xml:147: https:\/\/polaris\.example\/70 does not exist/),
      expect.stringMatching(/^\/sitemap-1\.xml/),
    ])

    const others = resources.filter(({ path }) => path !== '/sitemap-2.xml')
    const findings = listFindings(others, school).join('\n')
    expect(findings).toContain('https://polaris.example/sitemap-2.xml does not exist')
    expect(findings).toMatch(/The page "\/25\d+" is not listed\. Render the files again\./)
  })

  it('reports at most 20 problems of one kind in a file', () => {
    const links = Array.from({ length: 30 }, (_, index) => `- https://polaris.example/${index}\n`)
    const problems = findFindings('/auth.md', (body) => `${body}\n${links.join('')}`)
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toBe('There are more of this kind. Fix these first.')
  })

  it('reports malformed files without throwing', () => {
    const pieces = [
      '< </ > <a\thref=" " <urlset\txmlns="x"> <url> <loc> </url> & &#9999999; <script\ttype="application/ld+json">',
      '{ } [ ] : , "linkset" "anchor" null 1 "openapi":"3.1.0" "$ref":"#/%"',
      '# ## - [a]( ) \n \r \ufeff ``` https:// https://polaris.example/% // \0 \ud800',
      'User-agent: Disallow: Sitemap: /',
    ].flatMap((pieces) => pieces.split(' '))
    const piece = fc.constantFrom(' ', ...pieces)
    const body = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      json(),
    )
    fc.assert(
      fc.property(fc.array(body, { minLength: 11, maxLength: 11 }), (bodies) => {
        const files = resources.map((file, index) => ({ ...file, body: bodies[index]! }))
        expect(listFindings(files, school).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('checkResources() of several files', () => {
  it('names the rule of each finding', () => {
    const file = {
      path: '/a.md',
      contentType: 'text/markdown',
      body: '# a\n\n[a](https://polaris.example/b)\n',
    }
    expect(checkResources([...resources, file], school)).toEqual([
      {
        level: 'warning',
        code: 'content-links',
        file: '/a.md',
        line: 3,
        message:
          'https://polaris.example/b does not exist: it is not a file of the site and not a page of the description.',
        fix: 'Add it to pages, or correct it.',
      },
    ])
  })

  it('reports a missing file once', () => {
    const files = resources.filter(({ path }) => path !== '/auth.md')
    expect(listFindings(files, school)).toEqual([
      '/auth.md: The file is missing, and other files link to it. Render them again.',
    ])
  })

  it('reports two files with the same path', () => {
    expect(listFindings([...resources, resources[0]!], school)).toContainEqual(
      '/llms.txt: The path is used by 2 files. Delete all but one.',
    )
  })

  it('reports a path without a leading slash', () => {
    const file = { path: 'a.txt', contentType: 'text/plain; charset=utf-8', body: '' }
    expect(listFindings([...resources, file], school)).toEqual([
      'a.txt: The path does not start with a slash. Add one.',
    ])
  })

  it('checks an additional file by its content type', () => {
    const file = {
      path: '/prices.md',
      contentType: 'text/markdown',
      body: '## Prices\n\nSee http://polaris.example/ and http://localhost:3000/.\n',
    }
    expect(listFindings([...resources, file], school)).toEqual([
      '/prices.md:3: http://polaris.example/ is not encrypted. Replace "http:" with "https:".',
      '/prices.md:3: http://localhost:3000/ is a loopback URL, which only works on your computer. Write "https://polaris.example" for this site.',
    ])
  })

  it('recognizes a URL in text, with any punctuation after it', () => {
    const body = [
      '# URLs',
      'See https://polaris.example/terms.html, (https://polaris.example/terms.html),',
      '"https://polaris.example/terms.html#refunds"; https://polaris.example/terms.html?from=a!',
      'https://polaris.example。https://polaris.example/polaris.js',
      'https://polaris.example/functions/v1/conversion-capi. https://other.example/nowhere',
    ].join('\n')
    const file = { path: '/a.md', contentType: 'text/markdown; charset=utf-8', body }
    expect(listFindings([...resources, file], school)).toEqual([])
  })
})
