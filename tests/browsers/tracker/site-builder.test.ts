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

/** The form of another block, whose HTML the school cannot change. The builder sends it with a script. */
const BUILDER_FORM = `
  <form id="builder-form"><input name="Email" value="anna@school.example" /><button>Ask</button></form>
  <script>
    document.querySelector('#builder-form').addEventListener('submit', (event) => {
      event.preventDefault()
      fetch('/builder/forms', { method: 'POST', body: new FormData(event.target) })
    })
  </script>`

const LISTENER = `
  <script>
    document.addEventListener('submit', (event) => {
      if (event.target.id !== 'builder-form') return
      polaris.track('Schedule', {}, { email: event.target.elements.Email.value })
    })
  </script>`

describe('a page of a site builder, in Chromium', () => {
  let browser: Browser
  let emulator: Emulator
  /** The builder. It serves the same page on every hostname. */
  let builder: TestServer
  /** The deployment of the school, on another site than the page: it serves the script and the endpoint. */
  let deployment: TestServer
  let head: string
  let log: string[]

  beforeAll(async () => {
    browser = await launchChromium()
    builder = await startServer((request, response) => {
      log.push(`builder: ${request.method} ${request.url}`)
      const isPage = request.url === '/' || request.url === '/next'
      response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(
        isPage
          ? `<!doctype html><link rel="icon" href="data:,">${head}<body>${HTML_BLOCK}${BUILDER_FORM}`
          : '',
      )
    })
    emulator = createEmulator()
    const handle = createHandler({
      config: readConfig({
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'emulator-access-token',
        META_ALLOWED_ORIGINS: pageOrigin('school'),
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
  })

  beforeEach(() => {
    log = []
    emulator.clear()
    head = scriptTag(`data-endpoint="${deployment.url}${CONVERSION_PATH}" data-declarative`)
  })

  afterAll(async () => {
    await browser?.close()
    await builder?.close()
    await deployment?.close()
  })

  it('posts the events to the deployment, with the URL and the cookies of the page', async () => {
    const { page, errors } = await open('school')
    await page.getByRole('button', { name: 'Book' }).click()
    await until(() => emulator.events().length === 2)
    const [cookie, ...others] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: '_fbp', domain: '.school.localhost' })
    expect(others).toEqual([])
    for (const event of emulator.events()) {
      expect(event).toMatchObject({
        action_source: 'website',
        event_source_url: `${pageOrigin('school')}/`,
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
    const { page } = await open('school')
    await page.evaluate(() => {
      ;(window as any).polaris.track('ViewContent')
      location.href = '/next'
    })
    await page.waitForURL('**/next')
    await until(() => names().includes('ViewContent'))
    expect(log).toContain('builder: GET /next')
    await page.context().close()
  })

  it("tracks the builder's own form with a listener", async () => {
    head += LISTENER
    const { page, errors } = await open('school')
    await page.getByRole('button', { name: 'Ask' }).click()
    await until(() => names().includes('Schedule'))
    const schedule = emulator.events().find(({ event_name }) => event_name === 'Schedule')!
    expect(schedule.user_data['em']).toBeDefined()
    await until(() => log.includes('builder: POST /builder/forms'))
    expect(names()).not.toContain('Lead')
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    await page.context().close()
  })

  it('rejects events of a page whose origin is not in allowedOrigins', async () => {
    const { page, errors } = await open('other')
    await until(() => errors.some((error) => error.includes('Access-Control-Allow-Origin')))
    expect(emulator.events()).toEqual([])
    await page.context().close()
  })

  it('posts to the builder without data-endpoint, which receives nothing of use', async () => {
    head = scriptTag('')
    const { page } = await open('school')
    await until(() => log.includes(`builder: POST ${CONVERSION_PATH}`))
    expect(emulator.events()).toEqual([])
    await page.context().close()
  })

  function pageOrigin(host: string): string {
    return `http://${host}.localhost:${builder.port}`
  }

  /** Returns the code that the school pastes into the builder. */
  function scriptTag(attributes: string): string {
    return `<script src="${deployment.url}/tracker.js" defer data-name="polaris" ${attributes}></script>`
  }

  function names(): string[] {
    return emulator.events().map(({ event_name }) => event_name)
  }

  function open(host: string): Promise<Visit> {
    return visit(browser, `${pageOrigin(host)}/`)
  }
})
