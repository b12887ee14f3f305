import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH, EVENT_NAMES, type EventName } from '@conversion-capi/core/protocol'
import { type SchoolSite, startSchoolSite } from 'example-school-site'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { launchChromium } from '@conversion-capi/testing/chromium'
import { PERFORM, TYPED } from './perform.ts'
import { visit } from './visit.ts'

const PIXEL = /\/emulator\/(en_US|tr)/
const IN_CLEAR = /anna\.petrova|petrova@|912.{0,3}345|9123456789|anastasia/i

describe('the example site, in a browser', () => {
  let browser: Browser
  let site: SchoolSite

  beforeAll(async () => {
    site = await startSchoolSite({ port: 0 })
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  beforeEach(() => {
    site.emulator.fail({})
    site.emulator.clear()
  })

  function copies(eventName: EventName) {
    return site.emulator.events().filter(({ event_name }) => event_name === eventName)
  }

  it.each(EVENT_NAMES)('delivers %s twice under one id, counted once', async (eventName) => {
    const { page, sent, errors, close } = await visit(browser, site.url)
    await vi.waitUntil(() => copies('PageView').length === 2)
    site.emulator.clear()

    await PERFORM[eventName](page)
    await vi.waitUntil(() => copies(eventName).length >= 2, { timeout: 5000 })
    await page.waitForLoadState('networkidle')

    const received = copies(eventName)
    expect(received.map(({ source }) => source).sort()).toEqual(['browser', 'server'])
    expect(received.filter(({ counted }) => counted)).toHaveLength(1)
    expect(received[0]!.event_id).toMatch(/^[\da-f-]{36}$/)
    expect(received[1]!.event_id).toBe(received[0]!.event_id)
    expect(sent.join('\n') + JSON.stringify(site.emulator.events())).not.toMatch(IN_CLEAR)
    expect(errors).toEqual([])
    await close()
  })

  it('sends the person as Meta’s hashes, the visit as the server sees it', async () => {
    const { page, close } = await visit(browser, site.url)
    await PERFORM.Lead(page)
    await vi.waitUntil(() => copies('Lead').length === 2)

    const server = copies('Lead').find(({ source }) => source === 'server')!
    expect(server).toMatchObject({
      action_source: 'website',
      event_source_url: site.url,
      user_data: {
        em: sha256Hex(TYPED.email.toLowerCase()),
        ph: sha256Hex('79123456789'),
        fn: sha256Hex('anastasia'),
        ln: sha256Hex('petrova'),
        // Made by whichever comes first, the tracker or the pixel.
        fbp: expect.stringMatching(/^fb\.\d\.\d{13}\.\d+$/),
        client_ip_address: '127.0.0.1',
        client_user_agent: expect.stringContaining('Chrome'),
      },
    })
    await close()
  })

  it('sells for the price that is shown', async () => {
    const { page, close } = await visit(browser, site.url)
    await PERFORM.Purchase(page)
    await vi.waitUntil(() => copies('Purchase').length === 2)
    for (const { custom_data } of copies('Purchase')) {
      expect(custom_data).toMatchObject({ currency: 'EUR', content_name: 'Mathematics' })
      expect(Number(custom_data!['value'])).toBe(240)
    }
    await close()
  })

  it('delivers the server’s copy when the pixel is blocked', async () => {
    const { page, close } = await visit(browser, site.url, PIXEL)
    await PERFORM.Lead(page)
    await PERFORM.Subscribe(page)
    await vi.waitUntil(() => copies('Lead').length > 0 && copies('Subscribe').length > 0)
    await page.waitForLoadState('networkidle')

    expect(site.emulator.events().map(({ source, counted }) => [source, counted])).toEqual([
      ['server', true],
      ['server', true],
      ['server', true],
    ])
    await close()
  })

  it('works on while the platform is down, and the proxy answers 200 with ok false', async () => {
    site.emulator.fail({ networkError: { probability: 1 }, endpoints: ['events', 'tr'] })
    const { page, close } = await visit(browser, site.url)
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith(CONVERSION_PATH) &&
        response.request().postDataJSON().event_name === 'Lead',
    )
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await PERFORM.Lead(page)

    await expect.poll(() => page.locator('#lead-status').textContent()).toContain('Thank you')
    const response = await answered
    expect(response.status()).toBe(200)
    expect(await response.json()).toEqual({ ok: false, error: expect.any(String) })
    expect(pageErrors).toEqual([])
    expect(site.emulator.events()).toEqual([])
    await close()
  })

  it('delivers an event that is fired as the visitor leaves', async () => {
    const { page, close } = await visit(browser, site.url)
    await vi.waitUntil(() => copies('PageView').length === 2)
    await page.evaluate(() => {
      const { polaris } = window as unknown as { polaris: { track: (name: string) => string } }
      addEventListener('pagehide', () => polaris.track('ViewContent'))
      location.href = '/programs/physics.html'
    })
    await page.waitForURL('**/physics.html')
    await vi.waitUntil(() => copies('ViewContent').some(({ source }) => source === 'server'))
    await close()
  })

  it('shows on the emulator’s page what arrived', async () => {
    const { page, close } = await visit(browser, site.url)
    await PERFORM.Lead(page)
    await vi.waitUntil(() => copies('Lead').length === 2)

    const live = await visit(browser, site.emulatorUrl)
    await expect.poll(() => live.page.locator('main').textContent()).toContain('Lead')
    expect(await live.page.locator('main').textContent()).toContain(copies('Lead')[0]!.event_id)
    expect(live.errors).toEqual([])
    await Promise.all([close(), live.close()])
  })
})
