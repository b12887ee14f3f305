import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createHandler, readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { buildTracker } from '@conversion-capi/tracker'
import type { Page } from 'playwright-core'
import { serve } from 'srvx'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'

import { type PreparedRecipe, prepareRecipe } from './prepare-recipe.ts'

const PAGE = `<!doctype html>
<title>Trial lesson</title>
<link rel="icon" href="data:," />
<script src="/polaris.js" defer></script>
<script type="module">
  import { setCrmConsent } from '/crm-form.js'
  window.decide = (hasConsent) => {
    polaris.consent(hasConsent)
    return setCrmConsent(hasConsent)
  }
  window.isReady = true
</script>
<form method="post" action="/leads">
  <input name="email" type="email" value="anna@mail.example" />
  <input name="capi_visitor" type="hidden" />
  <button>Send</button>
</form>`
/** Renders like a framework: it sends what it has read at the event \`input\`. */
const RENDERED = `<script>
  const state = new FormData()
  addEventListener('input', ({ target }) => state.set(target.name, target.value))
  addEventListener('submit', (event) => {
    event.preventDefault()
    fetch('/leads', { method: 'POST', body: new URLSearchParams(state) })
  })
</script>`

const chromium = useChromium()
let recipe: PreparedRecipe

beforeAll(async () => {
  recipe = await prepareRecipe('crm-webhook')
})

afterAll(() => recipe.remove())

it.each([
  ['of the page', PAGE],
  ['that a script renders', PAGE + RENDERED],
])('stores the visitor and the ID of the Lead in a form %s', async (_, html) => {
  const { page, leads, emulator } = await openForm(html)
  await page.evaluate('decide(true)')
  await page.click('button')
  await vi.waitUntil(() => leads.length === 1 && findLead(emulator))
  const { capi_visitor } = leads[0]!
  const lead = findLead(emulator)!
  expect(JSON.parse(capi_visitor!)).toEqual({
    event_id: lead.event_id,
    event_source_url: page.url().replace('/leads', '/'),
    fbp: lead.user_data.fbp,
    client_ip_address: '203.0.113.7',
    client_user_agent: expect.stringContaining('Chrome'),
  })
})

it.each([
  ['before the visitor has decided', ''],
  ['if the visitor refuses', 'decide(false)'],
  ['if the visitor withdraws the consent', 'decide(true).then(() => decide(false))'],
  ['if the visitor withdraws the consent during the request', 'decide(true); decide(false)'],
])('stores nothing %s', async (_, decisions) => {
  const { page, leads, emulator, visits } = await openForm(PAGE)
  await page.evaluate(decisions)
  await vi.waitUntil(() => visits.length === decisions.split('(true)').length - 1)
  await page.click('button')
  await vi.waitUntil(() => leads.length === 1)
  expect(leads[0]).toMatchObject({ capi_visitor: '' })
  expect(findLead(emulator)).toBeUndefined()
})

/** Opens a page with a form, the tracker and the endpoint, which knows the IP from a proxy. */
async function openForm(html: string) {
  const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
  const handleCrm: (request: Request) => Promise<Response> = createCrm({ add: vi.fn() })
  const emulator = createEmulator()
  const config = readConfig({
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'emulator-access-token',
  })
  const handle = createHandler({ config, fetch: emulator.fetch })
  const leads: Record<string, string>[] = []
  const visits: string[] = []
  const script = (code: string) =>
    new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
  const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/': () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
    '/polaris.js': () => script(buildTracker({ name: 'polaris', consent: 'wait' })),
    '/crm-form.js': () => script(readFileSync(join(recipe.folder, 'crm-form.js'), 'utf8')),
    [CONVERSION_PATH]: handle,
    '/visitor': async (request) => {
      const headers = new Headers(request.headers)
      headers.set('X-Forwarded-For', '203.0.113.7')
      const response = await handleCrm(new Request(request.url, { method: 'POST', headers }))
      visits.push(request.url)
      return response
    },
    '/leads': async (request) => {
      leads.push(Object.fromEntries(new URLSearchParams(await request.text())))
      return new Response('Thank you')
    },
  }
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    silent: true,
    fetch: (request) =>
      routes[new URL(request.url).pathname]?.(request) ?? new Response('', { status: 404 }),
  })
  await server.ready()
  onTestFinished(() => server.close(true))
  const page: Page = await chromium.browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(server.url!)
  await page.waitForFunction('window.isReady')
  return { page, leads, emulator, visits }
}

function findLead(emulator: ReturnType<typeof createEmulator>) {
  return emulator.events().find(({ event_name }) => event_name === 'Lead')
}
