import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { Page } from 'playwright-core'

import type { ClientParamBuilder } from './client-library.ts'

/** Our tracker, or Meta's library for browsers. */
export type Script = 'tracker' | 'meta'

export type IdName = '_fbp' | '_fbc'

export interface CookieLeft {
  value: string
  domain: string
  path: string
  /** Until it expires, to a hundredth. */
  days: number
  /** `undefined` when the script did not say. */
  sameSite: string | undefined
  /** Whether the script says that this is the value to send. */
  isReported: boolean
}

/** Loads a page with one of the scripts. Gives what it leaves in the cookies. */
export async function visitWith(
  script: Script,
  page: Page,
  url: string,
  referer?: string,
): Promise<Partial<Record<IdName, CookieLeft>>> {
  // Or an address that differs in its fragment only would load nothing.
  await page.goto('about:blank')
  await page.goto(url, referer ? { referer } : {})
  const reported = await RUN[script](page)

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

const RUN: Record<Script, (page: Page) => Promise<Partial<Record<IdName, string>>>> = {
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
      // There are click ids it throws at.
      return clientParamBuilder.processAndCollectAllParams().catch(() => ({}))
    })
  },
}
