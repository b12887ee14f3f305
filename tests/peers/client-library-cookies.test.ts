import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type AnyHost, startAnyHost } from './client-library-page.ts'
import { type LeftCookie, type Library, visitWith } from './client-library-visit.ts'
import { type CookieCase, type CookieValues, DIFFERENCES, SAME } from './cookie-cases.ts'

/** The suffix that Meta's library appends to a value without one. It identifies the library. */
const SUFFIX = /\.AQY[ACD]AQMB$/

const NEW_VISITOR = { _fbp: 'fb.1.now.random' }

/** Hostname, domain of the cookies in Chromium, and domain index in the cookie value. */
const HOSTS = [
  ['school.test', '.school.test', 1],
  ['www.school.test', '.school.test', 1],
  ['deep.www.school.test', '.school.test', 1],
  ['school.co.uk', '.school.co.uk', 2],
  ['www.school.co.uk', '.school.co.uk', 2],
  ['www.school.github.io', '.school.github.io', 2],
  ['localhost', 'localhost', 0],
  ['127.0.0.1', '127.0.0.1', 3],
] as const

/** Each library as the first, as the second and as the third. */
const ORDERS: Library[][] = [
  ['tracker', 'meta', 'tracker'],
  ['meta', 'tracker', 'meta'],
]
const ALONE: Library[][] = [
  ['tracker', 'tracker', 'tracker'],
  ['meta', 'meta', 'meta'],
]

describe('the cookies of our tracker and of Meta’s library for browsers', () => {
  let site: AnyHost
  let page: Page

  beforeAll(async () => {
    site = await startAnyHost()
    page = await site.browser.newPage()
  })

  afterAll(() => site?.close())

  beforeEach(() => page.context().clearCookies())

  it.each(SAME)('are the same for $name', async (visit) => {
    const left = { ...NEW_VISITOR, ...visit.left }
    expect(await leftBy('tracker', visit)).toEqual(left)
    expect(await leftBy('meta', visit)).toEqual(left)
  })

  it.each(DIFFERENCES)('differ for $name. $reason', async (visit) => {
    const left = { ...NEW_VISITOR, ...visit.left }
    const leftByMeta = { ...NEW_VISITOR, ...visit.leftByMeta }
    expect(await leftBy('tracker', visit)).toEqual(left)
    expect(await leftBy('meta', visit)).toEqual(leftByMeta)
    expect(left).not.toEqual(leftByMeta)
  })

  describe.each(HOSTS)('on %s', (host, domain, index) => {
    it.each(host === 'school.test' ? [...ORDERS, ...ALONE] : ORDERS)(
      'continue across %s, %s, %s',
      async (...libraries) => {
        const home = `http://${host}:${site.port}/`
        const [first, second, third] = [
          await visitWith(libraries[0]!, page, `${home}?fbclid=first`),
          await visitWith(libraries[1]!, page, home),
          await visitWith(libraries[2]!, page, `${home}?fbclid=second`),
        ]

        expect(mask(first._fbp!.value)).toBe(`fb.${index}.now.random`)
        expect(mask(first._fbc!.value)).toBe(`fb.${index}.now.first`)
        expect(withoutSuffix(second._fbp!.value)).toBe(withoutSuffix(first._fbp!.value))
        expect(withoutSuffix(second._fbc!.value)).toBe(withoutSuffix(first._fbc!.value))
        expect(withoutSuffix(third._fbp!.value)).toBe(withoutSuffix(first._fbp!.value))
        expect(mask(third._fbc!.value)).toBe(`fb.${index}.now.second`)
        expect(timeOf(third._fbc!)).toBeGreaterThan(timeOf(first._fbc!))

        for (const [visit, { _fbp, _fbc }] of [first, second, third].entries()) {
          const isOurs = libraries[visit] === 'tracker'
          // We do not set SameSite, because `Lax` is the browsers' default.
          const attributes = { domain, path: '/', sameSite: isOurs ? undefined : 'Lax' }
          expect(_fbp).toEqual({ ...attributes, value: _fbp!.value, days: 90, isReported: true })
          expect(_fbc).toEqual({ ...attributes, value: _fbc!.value, days: 90, isReported: true })
        }
        // We add no suffix and keep an existing one until the value changes.
        expect(SUFFIX.test(first._fbp!.value)).toBe(libraries[0] === 'meta')
        expect(SUFFIX.test(third._fbp!.value)).toBe(libraries.includes('meta'))
        expect(SUFFIX.test(third._fbc!.value)).toBe(libraries[2] === 'meta')
      },
    )
  })

  /** Returns the values of the cookies, with a note for each unexpected attribute. */
  async function leftBy(
    library: Library,
    { url = '', referrer, cookies = {}, domain = '.school.test' }: CookieCase,
  ): Promise<CookieValues> {
    const context = page.context()
    await context.clearCookies()
    const expires = Date.now() / 1000 + 24 * 60 * 60
    const given = Object.entries(cookies).map(([name, value]) => {
      return { name, value, domain, path: '/', expires }
    })
    await context.addCookies(given)

    const origin = `http://www.school.test:${site.port}/`
    const cookiesLeft = await visitWith(library, page, origin + url, referrer && origin + referrer)
    const texts = Object.entries(cookiesLeft).map(([name, cookie]) => {
      const isGiven = given.some(({ value }) => value === cookie.value)
      const value = isGiven ? cookie.value : mask(cookie.value.replace(SUFFIX, ''))
      const notes = [
        cookie.domain === '.school.test' ? '' : ` on ${cookie.domain}`,
        cookie.days === 90 ? '' : ` for ${cookie.days} days`,
        cookie.isReported ? '' : ', not reported',
      ]
      return [name, value + notes.join('')]
    })
    return Object.fromEntries(texts)
  }
})

/** Replaces the current time and random ids, and removes the suffix of Meta's library. */
function mask(value: string): string {
  const [version, index, time, ...rest] = value.replace(SUFFIX, '').split('.')
  const isNow = Math.abs(Date.now() - Number(time)) < 60_000
  const payload = rest.join('.').replace(/^\d{10,18}$/, isNow ? 'random' : '$&')
  return [version, index, isNow ? 'now' : time, payload].join('.')
}

function withoutSuffix(value: string): string {
  return value.split('.').slice(0, 4).join('.')
}

function timeOf({ value }: LeftCookie): number {
  return Number(value.split('.')[2])
}
