import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { listFindings } from './find-findings.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

const FILES = [
  '/index.html',
  '/programs/physics.html',
  '/ru/programs/physics.html',
  '/terms.html',
  '/polaris.js',
  '/logo.svg',
]

describe('checkResources() with the files of the site', () => {
  it('accepts a site whose files are the pages of the description', () => {
    expect(listFindings(resources, school, { files: FILES })).toEqual([])
    expect(listFindings(resources, school, { files: new Set(FILES) })).toEqual([])
  })

  it.each(['/index.html', '/terms.html', '/ru/programs/physics.html'])(
    'reports a listed page without a file: %s',
    (missing) => {
      const files = FILES.filter((path) => path !== missing)
      expect(listFindings(resources, school, { files })).toEqual([
        `${missing.replace('index.html', '')}: school.config.ts lists this page, but it has no file. Create it, or remove it from pages.`,
      ])
    },
  )

  it('compares paths as URLs, without the query of a page', () => {
    const pages = [...school.pages, { path: '/café/?lang=fr' }, { path: '/a%20b.html' }]
    const larger = smallSchool({ pages })
    const files = [...FILES, '/caf%C3%A9/index.html', '/a b.html']
    expect(listFindings(renderResources(larger), larger, { files })).toEqual([])
  })

  it.each(['/new.html', '/new/index.html', '/new/', '/NEW.HTM'])(
    'reports a page that the description does not list: %s',
    (path) => {
      expect(listFindings(resources, school, { files: [...FILES, path] })).toEqual([
        `${path.replace('index.html', '')}: school.config.ts does not list this page, so the sitemap lacks it. Add it to pages, or mark it with <meta name="robots" content="noindex">.`,
      ])
    },
  )

  it('reports an unlisted page among the resources unless it is marked noindex', () => {
    const page = (robots: string) => ({
      path: '/thanks.html',
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b">${robots}</head><body><h1>a</h1><p>b</p></body></html>`,
    })
    const check = (robots: string) =>
      listFindings([...resources, page(robots)], school, { files: [...FILES, '/thanks.html'] })
    expect(check('')).toEqual([expect.stringMatching(/^\/thanks\.html: /)])
    const listed = smallSchool({ pages: [...school.pages, { path: '/thanks.html' }] })
    const hidden = page('<meta name="robots" content="none">')
    expect(
      listFindings([...renderResources(listed), hidden], listed, {
        files: [...FILES, '/thanks.html'],
      }),
    ).toEqual([
      '/thanks.html: school.config.ts lists this page, but it is marked noindex, only redirects, or has the canonical URL of another page. Remove it from pages, or change the page.',
    ])
    expect(check('<meta name="Robots" content="follow, NOINDEX">')).toEqual([])
  })

  it('reports a page that crawlers.disallow keeps crawlers from, and lists it nowhere', () => {
    const crawlers = { disallow: ['/pr*.html$', '/unrelated'] }
    const hidden = smallSchool({ crawlers })
    const files = renderResources(hidden)
    expect(listFindings(files, hidden, { files: FILES })).toEqual([
      '/programs/physics.html: school.config.ts lists this page, but its crawlers.disallow keeps crawlers from it. Remove it from pages or from crawlers.disallow.',
    ])
    const sitemap = files.find(({ path }) => path === '/sitemap.xml')!.body
    expect(sitemap).not.toContain('physics')
  })

  it('reports a tracker without a file', () => {
    const files = FILES.filter((path) => path !== '/polaris.js')
    expect(listFindings(resources, school, { files })).toEqual([
      '/polaris.js: The tracker has no file. Write one with @conversion-capi/tracker, or add its path to files.',
    ])
  })
})

describe('checkResources() with the current day', () => {
  it('reports a lastmod in the future', () => {
    const [home, ...others] = school.pages
    const later = smallSchool({ pages: [{ ...home!, lastmod: '2026-09-02' }, ...others] })
    const files = renderResources(later)
    expect(listFindings(files, later)).toEqual([])
    expect(listFindings(files, later, { today: '2026-09-02' })).toEqual([])
    expect(listFindings(files, later, { today: '2026-09-01' })).toEqual([
      '/: The lastmod "2026-09-02" is in the future, and search engines ignore such dates. Write the day on which the page last changed.',
    ])
  })
})

it('reports deadlines of which none is left', () => {
  const days = { startDates: ['2026-09-01', '2026-10-05'], deadlines: ['2026-08-01', '2026-09-20'] }
  const seasonal = smallSchool({ programs: [{ ...school.programs![0]!, ...days }] })
  const files = renderResources(seasonal)
  expect(listFindings(files, seasonal, { today: '2026-09-20' })).toEqual([])
  expect(listFindings(files, seasonal, { today: '2026-09-21' })).toEqual([
    '/for-llm/: The deadlines of "Physics" are over: the last is 2026-09-20. Write the next one in deadlines, or remove them.',
  ])
})

it('reports start dates of which none is left', () => {
  const [program] = school.programs!
  const programs = [{ ...program!, startDates: ['2026-09-01', '2026-10-05'] }]
  const seasonal = smallSchool({ programs })
  const files = renderResources(seasonal)
  expect(listFindings(files, seasonal, { today: '2026-10-05' })).toEqual([])
  expect(listFindings(files, seasonal, { today: '2026-10-06' })).toEqual([
    '/for-llm/: The start dates of "Physics" are over: the last is 2026-10-05. Write the next one in startDates, or remove them.',
  ])
})

describe('the options of checkResources()', () => {
  it.each<[options: unknown, message: string]>([
    [{ file: [] }, 'Option "file" is unknown. Use one of today, files.'],
    [null, 'The options must be an object.'],
    [
      { today: '2026-02-30' },
      'today must be an existing day such as "2026-09-01", got "2026-02-30". Write new Date().toISOString().slice(0, 10).',
    ],
    [
      { today: new Date(0) },
      'today must be an existing day such as "2026-09-01", got "1970-01-01T00:00:00.000Z". Write new Date().toISOString().slice(0, 10).',
    ],
  ])('throw a TypeError for %j', (options, message) => {
    expect(() => listFindings(resources, school, options as never)).toThrow(new TypeError(message))
  })
})
