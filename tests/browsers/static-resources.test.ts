import { serveResources } from '@conversion-capi/content/serve'
import { type NodeServer, serve } from '@conversion-capi/node'
import { allFiles, loadProject, renderSite } from 'conversion-capi'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { CONTENT_TYPES } from './content-types.ts'
import { useChromium } from '@conversion-capi/test-support/use-chromium'

const FILES = {
  ...CONTENT_TYPES,
  '/for-llm/index.md': 'text/markdown; charset=utf-8',
  '/openapi.json': 'application/json',
}
const PATHS = Object.keys(FILES) as (keyof typeof FILES)[]

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

function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, site.url), { redirect: 'manual', ...init })
}

describe('the static resources, over HTTP', () => {
  it.each(PATHS)('serves %s with its content type and caching headers', async (path) => {
    const response = await request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(FILES[path])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/)
    const [, seconds] = /max-age=(\d+)/.exec(response.headers.get('cache-control')!)!
    expect(Number(seconds)).toBeLessThanOrEqual(3600)

    const isHtml = FILES[path].startsWith('text/html')
    expect(/^<!doctype html>/i.test(await response.text())).toBe(isHtml)
  })

  it('returns Link headers: to the catalog, and on the landing page also to llms.txt', async () => {
    const catalog = /<[^>]*\/\.well-known\/api-catalog>; rel="?api-catalog/
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await request('/.well-known/api-catalog', { method })
      expect(headers.get('link')).toMatch(catalog)
      const home = (await request('/', { method })).headers.get('link')
      expect(home).toMatch(catalog)
      expect(home).toMatch(/<[^>]*\/llms\.txt>; rel="?describedby/)
    }
  })
})

describe('unknown paths', () => {
  it.each(['/docs/api', '/docs/api/', '/docs/api.html/', '/for-llm', '/llms.txt/', '/nothing/'])(
    'returns 404 and the error page for %s',
    async (path) => {
      const response = await request(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const body = await response.text()
      expect(body).not.toBe(await (await request('/docs/api.html')).text())
      expect(body).not.toBe(await (await request('/for-llm/')).text())
      expect(body).toContain('noindex')
    },
  )
})

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

  it.each(['/x.txt', '/images/missing.png?size=2', '/llms-ful.txt'])(
    'does not redirect %s, which has a file extension',
    async (path) => {
      const page = await open(path)
      await page.waitForLoadState('networkidle')
      expect(page.url()).toBe(new URL(path, site.url).href)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Page not found/)
    },
  )

  it.each(['/', '/programs/physics.html', '/for-llm/', '/docs/api.html', '/x.txt', '/some/path/'])(
    'shows %s without JavaScript',
    async (path) => {
      const page = await open(path, { javaScriptEnabled: false })
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(40)
    },
  )
})
