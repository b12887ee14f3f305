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

  it('reports nothing about 20,000 pages in two languages', () => {
    const pages = Array.from({ length: 20_000 }, (_, index) => ({
      path: `/${index}`,
      variants: { ru: `/ru/${index}` },
    }))
    const school = smallSchool({ pages: [...smallSchool().pages, ...pages] })
    expect(listFindings(renderResources(school), school)).toEqual([])
  })

  it('reports an own llms.txt that agents cannot parse', () => {
    expect(findFindings('/llms.txt', (text) => `Welcome!\n${text}`)).toEqual([
      'The file does not start with a title, so agents cannot parse it. Start it with "# " and the name of the school.',
    ])
    expect(findFindings('/llms.txt', () => '\ufeff# Mine\n')).toEqual([])
  })

  it('reports at most 20 problems of one kind in a file', () => {
    const links = Array.from({ length: 30 }, (_, index) => `<a href="/${index}">a</a>`)
    const change = (body: string) => body.replace('</main>', `${links.join('')}</main>`)
    const problems = findFindings('/for-llm/', change)
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toBe('There are more of this kind. Fix these first.')
  })

  it('reports malformed files without throwing', () => {
    const pieces = [
      '< </ > <a\thref=" " <base\thref=" </template> & &#9999999; <script\ttype="application/ld+json">',
      '{ } [ ] : , \n \r \ufeff https:// https://polaris.example/% // \0 \ud800',
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
    const files = resources.map((file) =>
      file.path === '/for-llm/'
        ? { ...file, body: file.body.replace('</main>', '<a href="/b">b</a></main>') }
        : file,
    )
    expect(checkResources(files, school)).toEqual([
      {
        level: 'warning',
        code: 'content-links',
        file: '/for-llm/',
        line: expect.any(Number),
        message:
          '/b does not exist: no file of the site and no page of school.config.ts has this URL.',
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
})
