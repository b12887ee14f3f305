import { readFile } from 'node:fs/promises'
import { request as forward } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import {
  ensureCommand,
  run,
  serveFetch,
  type StartedProcess,
  startProcess,
  startServer,
  type TestServer,
} from '@conversion-capi/test-support'
import { analyze, LOOKS, openInLook } from '@conversion-capi/test-support/axe'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { runCommand } from '../../commands/lib/run-command.ts'
import { publish, PUBLISHED_SITES, type Settings } from '../../commands/sites/published-sites.ts'
import { createProject } from '../../commands/sites/sites.ts'
import { until } from './use-schools.ts'

const TRACK = 'https://track.szkola.example'
const PIXEL_HOST = 'connect.facebook.net'

/** What the school adds to a page: its consent banner, and a form in an HTML block. */
const BLOCKS = `<button onclick="school.consent(true)">Zgadzam się</button>
<form data-track="Lead" onsubmit="return false">
  <label>E-mail <input name="email" type="email" autocomplete="email" required></label><button>Zapisz</button>
</form>
</body>`

describe.each(PUBLISHED_SITES)(
  'init --builder on $name, build, and one pasted line, in Chromium',
  (site) => {
    const folder = useFolder()
    let dir: string
    let browser: Browser
    let emulator: Emulator
    let upstream: TestServer
    let builder: TestServer
    let settings: Settings = { head: '', pixel: true }
    /** The output of `build`, as `node server.ts` serves it. */
    let deployment: StartedProcess
    /** What ends TLS in front of the deployment, and of the emulated pixel. */
    let proxy: Server

    beforeAll(async () => {
      ensureCommand('openssl', 'openssl')
      dir = await createProject({}, folder.path)
      builder = await startServer((request, response) => {
        const published = publish(site, request.url!, settings)
        if (!published) return response.writeHead(404).end()
        const { type, body } = published
        response.writeHead(200, { 'Content-Type': type }).end(body.replace('</body>', BLOCKS))
      })
      emulator = createEmulator()
      upstream = await serveFetch(emulator.fetch)

      // The commands of the guide, with answers as flags.
      const flags = [`--builder=${builder.url}`, '--host=node', `--url=${TRACK}`, '--read-site']
      const answers = ['--pixel-id=1234567890', '--consent=wait', '--language=pl']
      await succeed(['init', dir, ...flags, ...answers])
      await succeed(['build', dir])

      const variables = parseEnv(await readFile(join(dir, '.env.example'), 'utf8'))
      deployment = await startProcess(process.execPath, ['server.ts'], {
        cwd: join(dir, 'dist'),
        probe: '/',
        env: {
          ...variables,
          META_ACCESS_TOKEN: 'emulator-access-token',
          META_GRAPH_URL: upstream.url,
        },
      })
      proxy = await startProxy(dir, (host) =>
        host === PIXEL_HOST ? upstream.url : deployment.origin,
      )
      const { port: tls } = proxy.address() as AddressInfo
      const rules = [new URL(TRACK).hostname, PIXEL_HOST].map(
        (host) => `MAP ${host}:443 127.0.0.1:${tls}`,
      )
      browser = await launchChromium({
        args: [
          `--host-resolver-rules=${rules.join(',')},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
          '--ignore-certificate-errors',
        ],
      })
    })

    beforeEach(() => emulator.clear())

    afterAll(async () => {
      await browser?.close()
      proxy?.closeAllConnections()
      proxy?.close()
      await deployment?.close()
      await upstream?.close()
      await builder?.close()
    })

    it('counts one PageView and one Lead once each, after consent', async () => {
      settings = { head: await readLine() }
      const context = await browser.newContext()
      const visited = await context.newPage()
      const errors = collectErrors(visited)
      await visited.goto(`${builder.url}/`)
      await visited.waitForFunction(() => 'school' in window)
      await visited.getByRole('button', { name: 'Zapisz' }).click()
      await visited.getByRole('button', { name: 'Zgadzam się' }).click()
      await until(() => sourcesOf('PageView').length === 2)
      // The form without an email address is not valid.
      await visited.getByRole('button', { name: 'Zapisz' }).click()
      await visited.getByLabel('E-mail').fill('anna@szkola.example')
      await visited.getByRole('button', { name: 'Zapisz' }).click()
      await until(() => sourcesOf('Lead').length === 2)
      await visited.waitForLoadState('networkidle')

      for (const name of ['PageView', 'Lead']) {
        expect(sourcesOf(name).sort(), name).toEqual(['browser', 'server'])
        expect(
          emulator.events().filter((each) => each.event_name === name && each.counted),
        ).toHaveLength(1)
      }
      expect(emulator.events()).toHaveLength(4)
      expect(errors).toEqual([])
      await context.close()
    })

    // It is the same page for every builder, with another setting.
    describe.each(site.name === 'Tilda' ? [site] : [])('the page that hands over the line', () => {
      it('shows the line, and loads nothing from elsewhere', async () => {
        const opened = await browser.newPage()
        const errors = collectErrors(opened)
        const requested: string[] = []
        opened.on('request', (request) => requested.push(new URL(request.url()).origin))
        const response = await opened.goto(`${TRACK}/`)
        expect(response!.headers()).toMatchObject({
          'x-robots-tag': 'noindex',
          'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src /),
        })
        await opened.click('#line')
        expect(await opened.evaluate(() => String(getSelection()))).toBe(
          `<script src="${TRACK}/school.js" defer></script>`,
        )
        expect(await opened.textContent('ul')).toMatch(/^\s*Tilda/)
        expect([...new Set(requested)]).toEqual(
          [TRACK, 'data:'].filter((each) => requested.includes(each)),
        )
        expect(errors).toEqual([])
        await opened.close()
      })

      it.each(LOOKS)('is accessible and fits at $width px, $colorScheme', async (look) => {
        const opened = await openInLook(browser, look)
        await opened.goto(`${TRACK}/`)
        expect((await analyze(opened)).violations).toEqual([])
        const width = await opened.evaluate(() => document.documentElement.scrollWidth)
        expect(width).toBeLessThanOrEqual(look.width)
        await opened.context().close()
      })
    })

    /** Returns the line as the page hands it over. */
    async function readLine(): Promise<string> {
      const page = await browser.newPage()
      await page.goto(`${TRACK}/`)
      const line = await page.textContent('#line')
      await page.close()
      return line!
    }

    function sourcesOf(name: string): string[] {
      return emulator.events().flatMap((each) => (each.event_name === name ? [each.source] : []))
    }
  },
)

async function succeed(argv: string[]): Promise<void> {
  const { code, stderr } = await runCommand(argv)
  if (code !== 0) throw new Error(stderr)
}

/** Returns the errors of the deployment's scripts. The scripts of the builder are not served here, and its page misses them. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => {
    if (error.stack?.includes(TRACK)) errors.push(String(error))
  })
  page.on('console', (message) => {
    const isOurs = message.location().url.startsWith(TRACK)
    if (message.type() === 'error' && isOurs) errors.push(message.text())
  })
  return errors
}

/** Starts a reverse proxy with TLS, as a host has in front of a Node server. */
async function startProxy(dir: string, originOf: (host: string) => string): Promise<Server> {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const subject = ['-subj', '/CN=track.szkola.example', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], dir)
  const server = createServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (request, response) => {
      const origin = originOf(request.headers.host!)
      const headers = { ...request.headers, host: new URL(origin).host }
      const sent = forward(
        origin + request.url,
        { method: request.method!, headers },
        (received) => {
          response.writeHead(received.statusCode!, received.headers)
          received.pipe(response)
        },
      )
      sent.on('error', () => response.writeHead(502).end())
      request.pipe(sent)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
