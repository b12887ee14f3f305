import { serveResources } from '@conversion-capi/content/serve'
import { type NodeServer, serve } from '@conversion-capi/node'
import { allFiles, loadProject, renderSite } from 'conversion-capi'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { useChromium } from '@conversion-capi/test-support/use-chromium'

let site: NodeServer

beforeAll(async () => {
  const rendered = await renderSite(await loadProject('examples/school-site'))
  site = await serve({
    site: serveResources(allFiles(rendered)),
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
  })
})

afterAll(() => site?.close())

describe('the static resources, in a browser', () => {
  const chromium = useChromium()
  let context: BrowserContext

  afterEach(() => context.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    context = await chromium.browser.newContext(options)
    // The main site does not exist, so the browser receives this page instead.
    await context.route('https://www.polaris.example/**', (route) => {
      return route.fulfill({ contentType: 'text/html', body: '<h1>The main site</h1>' })
    })
    const page = await context.newPage()
    await page.goto(site.url + path)
    return page
  }

  it.each([
    ['/some/path/?q=1#x', 'https://www.polaris.example/some/path/?q=1#x'],
    ['/some/path', 'https://www.polaris.example/some/path'],
    ['/docs/api', 'https://www.polaris.example/docs/api'],
    [
      '/программы/',
      'https://www.polaris.example/%D0%BF%D1%80%D0%BE%D0%B3%D1%80%D0%B0%D0%BC%D0%BC%D1%8B/',
    ],
    ['//evil.example/path/', 'https://www.polaris.example/evil.example/path/'],
  ])('redirects %s to the main site', async (path, target) => {
    const page = await open(path)
    await page.waitForURL(target)
    expect(await page.locator('h1').textContent()).toBe('The main site')
  })

  it.each(['/', '/programs/physics.html', '/for-llm/', '/docs/api.html', '/x.txt', '/some/path/'])(
    'shows %s without JavaScript',
    async (path) => {
      const page = await open(path, { javaScriptEnabled: false })
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(40)
    },
  )
})
