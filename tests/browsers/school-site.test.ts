import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH, EVENT_NAMES, type EventName } from '@conversion-capi/core/protocol'
import { type DevServer, runDev } from 'conversion-capi'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { PERFORM, TYPED } from './perform.ts'
import { visit } from './visit.ts'

/** The default timeout is one second. */
const WAIT = { timeout: 240_000 }

const UNHASHED = /anna\.petrova|petrova@|912.{0,3}345|9123456789|anastasia/i

describe('the example site, in a browser', () => {
  let browser: Browser
  let site: DevServer

  beforeAll(async () => {
    site = await runDev({ dir: 'examples/school-site', port: 0 })
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  beforeEach(() => {
    site.emulator.setFaults({})
    site.emulator.clear()
  })

  function received(eventName: EventName) {
    return site.emulator.events().filter(({ event_name }) => event_name === eventName)
  }

  it.each(EVENT_NAMES)(
    'delivers %s from the browser and the server with one event ID, and the emulator counts it once',
    async (eventName) => {
      const { page, sent, errors, close } = await visit(browser, site.url)
      await vi.waitUntil(() => received('PageView').length === 2, WAIT)
      site.emulator.clear()

      await PERFORM[eventName](page)
      await vi.waitUntil(() => received(eventName).length >= 2, WAIT)
      await page.waitForLoadState('networkidle')

      const events = received(eventName)
      expect(events.map(({ source }) => source).sort()).toEqual(['browser', 'server'])
      expect(events.filter(({ counted }) => counted)).toHaveLength(1)
      expect(events[0]!.event_id).toMatch(/^[\da-f-]{36}$/)
      expect(events[1]!.event_id).toBe(events[0]!.event_id)
      expect(sent.join('\n') + JSON.stringify(site.emulator.events())).not.toMatch(UNHASHED)
      expect(errors).toEqual([])
      await close()
    },
  )

  it('hashes personal data by Meta’s rules, and the proxy adds its fields', async () => {
    const { page, close } = await visit(browser, site.url)
    await PERFORM.Lead(page)
    await vi.waitUntil(() => received('Lead').length === 2, WAIT)

    const server = received('Lead').find(({ source }) => source === 'server')!
    expect(server).toMatchObject({
      action_source: 'website',
      event_source_url: site.url,
      user_data: {
        em: sha256Hex(TYPED.email.toLowerCase()),
        ph: sha256Hex('79123456789'),
        fn: sha256Hex('anastasia'),
        ln: sha256Hex('petrova'),
        // Created by the tracker or the pixel, depending on which one runs first.
        fbp: expect.stringMatching(/^fb\.\d\.\d{13}\.\d+$/),
        client_ip_address: '127.0.0.1',
        client_user_agent: expect.stringContaining('Chrome'),
      },
    })
    await close()
  })

  it('sends the displayed price with a Purchase', async () => {
    const { page, close } = await visit(browser, site.url)
    await PERFORM.Purchase(page)
    await vi.waitUntil(() => received('Purchase').length === 2, WAIT)
    for (const { custom_data } of received('Purchase')) {
      expect(custom_data).toMatchObject({ currency: 'EUR', content_name: 'Mathematics' })
      expect(Number(custom_data!['value'])).toBe(240)
    }
    await close()
  })

  it('shows the confirmation if upstream is down, and the proxy returns 200 with ok: false', async () => {
    site.emulator.setFaults({ networkError: {}, endpoints: ['events', 'tr'] })
    const { page, close } = await visit(browser, site.url)
    const responded = page.waitForResponse(
      (response) =>
        response.url().endsWith(CONVERSION_PATH) &&
        response.request().postDataJSON().event_name === 'Lead',
    )
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await PERFORM.Lead(page)

    await expect.poll(() => page.locator('#lead-status').textContent()).toContain('Thank you')
    const response = await responded
    expect(response.status()).toBe(200)
    expect(await response.json()).toEqual({ ok: false, error: expect.any(String) })
    expect(pageErrors).toEqual([])
    expect(site.emulator.events()).toEqual([])
    await close()
  })
})
