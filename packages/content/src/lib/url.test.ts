import { describe, expect, it } from 'vitest'

import { canonicalUrl } from './url.ts'

describe('canonicalUrl()', () => {
  it.each([
    ['https://x.example', 'https://x.example/'],
    ['https://X.example:443/a', 'https://x.example/a'],
    ['https://школа.example/é?ё', 'https://xn--80atdl2c.example/%C3%A9?%D1%91'],
    ['https://x.example/a_(b)', 'https://x.example/a_%28b%29'],
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
