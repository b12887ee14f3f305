import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type AnyHost, startAnyHost } from './client-library-page.ts'
import { type CookieLeft, type Script, visitWith } from './client-library-visit.ts'
import { DIFFERENCES, type Leaves, SAME, type Visit } from './client-library-visits.ts'

/** What Meta's library puts behind a value that has nothing there: it names the library. */
const APPENDIX = /\.AQY[ACD]AQMB$/

const NEW_VISITOR = { _fbp: 'fb.1.now.random' }

/** The domain that takes the cookies, as Chromium writes it, and its index. */
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

const ORDERS: Script[][] = [
  ['tracker', 'tracker', 'tracker'],
  ['meta', 'meta', 'meta'],
  ['tracker', 'meta', 'tracker'],
  ['meta', 'tracker', 'meta'],
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

  it.each(SAME)('are the same: $what', async (visit) => {
    const leaves = { ...NEW_VISITOR, ...visit.leaves }
    expect(await leave('tracker', visit)).toEqual(leaves)
    expect(await leave('meta', visit)).toEqual(leaves)
  })

  it.each(DIFFERENCES)('differ: $what. $why', async (visit) => {
    const leaves = { ...NEW_VISITOR, ...visit.leaves }
    const metaLeaves = { ...NEW_VISITOR, ...visit.metaLeaves }
    expect(await leave('tracker', visit)).toEqual(leaves)
    expect(await leave('meta', visit)).toEqual(metaLeaves)
    expect(leaves).not.toEqual(metaLeaves)
  })

  describe.each(HOSTS)('on %s', (host, domain, index) => {
    it.each(ORDERS)('go on, whichever comes first: %s, %s, %s', async (...scripts) => {
      const address = `http://${host}:${site.port}/`
      const [first, second, third] = [
        await visitWith(scripts[0]!, page, `${address}?fbclid=first`),
        await visitWith(scripts[1]!, page, address),
        await visitWith(scripts[2]!, page, `${address}?fbclid=second`),
      ]

      expect(mask(first._fbp!.value)).toBe(`fb.${index}.now.random`)
      expect(mask(first._fbc!.value)).toBe(`fb.${index}.now.first`)
      expect(cut(second._fbp!.value)).toBe(cut(first._fbp!.value))
      expect(cut(second._fbc!.value)).toBe(cut(first._fbc!.value))
      expect(cut(third._fbp!.value)).toBe(cut(first._fbp!.value))
      expect(mask(third._fbc!.value)).toBe(`fb.${index}.now.second`)
      expect(timeOf(third._fbc!)).toBeGreaterThan(timeOf(first._fbc!))

      for (const [visit, { _fbp, _fbc }] of [first, second, third].entries()) {
        const isOurs = scripts[visit] === 'tracker'
        // We say no SameSite: `Lax` is what browsers take for granted.
        const attributes = { domain, path: '/', sameSite: isOurs ? undefined : 'Lax' }
        expect(_fbp).toEqual({ ...attributes, value: _fbp!.value, days: 90, isReported: true })
        expect(_fbc).toEqual({ ...attributes, value: _fbc!.value, days: 90, isReported: true })
      }
      // We add no appendix, and keep the one that is there for as long as the value.
      expect(APPENDIX.test(first._fbp!.value)).toBe(scripts[0] === 'meta')
      expect(APPENDIX.test(third._fbp!.value)).toBe(scripts.includes('meta'))
      expect(APPENDIX.test(third._fbc!.value)).toBe(scripts[2] === 'meta')
    })
  })

  /** The values left, with whatever of the attributes is not to be expected. */
  async function leave(
    script: Script,
    { url = '', referrer, cookies = {}, domain = '.school.test' }: Visit,
  ): Promise<Leaves> {
    const context = page.context()
    await context.clearCookies()
    const expires = Date.now() / 1000 + 24 * 60 * 60
    const given = Object.entries(cookies).map(([name, value]) => {
      return { name, value, domain, path: '/', expires }
    })
    await context.addCookies(given)

    const address = `http://www.school.test:${site.port}/`
    const left = await visitWith(script, page, address + url, referrer && address + referrer)
    const texts = Object.entries(left).map(([name, cookie]) => {
      const isGiven = given.some(({ value }) => value === cookie.value)
      const value = isGiven ? cookie.value : mask(cookie.value.replace(APPENDIX, ''))
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

/** Without what differs from run to run, and without an appendix of Meta's library. */
function mask(value: string): string {
  const [version, index, time, ...rest] = value.replace(APPENDIX, '').split('.')
  const isNow = Math.abs(Date.now() - Number(time)) < 60_000
  const payload = rest.join('.').replace(/^\d{10,18}$/, isNow ? 'random' : '$&')
  return [version, index, isNow ? 'now' : time, payload].join('.')
}

/** The segments that say who it is. */
function cut(value: string): string {
  return value.split('.').slice(0, 4).join('.')
}

function timeOf({ value }: CookieLeft): number {
  return Number(value.split('.')[2])
}
