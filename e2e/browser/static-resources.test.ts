import { type SchoolSite, startSchoolSite } from 'example-school-site'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { CONTENT_TYPES } from './content-types.ts'
import { launchChromium } from '@conversion-capi/testing/chromium'

const FILES = {
  ...CONTENT_TYPES,
  '/for-llm/index.md': 'text/markdown; charset=utf-8',
  '/openapi.json': 'application/json',
}
const PATHS = Object.keys(FILES) as (keyof typeof FILES)[]

let site: SchoolSite

beforeAll(async () => {
  site = await startSchoolSite({ port: 0 })
})

afterAll(() => site?.close())

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, site.url), { redirect: 'manual', ...init })
}

describe('the static resources, over HTTP', () => {
  it.each(PATHS)('%s is served as what it is', async (path) => {
    const response = await ask(path)
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

  it.each(PATHS)('HEAD %s says what GET says, without the body', async (path) => {
    const [get, head] = await Promise.all([ask(path), ask(path, { method: 'HEAD' })])
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(comparable(head)).toEqual(comparable(get))
    expect(Number(head.headers.get('content-length'))).toBe((await get.arrayBuffer()).byteLength)
  })

  it.each(PATHS)('%s is not sent again to who has it', async (path) => {
    const etag = (await ask(path)).headers.get('etag')!
    const again = await ask(path, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')

    const changed = await ask(path, { headers: { 'If-None-Match': '"another"' } })
    expect(changed.status).toBe(200)
  })

  it.each(PATHS)('%s can only be read', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await ask(path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
  })

  it('points from the catalog, and from the landing page, at the catalog and at llms.txt', async () => {
    for (const method of ['GET', 'HEAD']) {
      const catalog = await ask('/.well-known/api-catalog', { method })
      expect(catalog.headers.get('link')).toMatch(
        /<[^>]*\/\.well-known\/api-catalog>; rel="?api-catalog/,
      )
      const home = await ask('/', { method })
      expect(home.headers.get('link')).toMatch(
        /<[^>]*\/\.well-known\/api-catalog>; rel="?api-catalog/,
      )
      expect(home.headers.get('link')).toMatch(/<[^>]*\/llms\.txt>; rel="?describedby/)
    }
  })
})

describe('/for-llm/, in the form that is asked for', () => {
  it.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/html;q=0.5, text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html, */*', 'text/markdown; charset=utf-8'],
    ['text/markdown;q=0.5, text/html', 'text/html; charset=utf-8'],
    ['text/markdown;q=0', 'text/html; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ])('Accept: %s gets %s', async (accept, contentType) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask('/for-llm/', { method, headers: { Accept: accept } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(contentType)
      expect(response.headers.get('vary')).toMatch(/\baccept\b/i)
    }
  })

  it('is the Markdown twin, under another ETag than the page', async () => {
    const [markdown, twin, html] = await Promise.all([
      ask('/for-llm/', { headers: { Accept: 'text/markdown' } }),
      ask('/for-llm/index.md'),
      ask('/for-llm/'),
    ])
    expect(await markdown.text()).toBe(await twin.text())
    expect(markdown.headers.get('etag')).not.toBe(html.headers.get('etag'))
  })
})

describe('what is at no exact address', () => {
  it.each(['/docs/api', '/docs/api/', '/docs/api.html/', '/for-llm', '/llms.txt/', '/nothing/'])(
    '%s is 404, and not another file',
    async (path) => {
      const response = await ask(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const body = await response.text()
      expect(body).not.toBe(await (await ask('/docs/api.html')).text())
      expect(body).not.toBe(await (await ask('/for-llm/')).text())
      expect(body).toContain('noindex')
    },
  )
})

describe('the static resources, in a browser', () => {
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    browser = await launchChromium()
  })

  afterAll(() => browser?.close())

  afterEach(() => context.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    context = await browser.newContext(options)
    // The main site, of which there is none.
    await context.route('https://www.polaris.example/**', (route) => {
      return route.fulfill({ contentType: 'text/html', body: '<h1>The main site</h1>' })
    })
    const page = await context.newPage()
    await page.goto(site.url.slice(0, -1) + path)
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
  ])('%s leads to the main site', async (path, address) => {
    const page = await open(path)
    await page.waitForURL(address)
    expect(await page.locator('h1').textContent()).toBe('The main site')
  })

  it.each(['/x.txt', '/images/missing.png?size=2', '/llms-ful.txt'])(
    '%s, which can only be a file, stays where it is',
    async (path) => {
      const page = await open(path)
      await page.waitForLoadState('networkidle')
      expect(page.url()).toBe(new URL(path, site.url).href)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/no such page/)
    },
  )

  it.each(['/', '/programs/physics.html', '/for-llm/', '/docs/api.html', '/x.txt', '/some/path/'])(
    '%s can be read without JavaScript',
    async (path) => {
      const page = await open(path, { javaScriptEnabled: false })
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(40)
    },
  )
})

function comparable({ headers }: Response): (string | null)[] {
  return COMPARED.map((name) => headers.get(name))
}

const COMPARED = [
  'Content-Type',
  'Content-Length',
  'ETag',
  'Link',
  'Vary',
  'Cache-Control',
  'X-Content-Type-Options',
  'Access-Control-Allow-Origin',
]
