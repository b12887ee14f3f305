import { createEmulator } from '@conversion-capi/emulator'
import { LONG_TIMEOUTS, serveFetch, type TestServer } from '@conversion-capi/test-support'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { PERFORM } from '../../browsers/perform.ts'
import { CONTENT_TYPES } from './content-types.ts'
import { moveSite } from './move-site.ts'
import type { Running, Runtime } from './runtime.ts'

const PIXEL_ID = '1234567890'
const ACCESS_TOKEN = 'emulator-access-token'
/** A URL of a file of the site in XML, HTML, JSON or Markdown. */
const GIVEN = /https:\/\/polaris\.example\/(?!functions\/)(?:[^\s"<>#]*[^\s"<>#):.])?/g
const SITE = 'https://polaris.example'
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

    // `vercel dev` does not decode paths.
    const decodes = runtime.name !== 'Vercel, vercel dev'
    it.runIf(decodes)('responds with 200 at each URL that the files give', async () => {
      const { text: sitemap } = await get('/sitemap.xml')
      const pages = sitemap.match(/(?<=<loc>).*?(?=<)/g)!
      const bodies = [sitemap, (await get('/llms.txt')).text]
      for (const url of pages) bodies.push((await get(url)).text)
      // Cloudflare redirects from `:` to `%3A`, and its `_redirects` cannot name a path with `*` or `:`.
      const redirected = runtime.name === 'Cloudflare Workers' ? /^https:.*[*:]/ : /^$/
      const given = bodies.flatMap((body) => body.match(GIVEN) ?? [])
      const urls = new Set(given.filter((url) => !redirected.test(url)))
      expect(urls.size).toBeGreaterThan(10)
      const statuses = Array.from(urls, async (url) => [url, (await get(url)).status])
      const failed = (await Promise.all(statuses)).filter(([, status]) => status !== 200)
      expect(failed).toEqual([])
    })

    async function get(url: string): Promise<{ status: number; text: string }> {
      const path = url.replace('https://polaris.example', '')
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      const text = (await response.text()).replace(/&(?:apos|#39|#x27);/g, "'")
      return { status: response.status, text: text.replace(/&(?:amp|#38|#x26);/g, '&') }
    }

    it.each(testedTypes)('serves %s as %s', async (path, contentType) => {
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      expect(response.headers.get('Content-Type')).toBe(contentType)
    })

    const isServer = /^(?:node|deno)$/.test(runtime.project)
    it.runIf(isServer)('sends a part of a file, without which Safari plays no video', async () => {
      const headers = { Range: 'bytes=0-1' }
      const response = await fetch(`${running.origin}/llms.txt`, { headers })
      expect([response.status, await response.text()]).toEqual([206, '# '])
    })

    it.each(['/docs/api', '/docs/api/'])('does not serve the API page at %s', async (path) => {
      const response = await fetch(running.origin + path, { redirect: 'manual' })
      expect(response.status).toBe(404)
    })

    const hasSettings = /^(?:cloudflare|netlify|vercel)$/.test(runtime.project)
    it.runIf(hasSettings)("keeps the school's headers and redirects beside ours", async () => {
      const { headers } = await fetch(`${running.origin}/llms.txt`)
      expect(headers.get('X-Own')).toBe('yes')
      // `netlify dev` and `vercel dev` set their own.
      const isKept = runtime.project !== 'netlify' && decodes
      expect(headers.get('Cache-Control')).toMatch(isKept ? /^no-store$/ : /^public, max-age=0\b/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      const { status, headers: old } = await fetch(`${running.origin}/old/a`, {
        redirect: 'manual',
      })
      expect([status, old.get('Location')]).toEqual([301, '/docs/api.html'])
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
      const script = await (await fetch(`${running.origin}/polaris.js`)).text()
      expect(script).toContain(SITE)
      await moveSite(page, SITE, running.origin)
      await page.goto(`${running.origin}/`)
      await PERFORM.Lead(page)
      const leads = () => emulator.events().filter(({ event_name }) => event_name === 'Lead')
      await vi.waitUntil(() => leads().length > 0, { timeout: 240_000 })

      expect(leads()).toMatchObject([{ source: 'server', counted: true }])
      await page.close()
    })
  })
}
