import { compileFunction } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { redirectScript } from './redirect-script.ts'

const MAIN_SITE = 'https://www.polaris.example'

describe('redirectScript', () => {
  it.each(['/courses/', '/courses', '/', '/a/b/c/', '/v1.2/notes', '/.hidden/', '/курсы/'])(
    'looks for a directory-style path on the main site: %s',
    (path) => {
      expect(visit(path)).toEqual([MAIN_SITE + new URL(path, MAIN_SITE).pathname])
    },
  )

  it('takes query and fragment along', () => {
    expect(visit('/courses/?utm_source=a&b=%20#prices')).toEqual([
      `${MAIN_SITE}/courses/?utm_source=a&b=%20#prices`,
    ])
  })

  it.each(['/notes.pdf', '/a/b.html', '/llms.txt', '/.well-known', '/404.html', '/404', '/404/'])(
    'stays where a file was asked for: %s',
    (path) => {
      expect(visit(path)).toEqual([])
    },
  )

  it('stays on the main site itself', () => {
    expect(visit('/courses/', { origin: MAIN_SITE })).toEqual([])
  })

  it.each([
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '/@evil',
  ])('cannot be led to another host: %s', (path) => {
    const [target] = visit(path)
    expect(new URL(target!).origin).toBe(MAIN_SITE)
    // Nor can a main site that sends a path on as it stands.
    expect(new URL(new URL(target!).pathname, MAIN_SITE).origin).toBe(MAIN_SITE)
  })

  it('keeps every visitor on the main site’s host, whatever the address', () => {
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

  it('ends a loop when the main site sends the visitor back', () => {
    const browser = createBrowser()
    expect(visit('/courses/', browser)).toHaveLength(1)
    expect(visit('/courses/', browser)).toEqual([])
    expect(visit('/teachers/', browser)).toHaveLength(1)
  })

  it('serves the same link again later', () => {
    const browser = createBrowser()
    visit('/courses/', browser)
    browser.now += 11_000
    expect(visit('/courses/', browser)).toHaveLength(1)
  })

  it('works where storage is forbidden or holds something else', () => {
    const browser = createBrowser()
    browser.stored.set('page-shell', '{')
    expect(visit('/courses/', browser)).toHaveLength(1)
    expect(visit('/courses/', { sessionStorage: undefined })).toHaveLength(1)
  })

  it('cannot be broken out of by the value it is given', () => {
    const script = redirectScript('https://a.example"</script><script>')
    expect(script).not.toMatch(/<\/?script/)
    expect(visit('/courses/', {}, script)).toEqual(['https://a.example"</script><script>/courses/'])
  })
})

interface Browser {
  origin?: string
  now?: number
  sessionStorage?: object | undefined
}

/** Where the script sends a visitor who asked for an address. */
function visit(
  address: string,
  browser: Browser = {},
  script = redirectScript(MAIN_SITE),
): string[] {
  const {
    origin = 'https://polaris.example',
    now = 0,
    sessionStorage,
  } = { ...createBrowser(), ...browser }
  const { pathname, search, hash, href } = new URL(origin + address)
  const targets: string[] = []
  const replace = (target: string): void => void targets.push(target)
  const run = compileFunction(script, ['location', 'sessionStorage', 'Date'])
  run({ origin, pathname, search, hash, href, replace }, sessionStorage, { now: () => now })
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
