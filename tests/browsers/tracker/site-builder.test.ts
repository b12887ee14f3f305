import { createHandler, readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { serveFetch, startServer, type TestServer } from '@conversion-capi/test-support'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { READY_SCRIPT } from '../../../packages/tracker/src/lib/script.generated.ts'
import { type Visit, visit } from '../visit.ts'
import { until } from './use-schools.ts'

/** What a builder publishes: the code of its "head" setting, and an HTML block. */
const HTML_BLOCK = `
  <form data-track="Lead" data-track-data='{"content_name":"Trial lesson"}' onsubmit="return false">
    <input type="email" autocomplete="email" value="anna@school.example" />
    <button>Book</button>
  </form>`

describe('a page of a site builder, in Chromium', () => {
  let browser: Browser
  let emulator: Emulator
  /** The builder. It serves the same page on every hostname. */
  let builder: TestServer
  /** The deployment of the school, on another site than the page: it serves the script and the endpoint. */
  let deployment: TestServer
  /** What the school pastes into the builder. */
  let head: string
  let log: string[]

  beforeAll(async () => {
    browser = await launchChromium()
    builder = await startServer((request, response) => {
      log.push(`builder: ${request.method} ${request.url}`)
      const isPage = request.url === '/' || request.url === '/next'
      response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(
        isPage ? `<!doctype html><link rel="icon" href="data:,">${head}<body>${HTML_BLOCK}` : '',
      )
    })
    emulator = createEmulator()
    const handle = createHandler({
      config: readConfig({
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'emulator-access-token',
        META_ALLOWED_ORIGINS: pageOrigin(),
      })!,
      fetch: emulator.fetch,
      onOutcome: () => {},
    })
    deployment = await serveFetch((request) => {
      const { pathname } = new URL(request.url)
      log.push(`deployment: ${request.method} ${pathname}`)
      if (pathname === CONVERSION_PATH) return handle(request)
      if (pathname !== '/tracker.js') return new Response(null, { status: 404 })
      return new Response(READY_SCRIPT, {
        headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
      })
    })
    head = `<script src="${deployment.url}/tracker.js" defer data-name="polaris"
      data-endpoint="${deployment.url}${CONVERSION_PATH}" data-declarative></script>`
  })

  beforeEach(() => {
    log = []
    emulator.clear()
  })

  afterAll(async () => {
    await browser?.close()
    await builder?.close()
    await deployment?.close()
  })

  it('posts the events to the deployment, with the URL and the cookies of the page', async () => {
    const { page, errors } = await open()
    await page.getByRole('button', { name: 'Book' }).click()
    await until(() => emulator.events().length === 2)
    const [cookie, ...others] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: '_fbp', domain: '.school.localhost' })
    expect(others).toEqual([])
    for (const event of emulator.events()) {
      expect(event).toMatchObject({
        action_source: 'website',
        event_source_url: `${pageOrigin()}/`,
        user_data: { fbp: cookie!.value },
      })
    }
    expect(names().sort()).toEqual(['Lead', 'PageView'])
    expect(log).toContain('deployment: GET /tracker.js')
    expect(log).toContain(`deployment: OPTIONS ${CONVERSION_PATH}`)
    expect(log.filter((line) => line === `deployment: POST ${CONVERSION_PATH}`)).toHaveLength(2)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('delivers an event if the page is left at once', async () => {
    const { page } = await open()
    await page.evaluate(() => {
      ;(window as any).polaris.track('ViewContent')
      location.href = '/next'
    })
    await page.waitForURL('**/next')
    await until(() => names().includes('ViewContent'))
    expect(log).toContain('builder: GET /next')
    await page.context().close()
  })

  function pageOrigin(): string {
    return `http://school.localhost:${builder.port}`
  }

  function names(): string[] {
    return emulator.events().map(({ event_name }) => event_name)
  }

  function open(): Promise<Visit> {
    return visit(browser, `${pageOrigin()}/`)
  }
})
