import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createHandler, readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { buildTracker } from '@conversion-capi/tracker'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, vi } from 'vitest'

import { useRecipe } from './prepare-recipe.ts'

const PAGE = `<!doctype html>
<title>Trial lesson</title>
<link rel="icon" href="data:," />
<script src="/polaris.js" defer></script>
<script type="module">
  import { setCrmConsent } from '/crm-form.js'
  window.decide = (hasConsent) => {
    window.polaris?.consent(hasConsent)
    setCrmConsent(hasConsent)
  }
  window.isReady = true
</script>
<form method="post" action="/leads">
  <input name="email" type="email" value="anna@mail.example" />
  <input name="capi_visitor" type="hidden" />
  <input name="capi_program" type="hidden" value="physics" />
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
const recipe = useRecipe('crm-webhook')

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
    fbp: expect.stringMatching(/^fb\.\d\.\d{13}\.\d+$/),
    fbc: expect.stringMatching(/^fb\.\d\.\d{13}\.AbCd$/),
    program: 'physics',
  })
  const { event_id: _id, program: _program, ...cookies } = JSON.parse(capi_visitor!)
  expect(lead.user_data).toMatchObject(cookies)
})

it('counts a form that is sent twice as one Lead, and another contact as a second one', async () => {
  const { page, leads, emulator } = await openForm(PAGE + RENDERED)
  await page.evaluate('decide(true)')
  await page.fill('[name=email]', 'ben@mail.example')
  await page.dblclick('button')
  await page.fill('[name=email]', 'carla@mail.example')
  await page.click('button')
  const sent = () => emulator.events().filter(({ event_name }) => event_name === 'Lead')
  await vi.waitUntil(() => leads.length === 3 && sent().length === 2)
  const ids = leads.map(({ capi_visitor }) => JSON.parse(capi_visitor!).event_id)
  expect(new Set(ids)).toEqual(new Set(sent().map(({ event_id }) => event_id)))
  expect(leads.map(({ email }) => email).sort()).toEqual([
    'ben@mail.example',
    'ben@mail.example',
    'carla@mail.example',
  ])
})

it.each([
  ['before the visitor has decided', ''],
  ['if the visitor refuses', 'decide(false)'],
  ['if the visitor withdraws the consent', 'decide(true); decide(false)'],
  ['with Global Privacy Control', 'navigator.globalPrivacyControl = true; decide(true)'],
])('stores nothing %s', async (_, decisions) => {
  const { page, leads } = await openForm(PAGE)
  await page.evaluate(decisions)
  await page.click('button')
  await vi.waitUntil(() => leads.length === 1)
  expect(leads[0]).toMatchObject({ capi_visitor: '' })
})

it('stores the ID of the Lead if the tracker loads after the form was sent', async () => {
  const html = PAGE.replace('/polaris.js', 'data:text/javascript,') + RENDERED
  const { page, leads, emulator } = await openForm(html)
  await page.evaluate('decide(true)')
  await page.click('button')
  await vi.waitUntil(() => leads.length === 1)
  await page.addScriptTag({ url: '/polaris.js' })
  await page.evaluate('decide(true)')
  await vi.waitUntil(() => findLead(emulator))
  expect(JSON.parse(leads[0]!['capi_visitor']!).event_id).toBe(findLead(emulator)!.event_id)
})

it('stores the visitor with another ID if the tracker is blocked', async () => {
  const { page, leads } = await openForm(PAGE.replace('/polaris.js', '/blocked.js'))
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.evaluate('decide(true)')
  await page.click('button')
  await vi.waitUntil(() => leads.length === 1)
  const { event_id } = JSON.parse(leads[0]!['capi_visitor']!)
  expect(event_id).toMatch(/^0\.\d+$/)
  expect(errors).toEqual([])
})

/** Opens a page with a form and the tracker, after a click on an ad. */
async function openForm(html: string) {
  const emulator = createEmulator()
  const config = readConfig({
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'emulator-access-token',
  })
  const handle = createHandler({ config, fetch: emulator.fetch })
  const leads: Record<string, string>[] = []
  const script = (code: string) =>
    new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
  const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/': () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
    '/polaris.js': () => script(buildTracker({ name: 'polaris', consent: 'wait' })),
    '/crm-form.js': () => script(readFileSync(join(recipe.folder, 'crm-form.js'), 'utf8')),
    [CONVERSION_PATH]: handle,
    '/leads': async (request) => {
      leads.push(Object.fromEntries(new URLSearchParams(await request.text())))
      return new Response('Thank you')
    },
  }
  const { url, close } = await serveFetch(
    (request) =>
      routes[new URL(request.url).pathname]?.(request) ?? new Response('', { status: 404 }),
  )
  onTestFinished(close)
  const page: Page = await chromium.browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`${url}/?fbclid=AbCd`)
  await page.waitForFunction('window.isReady')
  return { page, leads, emulator }
}

function findLead(emulator: ReturnType<typeof createEmulator>) {
  return emulator.events().find(({ event_name }) => event_name === 'Lead')
}
