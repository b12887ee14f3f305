import { type DevServer, runDev } from 'conversion-capi'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { launchChromium } from '@conversion-capi/testing/chromium'
import { visit } from './visit.ts'

const HOSTILE = '<img src=x onerror="document.title=1">'

describe('the live page of the emulator', () => {
  let browser: Browser
  let site: DevServer

  beforeAll(async () => {
    site = await runDev({ dir: 'examples/school-site', port: 0, runtime: false })
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  beforeEach(() => site.emulator.clear())

  function sendEvent(changes: object, access_token = 'emulator-access-token'): Promise<Response> {
    const event = {
      event_name: 'Lead',
      event_id: 'lead-1',
      event_time: Math.floor(Date.now() / 1000),
      action_source: 'website',
      user_data: { fbp: 'fb.1.1.1' },
      ...changes,
    }
    return site.emulator.fetch('https://graph.facebook.com/v18.0/1234567890/events', {
      method: 'POST',
      body: JSON.stringify({ data: [event], access_token }),
    })
  }

  it('shows the setup instructions until a request arrives, even if it is rejected', async () => {
    const { page, close } = await visit(browser, site.emulatorUrl)
    await page.locator('#empty').waitFor()
    await sendEvent({}, 'wrong-token')

    await page.locator('#empty').waitFor({ state: 'hidden' })
    const row = await page.locator('#rejections > li').innerText()
    expect(row).toContain('Rejected: 401')
    expect(row).toContain('The token is not accepted')
    expect(row).toContain('Lead (lead-1)')
    expect(await page.locator('#note').innerText()).toContain('1 request rejected.')
    await close()
  })

  it('shows the warnings of an event', async () => {
    await sendEvent({ custom_data: { email: 'mary@example.com' } })
    const { page, close } = await visit(browser, site.emulatorUrl)
    const warning = page.locator('#events .warning')
    await warning.waitFor()
    expect(await warning.innerText()).toBe('custom_data.email contains unhashed personal data.')
    await page.locator('#events summary').click()
    expect(await page.locator('#events .copy .warning').count()).toBe(1)
    await close()
  })

  it('shows HTML in events as text', async () => {
    await sendEvent({ event_name: HOSTILE, event_id: HOSTILE, custom_data: { [HOSTILE]: HOSTILE } })
    await sendEvent({ event_name: HOSTILE, [HOSTILE]: HOSTILE })
    await site.emulator.fetch(`http://localhost/tr?id=${HOSTILE}&ev=${HOSTILE}`)
    const { page, errors, close } = await visit(browser, site.emulatorUrl)
    await page.locator('#events summary').click()
    await page.locator('#rejections > li').nth(1).waitFor()

    expect(await page.locator('#events .name').innerText()).toBe(HOSTILE)
    expect(await page.locator('#events img, #rejections img').count()).toBe(0)
    expect(await page.title()).toBe('(1) Conversion emulator')
    expect(errors).toEqual([])
    await close()
  })

  it('clears events and rejected requests with its button, but ignores requests of other websites', async () => {
    await sendEvent({})
    await sendEvent({ event_time: 0 })
    const other = await visit(browser, site.url.replace('127.0.0.1', 'localhost'))
    await other.page.evaluate(
      (url) => fetch(url, { method: 'POST', mode: 'no-cors' }).catch(() => {}),
      `${site.emulatorUrl}clear`,
    )
    await other.close()
    expect(site.emulator.events()).toContainEqual(expect.objectContaining({ event_id: 'lead-1' }))
    expect(site.emulator.rejections()).toHaveLength(1)

    const { page, close } = await visit(browser, site.emulatorUrl)
    await page.locator('#rejections > li').waitFor()
    await page.locator('#clear').click()
    await page.locator('#empty').waitFor()
    expect(site.emulator.events()).toEqual([])
    expect(site.emulator.rejections()).toEqual([])
    await close()
  })
})
