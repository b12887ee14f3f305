import { describe, expect, it } from 'vitest'

import { contentSecurityPolicy, isMeta } from './blocked-hosts.ts'
import { swapPixel } from './render-dev-site.ts'

describe('isMeta()', () => {
  it.each([
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://www.facebook.com/tr?id=1',
    'https://graph.facebook.com/v18.0/1/events',
    'https://FACEBOOK.com',
  ])('returns true for %s', (url) => {
    expect(isMeta(url)).toBe(true)
  })

  it.each(['https://notfacebook.com', 'https://facebook.com.example', 'eval', 'inline'])(
    'returns false for %s',
    (url) => {
      expect(isMeta(url)).toBe(false)
    },
  )
})

describe('contentSecurityPolicy()', () => {
  it("allows the origins that a file names, once each and in order, except Meta's", () => {
    const texts = [
      '<link href="https://fonts.example/a.css"><script src="//cdn.example/b.js"></script>',
      `new WebSocket('wss://chat.example:8443/x'); '//connect.facebook.net/x.js' // https://fonts.example`,
    ]
    expect(contentSecurityPolicy(texts, '/report')).toBe(
      "default-src 'self' https://cdn.example https://fonts.example wss://chat.example:8443 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self' https://cdn.example https://fonts.example wss://chat.example:8443; report-uri /report",
    )
  })

  it('allows nothing that could end the directive', () => {
    const policy = contentSecurityPolicy(['https://a.example;script-src https://b.example, x'], '/')
    expect(policy.match(/;/g)).toHaveLength(2)
  })
})

it.each([
  ['https://connect.facebook.net/en_US/fbevents.js', '/emulator/en_US/fbevents.js'],
  ['//connect.facebook.net/pl_PL/fbevents.js', '/emulator/en_US/fbevents.js'],
  ['https://www.facebook.com/tr?id=1&ev=PageView', '/emulator/tr?id=1&ev=PageView'],
  ['https://www.facebook.com/tr/?id=1', '/emulator/tr?id=1'],
  ['https://www.facebook.com/travel', 'https://www.facebook.com/travel'],
  ['https://www.facebook.com/school', 'https://www.facebook.com/school'],
])('replaces URLs of the pixel only: %s', (url, expected) => {
  expect(swapPixel(`<a href="${url}">`)).toBe(`<a href="${expected}">`)
})
