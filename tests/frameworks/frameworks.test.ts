import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import {
  cleanEnvironment,
  LONG_TIMEOUTS,
  run,
  serveFetch,
  type StartedProcess,
  startProcess,
  type TestServer,
} from '@conversion-capi/test-support'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { buildTracker } from '@conversion-capi/tracker'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { CONTENT_TYPES } from '../hosts/lib/content-types.ts'

const APPS = fileURLToPath(new URL('apps', import.meta.url))
const EMAIL = 'anna.petrova@school.example'
const VARIABLES = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'emulator-access-token' }
const FILES = {
  ...CONTENT_TYPES,
  '/for-llm/index.md': 'text/markdown; charset=utf-8',
  '/openapi.json': 'application/json',
}

interface Commands {
  build: string
  start: (port: string) => string
  dev: string
  home?: string
}

/** The commands that build, start and develop an app, and the path of its first page. */
const COMMANDS: Record<string, Commands> = {
  vite: { build: 'vite build', start: () => 'node server.ts', dev: 'vite' },
  next: {
    build: 'next build',
    start: (port) => `next start --hostname 127.0.0.1 --port ${port}`,
    dev: 'next dev',
    home: '/en/',
  },
  astro: { build: 'astro build', start: () => 'node dist/server/entry.mjs', dev: 'astro dev' },
  sveltekit: { build: 'vite build', start: () => 'node build', dev: 'vite dev' },
  'react-router': {
    build: 'react-router build',
    start: () => 'react-router-serve build/server/index.js',
    dev: 'react-router dev',
  },
  nuxt: { build: 'nuxt build', start: () => 'node .output/server/index.mjs', dev: 'nuxt dev' },
}

// By default, Astro and SvelteKit reject requests that a form on another site could send.
const FORM = 'A form on another site could send this request.'
const FORM_REQUESTS = {
  'parses the body as JSON if the Content-Type is text/plain': FORM,
  'parses the body as JSON if the Content-Type is application/x-www-form-urlencoded': FORM,
  'rule 1: rejects PUT with 405': FORM,
  'rule 1: rejects PATCH with 405': FORM,
  'rule 1: rejects DELETE with 405': FORM,
  'rejects an endless body with 413 without reading it to the end': FORM,
}
const METHOD = 'Next.js rejects methods that the route does not export.'

/** What the frameworks decide before the proxy runs, by the title of the test. */
const DECIDED: Record<string, Record<string, string>> = {
  next: {
    'falls back to CF-Connecting-IP, then to X-Real-IP':
      'Next.js writes the IP of the connection into X-Forwarded-For if the header is missing.',
    'rule 1: rejects PUT with 405': METHOD,
    'rule 1: rejects PATCH with 405': METHOD,
    'rule 1: rejects DELETE with 405': METHOD,
  },
  astro: FORM_REQUESTS,
  sveltekit: FORM_REQUESTS,
}

const MODULES =
  '--module esnext --moduleResolution bundler --target es2023 --lib es2023,dom --types node --allowImportingTsExtensions'

const LIVE_PAGE = /shown at (http:\S+\/)/

const chromium = useChromium()

describe.each(Object.entries(COMMANDS))('%s', (name, { build, start, home = '/' }) => {
  const cwd = join(APPS, name)
  const emulator = createEmulator({ pixelId: VARIABLES.META_PIXEL_ID })
  let graph: TestServer
  let site: StartedProcess

  beforeAll(async () => {
    graph = await serveFetch(emulator.fetch)
    await run(...toCommand(build), cwd, { ...cleanEnvironment(), NODE_ENV: 'production' })
    site = await startApp({ ...VARIABLES, ...LONG_TIMEOUTS, META_GRAPH_URL: graph.url })
  })

  afterAll(async () => {
    await site?.close()
    await graph?.close()
  })

  beforeEach(() => emulator.clear())

  function startApp(env: Record<string, string>): Promise<StartedProcess> {
    const [command] = toCommand(start(''))
    return startProcess(command, (port) => toCommand(start(port))[1], {
      cwd,
      env: (PORT) => ({ ...env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT }),
    })
  }

  if (DECIDED[name]) {
    describeConformance(
      name,
      async (env) => {
        const { origin, close } = await startApp(env)
        return { handle: overHttp(origin), close }
      },
      { decidedByTheHost: DECIDED[name] },
    )
  }

  it.runIf(name !== 'vite')('forwards no event of a preview on Vercel', async () => {
    const preview = await startApp({ ...VARIABLES, VERCEL_ENV: 'preview' })
    try {
      const response = await fetch(preview.origin + CONVERSION_PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ event_name: 'Lead', event_id: 'e-1' }),
      })
      expect(response.status).toBe(500)
      expect(emulator.events()).toEqual([])
    } finally {
      await preview.close()
    }
  })

  /** Returns the IDs of the events, if both copies have the same. */
  function received(eventName: string): string[] {
    const [server, browser] = ['server', 'browser'].map((side) =>
      emulator
        .events()
        .filter(({ source, event_name }) => source === side && event_name === eventName)
        .map(({ event_id }) => event_id!)
        .toSorted(),
    )
    return String(server) === String(browser) ? server! : []
  }

  it.each([0, 1500])('tracks a visit if the script is %i ms late', async (delay) => {
    const pixel = { id: VARIABLES.META_PIXEL_ID, src: `${graph.url}/en_US/fbevents.js` }
    const body = buildTracker({ name: 'polaris', singlePage: true, consent: 'wait', pixel })
    const page = await chromium.browser.newPage()
    const sent: string[] = []
    const errors: unknown[] = []
    page.on('request', (request) => sent.push(request.url() + request.postData()))
    page.on('pageerror', (error) => errors.push(error))
    await page.route('**/polaris.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay))
      await route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto(site.origin + home, { waitUntil: 'commit' })
    await page.locator('#accept[data-ready]').waitFor()
    if (delay === 0) await hasLoaded(page)
    await page.locator('#lead input').fill(EMAIL)
    await page.locator('#lead button').click()
    const id = await page.locator('#lead').getAttribute('data-id')
    if (delay === 0) expect(emulator.events()).toEqual([])
    await page.locator('#accept').click()
    await hasLoaded(page)
    await expect.poll(() => received('Lead')).toEqual([id])
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByText('Next').click()
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    await expect.poll(() => received('PageView')).toHaveLength(2)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(received('ViewContent')).toHaveLength(1)
    const lead = emulator
      .events()
      .find(({ source, event_id }) => source + event_id === `server${id}`)
    expect(lead!.user_data['em']).toBe(sha256Hex(EMAIL))
    expect(sent.join('\n')).not.toMatch(/anna.petrova/i)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it.each(Object.entries(FILES))('serves %s as %s', async (path, type) => {
    const response = await fetch(site.origin + path, { redirect: 'manual' })
    const received = response.headers.get('content-type') ?? ''
    const toEssence = (text: string) =>
      text.replace(/; ?charset=utf-8$/, '').replace('text/xml', 'application/xml')
    expect([response.status, toEssence(received)]).toEqual([200, toEssence(type)])
    // sirv, which serves the files of SvelteKit, leaves it out.
    if (type.startsWith('text') && name !== 'sveltekit') expect(received).toContain('charset=utf-8')
    await response.body?.cancel()
  })

  it('responds to the endpoint without a redirect, and to a preflight', async () => {
    const init = { method: 'OPTIONS', headers: { Origin: 'https://other.example' } }
    const response = await fetch(site.origin + CONVERSION_PATH, { ...init, redirect: 'manual' })
    expect(response.status).toBe(204)
    const get = await fetch(site.origin + CONVERSION_PATH, { redirect: 'manual' })
    expect(await get.json()).toEqual({ error: 'Method not allowed' })
  })

  it('sends the Purchase of a webhook', async () => {
    const order = JSON.stringify({ id: '2026-1042', email: EMAIL, value: '240' })
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', body: order, headers }
    expect(await (await fetch(`${site.origin}/paid`, init)).text()).toBe('accepted')
    expect(emulator.events()).toMatchObject([
      { event_name: 'Purchase', event_id: '2026-1042', custom_data: { value: 240 } },
    ])
  })
})

it.each(Object.entries(COMMANDS))(
  '%s, in development, shows events on the live page and serves a changed description',
  async (name, { dev, home = '/' }) => {
    const cwd = join(APPS, name)
    const [command, args] = toCommand(dev)
    const host = name === 'next' ? '--hostname' : '--host'
    // What a project has for its deployment. In development, nothing is sent there.
    const variables = join(cwd, '.env')
    const deployed = 'META_PIXEL_ID=1\nMETA_ACCESS_TOKEN=x\nMETA_GRAPH_URL=http://127.0.0.1:9\n'
    await writeFile(variables, deployed)
    const site = await startProcess(
      command,
      (port) => [...args, host, '127.0.0.1', '--port', port],
      {
        cwd,
        // With TEST, Nuxt prints nothing.
        env: { ...LONG_TIMEOUTS, NODE_ENV: 'development', TEST: '' },
      },
    )
    const config = join(cwd, 'school.config.ts')
    const description = await readFile(config, 'utf8')
    const page = await chromium.browser.newPage()
    try {
      // Nuxt responds before it has loaded its modules.
      await expect.poll(() => site.output()).toMatch(LIVE_PAGE)
      const [, live = ''] = LIVE_PAGE.exec(site.output())!
      await expect.poll(() => read(`${site.origin}/llms.txt`)).toContain('A fictional online')
      const listPageViews = async () => {
        const { events } = JSON.parse(await read(`${live}events.json`)) as {
          events: { event_name: string; source: string }[]
        }
        const views = events.filter(({ event_name }) => event_name === 'PageView')
        return views.map(({ source }) => source).toSorted()
      }
      const send = (event_id: string) => {
        const event = { event_name: 'Lead', event_id, user_data: { em: EMAIL } }
        const body = JSON.stringify({ ...event, event_source_url: site.origin })
        const headers = { 'Content-Type': 'application/json' }
        const init = { method: 'POST', headers, body }
        return fetch(site.origin + CONVERSION_PATH, init).then((response) => response.text())
      }
      await expect.poll(() => send('lead-1')).toContain('"ok":true')
      if (name === 'vite') {
        // In development, StrictMode runs effects twice.
        await page.goto(site.origin + home)
        await page.locator('#accept[data-ready]').click()
        await expect.poll(listPageViews).toEqual(['browser', 'server'])
      }
      await page.goto(live)
      await page.getByText('Lead').first().waitFor()
      await writeFile(config, description.replace('A fictional online', 'A changed online'))
      await expect.poll(() => read(`${site.origin}/llms.txt`)).toContain('A changed online')
      expect(await listPageViews()).toHaveLength(name === 'vite' ? 2 : 0)
      if (name === 'next') {
        // The other frameworks start again.
        await writeFile(variables, `${deployed}# Changed\n`)
        await expect.poll(() => site.output()).toContain('Reload env')
        expect(await send('lead-2')).toContain('"ok":true')
      }
    } finally {
      await writeFile(config, description)
      await rm(variables)
      await page.context().close()
      await site.close()
    }
  },
)

it('Fastify forwards an event', async () => {
  const emulator = createEmulator({ pixelId: VARIABLES.META_PIXEL_ID })
  const graph = await serveFetch(emulator.fetch)
  const env = { ...VARIABLES, ...LONG_TIMEOUTS, META_GRAPH_URL: graph.url }
  const site = await startProcess('node', ['server.ts'], { cwd: join(APPS, 'fastify'), env })
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'lead-1', user_data: { em: EMAIL } })
  const headers = { 'Content-Type': 'application/json' }
  await fetch(site.origin + CONVERSION_PATH, { method: 'POST', headers, body })
  expect(emulator.events()).toMatchObject([{ event_id: 'lead-1' }])
  await site.close()
  await graph.close()
})

it.each([
  'tsc --project tsconfig.json',
  // Our declarations alone.
  `tsc --ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false ${MODULES} shared/polaris.ts shared/paid.ts react-router/app/api-catalog.ts`,
])('%s finds no error', async (line) => {
  expect(await run(...toCommand(line), APPS)).toBe('')
})

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function hasLoaded(page: Page): Promise<unknown> {
  return page.waitForFunction(() => 'track' in (window as unknown as { polaris: object }).polaris)
}

function toCommand(line: string): [command: string, args: string[]] {
  const [command, ...args] = line.split(' ')
  return [command === 'node' ? command : join(APPS, 'node_modules/.bin', command!), args]
}
