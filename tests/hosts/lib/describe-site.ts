import { createEmulator } from '@conversion-capi/emulator'
import { LONG_TIMEOUTS, serveFetch, type TestServer } from '@conversion-capi/test-support'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { PERFORM } from '../../browsers/perform.ts'
import { CONTENT_TYPES } from './content-types.ts'
import type { Running, Runtime } from './runtime.ts'

const PIXEL_ID = '1234567890'
const ACCESS_TOKEN = 'emulator-access-token'
const MAIN_SITE = 'https://www.polaris.example'

/** Declares the tests of the example site on a host (specification 4.2), and of an event from a real page. */
export function describeSite(runtime: Runtime, site: { path: string }): void {
  describe('the example site', () => {
    const emulator = createEmulator({ pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN })
    let upstream: TestServer
    let running: Running
    let browser: Browser

    beforeAll(async () => {
      upstream = await serveFetch(emulator.fetch)
      running = await runtime.start(site.path, {
        META_PIXEL_ID: PIXEL_ID,
        META_ACCESS_TOKEN: ACCESS_TOKEN,
        META_GRAPH_URL: upstream.url,
        ...LONG_TIMEOUTS,
      })
      browser = await launchChromium()
    })

    afterAll(async () => {
      await browser?.close()
      await running?.close()
      await upstream?.close()
    })

    const testedTypes = Object.entries(CONTENT_TYPES).filter(
      ([path]) => !runtime.leavesToTheHost?.includes(path),
    )

    it.each(Object.keys(CONTENT_TYPES))('serves %s at its exact URL', async (path) => {
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      expect(response.status).toBe(200)
      expect(await response.text()).not.toBe('')
    })

    it.each(testedTypes)('serves %s as %s', async (path, contentType) => {
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      expect(response.headers.get('Content-Type')).toBe(contentType)
    })

    it.each(['/docs/api', '/docs/api/'])('does not serve the API page at %s', async (path) => {
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      expect(response.status).toBe(404)
    })

    it('redirects an unknown directory-style path to the main site', async () => {
      const page = await browser.newPage()
      const expected = `${MAIN_SITE}/some/path/?q=1`
      await page.route(`${MAIN_SITE}/**`, (route) => route.fulfill({ body: 'The main site' }))
      await page.goto(`${running.origin}/some/path/?q=1`)
      await page.waitForURL(expected)
      expect(page.url()).toBe(expected)
      await page.close()
    })

    it('delivers an event from the page to the emulator', async () => {
      emulator.clear()
      const page = await browser.newPage()
      // Meta's own script is not reachable in tests.
      await page.route(/connect\.facebook\.net/, (route) => route.abort())
      await page.goto(`${running.origin}/`)
      await PERFORM.Lead(page)
      const leads = () => emulator.events().filter(({ event_name }) => event_name === 'Lead')
      await vi.waitUntil(() => leads().length > 0, { timeout: 240_000 })

      expect(leads()).toMatchObject([{ source: 'server', counted: true }])
      await page.close()
    })
  })
}
