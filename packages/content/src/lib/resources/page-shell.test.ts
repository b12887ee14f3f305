import { compileFunction } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { pageShell, redirectScript } from './page-shell.ts'

describe('pageShell()', () => {
  it('redirects to the main site before anything is rendered', () => {
    const { body } = pageShell(smallSchool())
    const [head] = body.split('<body>')
    expect(head).toContain('const mainSite = "https://www.polaris.example"')
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it('links the main site and the home page for visitors who are not redirected', () => {
    const { body } = pageShell(smallSchool())
    expect(body).toContain('<a href="https://www.polaris.example/">Go to the main site</a>')
    expect(body).toContain('<a href="https://polaris.example/">Home</a>')
  })

  it('does not redirect if there is no main site', () => {
    const { mainSite: _, ...school } = smallSchool()
    const { body } = pageShell(school)
    expect(body).not.toContain('<script')
    expect(body).not.toContain('main site')
    expect(body).toContain('Page not found')
  })
})

const MAIN_SITE = 'https://www.polaris.example'

describe('redirectScript()', () => {
  it.each(['/courses/', '/courses', '/', '/a/b/c/', '/v1.2/notes', '/.hidden/', '/курсы/'])(
    'redirects a directory-style path: %s',
    (path) => {
      expect(visit(path)).toEqual([MAIN_SITE + new URL(path, MAIN_SITE).pathname])
    },
  )

  it('keeps the query and the fragment', () => {
    expect(visit('/courses/?utm_source=a&b=%20#prices')).toEqual([
      `${MAIN_SITE}/courses/?utm_source=a&b=%20#prices`,
    ])
  })

  it.each(['/notes.pdf', '/a/b.html', '/llms.txt', '/.well-known', '/404.html', '/404', '/404/'])(
    'does not redirect a file path: %s',
    (path) => {
      expect(visit(path)).toEqual([])
    },
  )

  it('does not redirect on the main site itself', () => {
    expect(visit('/courses/', { origin: MAIN_SITE })).toEqual([])
  })

  it.each([
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '/@evil',
  ])('redirects only to the main site’s hostname: %s', (path) => {
    const [target] = visit(path)
    expect(new URL(target!).origin).toBe(MAIN_SITE)
    // The path stays on the hostname even if the main site redirects to it verbatim.
    expect(new URL(new URL(target!).pathname, MAIN_SITE).origin).toBe(MAIN_SITE)
  })

  it('redirects only to the main site’s hostname for arbitrary paths', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '//', '\\', '@', ':', '..', '%2F', '?', '#', 'evil.example'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const [target] = visit(`/${parts.join('')}`)
        if (target) expect(new URL(target).origin).toBe(MAIN_SITE)
      }),
      { numRuns: 2000 },
    )
  })

  it('stops if the main site redirects the visitor back', () => {
    const browser = createBrowser()
    expect(visit('/courses/', browser)).toHaveLength(1)
    expect(visit('/courses/', browser)).toEqual([])
    expect(visit('/teachers/', browser)).toHaveLength(1)
  })

  it('stops if the main site sends the visitor back with a changing query or fragment', () => {
    const browser = createBrowser()
    expect(visit('/courses/?from=main&n=1', browser)).toHaveLength(1)
    expect(visit('/courses/?from=main&n=2', browser)).toEqual([])
    expect(visit('/courses/#3', browser)).toEqual([])
  })

  it('stops if the main site sends the visitor back to changing paths', () => {
    const browser = createBrowser()
    const redirects = Array.from({ length: 20 }, (_, n) => visit(`/courses/${n}/`, browser).length)
    expect(redirects).toEqual([1, 1, 1, ...Array(17).fill(0)])
  })

  it('stops if the main site alternates between two paths', () => {
    const browser = createBrowser()
    const paths = ['/a/', '/b/', '/a/', '/b/']
    expect(paths.map((path) => visit(path, browser).length)).toEqual([1, 1, 0, 0])
  })

  it('does not redirect a visitor who comes from one of both sites if sessionStorage is unavailable', () => {
    const blocked = { sessionStorage: undefined }
    expect(visit('/courses/', { ...blocked, referrer: `${MAIN_SITE}/courses/` })).toEqual([])
    expect(visit('/courses/', { ...blocked, referrer: 'https://polaris.example/x/' })).toEqual([])
    expect(visit('/courses/', { ...blocked, referrer: 'https://search.example/' })).toHaveLength(1)
  })

  it('redirects the same URL again after ten seconds', () => {
    const browser = createBrowser()
    visit('/courses/', browser)
    browser.now += 11_000
    expect(visit('/courses/', browser)).toHaveLength(1)
  })

  it.each(['{', 'null', '{}', '[1]', '[["/courses/"]]', '[["/courses/",null]]'])(
    'redirects once if sessionStorage contains invalid data: %s',
    (data) => {
      const browser = { ...createBrowser(), now: 1e12 }
      browser.stored.set('page-shell', data)
      expect(visit('/courses/', browser)).toHaveLength(1)
      expect(visit('/courses/', browser)).toEqual([])
    },
  )

  it('escapes the main site in the script', () => {
    const script = redirectScript('https://a.example"</script><script>')
    expect(script).not.toMatch(/<\/?script/)
    expect(visit('/courses/', {}, script)).toEqual(['https://a.example"</script><script>/courses/'])
  })
})

interface Browser {
  origin?: string
  now?: number
  referrer?: string
  sessionStorage?: object | undefined
}

/** Returns the URLs that the script redirects a visitor to. */
function visit(path: string, browser: Browser = {}, script = redirectScript(MAIN_SITE)): string[] {
  const {
    origin = 'https://polaris.example',
    now = 0,
    referrer = '',
    sessionStorage,
  } = { ...createBrowser(), ...browser }
  const { pathname, search, hash, href } = new URL(origin + path)
  const targets: string[] = []
  const replace = (target: string): void => void targets.push(target)
  const run = compileFunction(script, ['location', 'sessionStorage', 'Date', 'document'])
  const location = { origin, pathname, search, hash, href, replace }
  run(location, sessionStorage, { now: () => now }, { referrer })
  return targets
}

function createBrowser() {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return { now: 0, stored, sessionStorage }
}
