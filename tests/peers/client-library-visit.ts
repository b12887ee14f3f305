import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { Page } from 'playwright-core'

import type { ClientParamBuilder } from './client-library-page.ts'

export type Library = 'tracker' | 'meta'

export type IdName = '_fbp' | '_fbc'

export interface LeftCookie {
  value: string
  domain: string
  path: string
  /** Days until it expires, rounded to two decimals. */
  days: number
  /** `undefined` if the library did not set it. */
  sameSite: string | undefined
  /** Whether the library reports this value as the one to send. */
  isReported: boolean
}

/** Opens a page with one of the libraries and returns the cookies that it leaves. */
export async function visitWith(
  library: Library,
  page: Page,
  url: string,
  referer?: string,
): Promise<Partial<Record<IdName, LeftCookie>>> {
  // Without this, a URL that differs only in its fragment would not load the page.
  await page.goto('about:blank')
  await page.goto(url, referer ? { referer } : {})
  const reported = await RUN[library](page)

  const session = await page.context().newCDPSession(page)
  const { cookies } = await session.send('Network.getCookies')
  await session.detach()
  const left = cookies.map(({ name, value, domain, path, expires, sameSite }) => {
    const days = Math.round((expires - Date.now() / 1000) / 864) / 100
    const isReported = reported[name as IdName] === value
    return [name, { value, domain, path, days, sameSite, isReported }]
  })
  return Object.fromEntries(left)
}

const RUN: Record<Library, (page: Page) => Promise<Partial<Record<IdName, string>>>> = {
  async tracker(page) {
    const sent = page.waitForRequest(`**${CONVERSION_PATH}`)
    await page.addScriptTag({ url: '/tracker.js' })
    const { user_data } = (await sent).postDataJSON()
    return { _fbp: user_data.fbp, _fbc: user_data.fbc }
  },
  async meta(page) {
    await page.addScriptTag({ url: '/meta.js' })
    return page.evaluate(() => {
      const { clientParamBuilder } = self as unknown as { clientParamBuilder: ClientParamBuilder }
      // It throws on some click ids.
      return clientParamBuilder.processAndCollectAllParams().catch(() => ({}))
    })
  },
}
