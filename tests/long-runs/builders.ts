/**
 * Sends forms of site builders and plugins in Chromium, with their real scripts, and counts what a built tracker sends.
 * Prints a table. Exits with code 1 if a count is not the expected one.
 *
 *     pnpm builders [--only NAME] [--cache FOLDER]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import type { EventRequest } from '@conversion-capi/core/protocol'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import { buildTracker } from '@conversion-capi/tracker'
import type { Locator } from 'playwright-core'

import { type Product, PRODUCTS } from './lib/builders/products.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    cache: {
      type: 'string',
      default: fileURLToPath(new URL('../../node_modules/.cache/builders', import.meta.url)),
    },
  },
})
const JQUERY = await readFile(fileURLToPath(import.meta.resolve('jquery')), 'utf8')
/** What the visitor does, and the expected Leads. */
const ACTIONS = { accepted: 1, rejected: 0, 'double click': 1, popup: 1 }
type Action = keyof typeof ACTIONS
/** Passes the calls of the pixel to this process. */
const PIXEL =
  'fbq.callMethod = (...call) => toPixel(call); fbq.queue.forEach((call) => toPixel([...call]))'

const browser = await launchChromium()
const headers = Object.entries(ACTIONS).map(([action, leads]) => `${action}: ${leads}`)
console.log(
  `| Product | Consent | ${headers.join(' | ')} |\n| - | - |${' - |'.repeat(headers.length)}`,
)
for (const product of PRODUCTS.filter(({ name }) => name.includes(values.only))) {
  for (const consent of [undefined, 'wait'] as const) {
    const cells: string[] = []
    for (const action of Object.keys(ACTIONS) as Action[]) {
      cells.push(await send(product, action, consent))
    }
    console.log(`| ${product.name} | ${consent ? 'after' : 'not asked'} | ${cells.join(' | ')} |`)
  }
}
await browser.close()

/** Sends the form and returns the number of Leads, and what is wrong with them. */
async function send(product: Product, action: Action, consent?: 'wait'): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const events: EventRequest[] = []
  const calls: [command: string, name: string, data: object, options?: { eventID: string }][] = []
  const errors: string[] = []
  page.on('pageerror', ({ stack = '' }) => stack.includes('/school.js') && errors.push(stack))
  await page.exposeFunction('toPixel', (call: (typeof calls)[0]) => calls.push(call))
  const tracked = () => calls.filter(([command]) => command === 'track')
  const html = await product.page((path) => load(product, path))
  const tracker = buildTracker({
    name: 'school',
    endpoint: 'https://track.example/events',
    pixel: { id: '1' },
    ...(product.platform && { platform: product.platform }),
    ...(consent && { consent }),
  })
  await context.route('**/*', async (route) => {
    const request = route.request()
    const { href, pathname } = new URL(request.url())
    const respond = (body: object | string, contentType = 'text/html', status = 200) =>
      route.fulfill({
        status,
        contentType: typeof body === 'string' ? contentType : 'application/json',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      })
    const isPost = request.method() === 'POST'
    if (href === 'https://site.example/' && !isPost) {
      return respond(`<script src="https://track.example/school.js" defer></script>${html}`)
    }
    if (product.frame && pathname === '/to/form') return respond(product.frame)
    if (pathname === '/school.js') return respond(tracker, 'text/javascript')
    if (pathname === '/events') {
      if (isPost) events.push(request.postDataJSON() as EventRequest)
      return respond({ ok: true })
    }
    if (pathname.endsWith('/fbevents.js')) return respond(PIXEL, 'text/javascript')
    if (pathname === '/jquery.js') return respond(JQUERY, 'text/javascript')
    if (isPost && product.request.test(href)) {
      if (action !== 'rejected') return respond(product.accepted)
      return respond(product.rejected, 'text/html', product.rejectedStatus)
    }
    const isScript = pathname.endsWith('.js') && (product.scripts?.test(pathname) ?? true)
    if (!isScript) return respond('', 'text/plain', 404)
    return respond(await load(product, pathname.slice(1)), 'text/javascript')
  })
  await page.goto('https://site.example/')
  const form = (product.frame ? page.frameLocator('iframe') : page).locator(product.form ?? 'form')
  if (action === 'popup') await showInDialog(product.frame ? page.locator('iframe') : form)
  await form.locator('[type=email]').first().fill('anna@school.example')
  await form.locator('[type=tel], [type=number]').first().pressSequentially('9120000000')
  const button = form.locator('[type=submit], button').last()
  await button.click({ clickCount: action === 'double click' ? 2 : 1, force: true })
  await page.waitForTimeout(1000)
  const early = consent ? events.length + tracked().length : 0
  const isLost = consent && product.redirects && action !== 'rejected'
  if (consent && !isLost) await page.evaluate('school.consent(true)')
  await page.waitForTimeout(300)
  await context.close()

  const leads = events.filter(({ event_name }) => event_name === 'Lead')
  const isPaired = events.every(({ event_id, event_name }) =>
    tracked().some(([, name, , options]) => name === event_name && options?.eventID === event_id),
  )
  const problems = [
    leads.length === (isLost ? 0 : ACTIONS[action]) ? [] : 'other number of Leads',
    leads.every(({ user_data }) => product.frame || (user_data?.['em'] && user_data['ph']))
      ? []
      : 'no hashes',
    isPaired && tracked().length === events.length ? [] : 'copies differ',
    events.length - leads.length === (isLost ? 0 : 1) ? [] : 'other number of PageViews',
    early === 0 ? [] : 'sent before consent',
    errors,
  ].flat()
  if (problems.length > 0) process.exitCode = 1
  return [leads.length, ...problems].join(', ')
}

/** Moves the form into an open dialog. */
function showInDialog(form: Locator): Promise<void> {
  return form.evaluate((element) => {
    const dialog = element.ownerDocument.createElement('dialog')
    element.before(dialog)
    dialog.append(element)
    dialog.showModal()
  })
}

/** Returns a file of a product's origin, from the cache, GitHub or npm. */
async function load({ origin, core = origin }: Product, path: string): Promise<string> {
  const source = path.startsWith('wp-includes/') ? core : origin
  const file = join(values.cache, source, path)
  return readFile(file, 'utf8').catch(async () => {
    const host = source.startsWith('npm/') ? 'cdn.jsdelivr.net' : 'raw.githubusercontent.com'
    const response = await fetch(`https://${host}/${source}/${path}`)
    if (!response.ok) throw new Error(`${response.url} has status ${response.status}.`)
    const text = await response.text()
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return text
  })
}
