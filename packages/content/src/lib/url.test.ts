import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { serveResources } from './serve/serve-resources.ts'
import { absoluteUrl, canonicalPath, canonicalUrl } from './url.ts'

describe('canonicalUrl()', () => {
  it.each([
    ['https://x.example', 'https://x.example/'],
    ['https://X.example:443/a', 'https://x.example/a'],
    ['https://школа.example/é?ё', 'https://xn--80atdl2c.example/%C3%A9?%D1%91'],
    [
      'https://x.example/[a]|`^{}?[a]|`^{}',
      'https://x.example/%5Ba%5D%7C%60%5E%7B%7D?%5Ba%5D%7C%60%5E%7B%7D',
    ],
    ['https://x.example/100%/%zz/%41', 'https://x.example/100%25/%25zz/%41'],
    ["https://x.example/!$&'*+,;=:@~-._", "https://x.example/!$&'*+,;=:@~-._"],
    ['https://[::1]/[', 'https://[::1]/%5B'],
  ])('converts %s to %s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected)
  })

  it('returns a canonical URL unchanged', () => {
    const url = canonicalUrl('https://школа.example/(a)[b]%?{c}|^`%zz#(d)')
    expect(canonicalUrl(url)).toBe(url)
  })
})

describe('canonicalPath()', () => {
  it('is the same for every spelling of a path, and each of them is served', async () => {
    const name = fc.oneof(
      fc.stringMatching(/^[\w~!$&'()*+,;=:@-]{1,9}$/),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          name.filter((text) => /^[^./\\\s]+$/u.test(text)),
          { minLength: 1, maxLength: 3 },
        ),
        async (names) => {
          const encoded = `/${names.map((each) => encodeURIComponent(each)).join('/')}`
          const path = canonicalPath(encoded)
          const body = 'Page'
          const serve = serveResources([{ path, contentType: 'text/html', body }])
          for (const spelling of [encoded, path, escapeAll(encoded), escapeAll(path)]) {
            expect(canonicalPath(spelling)).toBe(path)
            const url = absoluteUrl({ url: 'https://school.example' }, spelling)
            expect(url).toBe(`https://school.example${path}`)
            const response = await serve(new Request(`https://school.example${spelling}`))
            expect(await response.text()).toBe(body)
          }
        },
      ),
    )
  })
})

/** Escapes every character that is not escaped, in lower case. */
function escapeAll(path: string): string {
  return path.replace(/%..|[^/]/g, (part) =>
    part.length > 1 ? part.toLowerCase() : `%${part.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
