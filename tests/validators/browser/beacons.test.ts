import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startServer } from '@conversion-capi/test-support'
import { CHROMIUM_FLAGS, findChromium } from '@conversion-capi/test-support/chromium'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { buildTracker } from '@conversion-capi/tracker'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'

/** An extension with the rule `$ping` of EasyPrivacy and uBlock's filters, for every site. */
const EXTENSION = {
  'manifest.json': {
    manifest_version: 3,
    name: 'Blocks beacons',
    version: '1',
    permissions: ['declarativeNetRequest'],
    host_permissions: ['<all_urls>'],
    declarative_net_request: {
      rule_resources: [{ id: 'rules', enabled: true, path: 'rules.json' }],
    },
  },
  'rules.json': [
    { id: 1, action: { type: 'block' }, condition: { urlFilter: '*', resourceTypes: ['ping'] } },
  ],
}

it('Chromium sends the events of the tracker if an extension blocks beacons', async () => {
  const endpoint = '/functions/v1/conversion-capi'
  const script = buildTracker({ name: 'polaris' })
  const received: string[] = []
  const { url, close } = await startServer((request, response) => {
    received.push(request.url!)
    response.setHeader('Content-Type', 'text/html')
    response.end(request.url === '/' ? `<!doctype html><script>${script}</script>` : '{"ok":true}')
  })
  onTestFinished(close)

  const page = await openWithExtension()
  const blocked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/beacon'))
  const sent = page.waitForResponse((response) => response.url().endsWith(endpoint))
  await page.goto(url)
  await sent
  await page.evaluate(() => navigator.sendBeacon('/beacon', '{}'))
  expect((await blocked).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_CLIENT')
  expect(received).toContain(endpoint)
  expect(received).not.toContain('/beacon')
})

async function openWithExtension() {
  const folder = await createFolder()
  for (const [name, content] of Object.entries(EXTENSION)) {
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  })
  onTestFinished(() => context.close())
  return context.newPage()
}
