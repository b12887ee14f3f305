import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { LONG_TIMEOUTS } from '@conversion-capi/test-support'
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
  await change(join(dir, 'school.config.ts'), (code) =>
    code.replace("host: 'node',", "host: 'node',\n  tracker: { trafficSource: true },"),
  )
  await change(join(dir, 'hosts/node/server.ts'), (code) =>
    [
      "import { appendFileSync } from 'node:fs'",
      "import { findTrafficSource, logOutcome } from '@conversion-capi/core'",
      `Object.assign(process.env, ${JSON.stringify(LONG_TIMEOUTS)})`,
      `const write = (line) => appendFileSync(${JSON.stringify(log)}, line + '\\n')`,
      'const onOutcome = logOutcome({ everyEvent: true, write })',
      code.replace('serve({', 'serve({ source: findTrafficSource, onOutcome,'),
    ].join('\n'),
  )
  const site = await runDev({ dir, port: 0 })
  onTestFinished(() => site.close())
  const leads = () =>
    site.emulator
      .events()
      .filter(({ source, event_name }) => source === 'server' && event_name === 'Lead')

  for (const [index, [referer, query]] of VISITS.entries()) {
    const context = await chromium.browser.newContext()
    const page = await context.newPage()
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

  const text = await readFile(log, 'utf8')
  expect(text).toContain('"conversion.source":"ChatGPT"')
  expect(text).not.toMatch(/anna|utm|:\/\//i)
  const list = join(dir, 'leads.csv')
  await writeFile(list, `event_name,event_id,event_time\nLead,${leads()[0]!.event_id},1790000000\n`)
  const env = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }
  const { stdout } = await runCommand(['reconcile', list, `--logs=${log}`], env)
  expect(stdout).toContain(counts)
})

async function change(file: string, edit: (code: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')))
}
