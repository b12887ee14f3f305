import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createHandler, findTrafficSource, logOutcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { runDev } from 'conversion-capi'
import { expect, it, onTestFinished, vi } from 'vitest'

import { copyExample } from '../commands/lib/copy-example.ts'
import { runCommand } from '../commands/lib/run-command.ts'
import { PERFORM } from './perform.ts'

const chromium = useChromium()
const WAIT = { timeout: 240_000 }

/** The page that linked to the site, and the query of the link. */
const VISITS = [
  ['https://chatgpt.com/', ''],
  ['https://www.google.com/', ''],
  ['https://www.google.de/', ''],
  ['https://l.instagram.com/', ''],
  ['https://anna-petrova.example/anna@school.example', ''],
  ['https://www.google.com/', '?utm_source=telegram&utm_term=anna%40school.example'],
] as const

it('the live page, the log and reconcile tell the sources of the leads of visitors who consented', async () => {
  const dir = await copyExample()
  const log = join(dir, 'host.log')
  const config = join(dir, 'school.config.ts')
  const code = await readFile(config, 'utf8')
  const tracker = "host: 'node',\n  tracker: { trafficSource: true },"
  await writeFile(config, code.replace("host: 'node',", tracker))
  const sent: (string | null)[] = []
  const site = await runDev({ dir, port: 0 })
  onTestFinished(() => site.close())
  const leads = () =>
    site.emulator
      .events()
      .filter(({ source, event_name }) => source === 'server' && event_name === 'Lead')

  for (const [index, [referer, query]] of VISITS.entries()) {
    const context = await chromium.browser.newContext()
    const page = await context.newPage()
    page.on('request', (request) => {
      if (request.url().endsWith(CONVERSION_PATH)) sent.push(request.postData())
    })
    await page.goto(`${site.url}programs/physics.html${query}`, { referer })
    await page.waitForFunction(() => sessionStorage['capi_source'])
    await page.goto(site.url, { referer: page.url() })
    await PERFORM.Lead(page)
    await vi.waitUntil(() => leads().length === index + 1, WAIT)
    await page.evaluate(() => (window as any).polaris.consent(false))
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await context.close()
  }

  const counts = 'Leads by source: Google 2, ChatGPT 1, Instagram 1, Telegram 1, other 1'
  const page = await chromium.browser.newPage()
  await page.goto(site.emulatorUrl)
  await page.getByText(counts).waitFor(WAIT)
  await page.close()

  // What the school's function logs.
  const lines: string[] = []
  const handle = createHandler({
    config: { pixelId: '1234567890', accessToken: 'emulator-access-token' },
    fetch: createEmulator({ pixelId: '1234567890' }).fetch,
    source: findTrafficSource,
    onOutcome: logOutcome({ everyEvent: true, write: (line) => lines.push(line) }),
  })
  for (const body of sent) await handle(new Request(site.url, { method: 'POST', body }))
  const text = lines.join('\n')
  await writeFile(log, text)
  expect(text).toContain('"conversion.source":"ChatGPT"')
  expect(text).not.toMatch(/anna|utm|:\/\//i)
  const list = join(dir, 'leads.csv')
  await writeFile(list, `event_name,event_id,event_time\nLead,${leads()[0]!.event_id},1790000000\n`)
  const env = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }
  const { stdout } = await runCommand(['reconcile', list, `--logs=${log}`], env)
  expect(stdout).toContain(counts)
})
