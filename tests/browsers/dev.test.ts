import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type DevLine, type DevServer, runDev } from 'conversion-capi'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { copyExample } from '../commands/lib/copy-example.ts'
import { PERFORM } from './perform.ts'
import { visit } from './visit.ts'

/** The default timeout is one second. */
const WAIT = { timeout: 240_000 }

const chromium = useChromium()
let dir: string
let site: DevServer
let log: DevLine[]

beforeEach(async () => {
  dir = await copyExample()
  log = []
  site = await runDev({ dir, port: 0, log: (line) => log.push(line) })
})

afterEach(() => site?.close())

describe('runDev, in a browser', () => {
  it('describes each event', async () => {
    const { page, close } = await visit(chromium.browser, site.url)
    await PERFORM.Lead(page)
    await page.evaluate(() => (window as any).polaris.track('Purchase'))
    await logged('Lead accepted.')
    await logged(/^Purchase was rejected: .*value.*currency/)
    const leads = site.emulator.events().filter(({ event_name }) => event_name === 'Lead')
    expect(leads.map(({ source }) => source).sort()).toEqual(['browser', 'server'])
    await close()
  })

  it('delivers the events of an outage when the visitor opens another page', async () => {
    site.emulator.setFaults({ status: { status: 503 } })
    const { page, close } = await visit(chromium.browser, site.url)
    await logged('PageView was not delivered.')
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes('@')))
    site.emulator.setFaults({})
    await page.goto(`${site.url}programs/physics.html`)
    const pageViews = () =>
      site.emulator
        .events()
        .filter(({ source, event_name }) => source === 'server' && event_name === 'PageView')
    const accepted = () => messages().filter((message) => message === 'PageView accepted.')
    await vi.waitUntil(() => accepted().length === 2, WAIT)
    expect(new Set(pageViews().map(({ event_id }) => event_id)).size).toBe(2)
    await close()
  })

  it('says in the console and in the terminal that the events wait for consent', async () => {
    const file = join(dir, 'school.config.ts')
    const config = await readFile(file, 'utf8')
    await writeFile(
      file,
      config.replace(/(site: SiteOptions = \{)/, "$1 tracker: { consent: 'wait' },"),
    )
    await logged('The site was reloaded.')
    const { page, close } = await visit(chromium.browser, 'about:blank')
    let printed: string[] = []
    // A slow disk reports one change twice, and then the page is loaded again.
    page.on('framenavigated', () => (printed = []))
    page.on('console', (message) => printed.push(message.text()))
    await page.goto(site.url)
    const isWaiting =
      /^The events of the page wait for consent, until .* calls polaris\.consent\(true\)/
    await logged(isWaiting)
    const waiting = () => printed.filter((line) => line.includes('PageView waits for consent'))
    await vi.waitUntil(() => waiting().length > 0, WAIT)
    expect(waiting()).toHaveLength(1)
    await page.goto(site.url)
    await page.evaluate(() => (window as any).polaris.consent(true))
    await page.evaluate(() => (window as any).polaris.track('Schedule'))
    await logged('Schedule accepted.')
    // Timers run in order, so the script of the page has decided before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)))
    expect(messages().filter((line) => isWaiting.test(line))).toHaveLength(1)
    await close()
  })

  it('reloads the page after a change, and leaves the files on disk as they are', async () => {
    const file = join(dir, 'public/index.html')
    const html = await readFile(file, 'utf8')
    const { page, close } = await visit(chromium.browser, site.url)
    const changed = html.replace('<h1', '<h1 data-changed')
    await writeFile(file, changed)
    await page.waitForSelector('h1[data-changed]', WAIT)
    expect(await readFile(file, 'utf8')).toBe(changed)
    await close()
  })

  it('reloads a page that was loaded before a change and connects after it', async () => {
    const page = await chromium.browser.newPage()
    await page.route('**/_dev/changes', async (route) => {
      await logged('The site was reloaded.')
      await route.continue()
    })
    await page.goto(site.url)
    const file = join(dir, 'public/index.html')
    const html = await readFile(file, 'utf8')
    await writeFile(file, html.replace('<h1', '<h1 data-changed'))
    const changed = page.locator('h1[data-changed]')
    await changed.waitFor(WAIT)
    expect(await changed.count()).toBe(1)
    await page.context().close()
  })

  it('shows an error in the configuration with its line, and the page again once it is fixed', async () => {
    const file = join(dir, 'school.config.ts')
    const config = await readFile(file, 'utf8')
    const { page, close } = await visit(chromium.browser, site.url)
    await writeFile(file, `null.field\n${config}`)
    await page.waitForSelector('text=school.config.ts:1: TypeError: Cannot read properties', WAIT)
    await logged(/school\.config\.ts:1: TypeError: Cannot read properties/)
    await writeFile(file, config)
    await page.waitForSelector('#lead-form', WAIT)
    expect(await page.title()).toContain('Polaris')
    await close()
  })

  it('shows the findings in the page, and covers no control of a form', async () => {
    const corner = 'position: fixed; right: 0; width: 15rem; height: 6rem'
    const form = `<form><input style="${corner}; top: 0"><button style="${corner}; bottom: 0">Send</button></form>`
    await writeFile(join(dir, 'public/new.html'), `<!doctype html><title>New</title>${form}`)
    await logged(/^public\/new\.html: school.config.ts does not list this page/)
    const { page, close } = await visit(chromium.browser, `${site.url}new.html`)
    const panel = page.getByLabel('Development')
    await panel.waitFor(WAIT)
    const { x, width } = (await panel.boundingBox())!
    expect(x + width).toBeLessThan((await page.locator('button').boundingBox())!.x)
    await page.locator('summary').click()
    const problem = page.locator('text=public/new.html: school.config.ts does not list')
    await problem.waitFor(WAIT)
    expect(await problem.isVisible()).toBe(true)
    await close()
  })

  it('blocks every request to Meta, and reports it', async () => {
    const file = join(dir, 'public/index.html')
    const html = await readFile(file, 'utf8')
    await writeFile(
      file,
      html.replace(
        '</body>',
        `<script>
          // As a tag manager does, which builds the URL.
          const script = document.createElement('script')
          script.src = ['https://connect', 'facebook', 'net/signals.js'].join('.')
          document.head.append(script)
          new Image().src = ['https://www', 'facebook', 'com/tr?id=1'].join('.')
          fetch(['https://graph', 'facebook', 'com/v18.0/1/events'].join('.'), { method: 'POST' }).catch(() => {})
        </script></body>`,
      ),
    )
    await logged('The site was reloaded.')
    const context = await chromium.browser.newContext()
    const page = await context.newPage()
    const reached: string[] = []
    await context.route(/facebook\.(?:com|net)/, (route) => {
      reached.push(route.request().url())
      return route.abort()
    })
    await page.goto(site.url)
    for (const host of ['connect.facebook.net', 'www.facebook.com', 'graph.facebook.com']) {
      await logged(
        `The browser blocked a request to ${host}. Development never reaches Meta. Remove the tag that loads it, or it counts events twice.`,
      )
    }
    expect(reached).toEqual([])
    await context.close()
  })
})

function messages(): string[] {
  return log.map(({ message }) => message)
}

async function logged(expected: string | RegExp): Promise<void> {
  await vi.waitUntil(
    () =>
      messages().some((message) =>
        typeof expected === 'string' ? message === expected : expected.test(message),
      ),
    WAIT,
  )
}
