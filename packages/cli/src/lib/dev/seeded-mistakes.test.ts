import { existsSync } from 'node:fs'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeFinding } from '@conversion-capi/meta/terminal'
import { expect, it, onTestFinished } from 'vitest'

import { buildSite } from '../build/build-site.ts'
import { checkSite } from '../check/check-site.ts'
import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { type DevServer, runDev } from './run-dev.ts'

async function seed(html = '', options = {}) {
  const page = PAGE.replace('</head>', () => `${html}</head>`)
  const files = { 'public/index.html': page, 'school.config.ts': config({}, options) }
  const dir = await writeProject(files)
  const lines: string[] = []
  const site = await runDev({
    dir,
    port: 0,
    log: ({ level, message }) => lines.push(`${level}: ${message}`),
  })
  onTestFinished(() => site.close())
  await site.checked()
  const check = async (env = {}) => (await checkSite({ dir, env })).map(describeFinding)
  const checkBuild = async () => {
    await expect(buildSite({ dir })).rejects.toThrow('Nothing was written.')
    expect(existsSync(`${dir}/dist`)).toBe(false)
  }
  return { site, lines, check, checkBuild }
}

function post(site: DevServer, path: string, body: object) {
  return fetch(new URL(path, site.url), { method: 'POST', body: JSON.stringify(body) })
}

async function live(site: DevServer): Promise<string> {
  return (await fetch(`${site.emulatorUrl}events.json`)).text()
}

function tracking(call: string): string {
  return `<script type="module">${call}</script>`
}

const EVENT = { event_id: '1', user_data: { fbp: 'fb.1.1795170995788.1' } }

it('uses an example pixel ID if the project has none, and says so', async () => {
  const { site, lines } = await seed('', { pixelId: undefined })
  expect(lines[0]).toMatch(/^warning: school\.config\.ts has no pixelId, so dev uses the example/)
  await post(site, CONVERSION_PATH, { ...EVENT, event_name: 'Lead' })
  expect(site.emulator.events()).toMatchObject([{ pixel_id: '100000000000000' }])
})

it.each([
  ['<base href="https://nord.example/">', '<base href="/">'],
  ["<base target=_top href='HTTPS://nord.example'>", "<base target=_top href='/'>"],
  ['<base href=https://nord.example/en/>', '<base href=/en/>'],
  ['<script src="https://nord.example/app.js"></script>', '<script src="/app.js"></script>'],
  ['<base href="https://nord.example.com/">', '<base href="https://nord.example.com/">'],
  ['<link rel="canonical" href="https://nord.example/">', 'href="https://nord.example/"'],
])('serves the own origin in development: %s', async (html, expected) => {
  const { site } = await seed(html)
  expect(await (await fetch(site.url)).text()).toContain(expected)
})

it('shows a wrong token everywhere, with what to change', async () => {
  const { site, lines, check } = await seed()
  await post(site, '/emulator/v25.0/1234567890/events', {
    data: [{ event_name: 'Lead', event_id: '1' }],
    access_token: 'another',
  })
  expect(lines).toContainEqual(expect.stringMatching(/^warning: Lead was rejected: .*token/))
  expect(await live(site)).toMatch(/"fix":"[^"]*accessToken|"fix":"[^"]*META_ACCESS_TOKEN/)
  const found = await check({ META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: '' })
  expect(found).toContainEqual(expect.stringContaining('META_ACCESS_TOKEN'))
})

it('shows a Purchase without a currency everywhere, with what to change', async () => {
  const { site, lines, check, checkBuild } = await seed(
    tracking('nord.track("Purchase", { value: 20 })'),
  )
  expect(await check()).toContainEqual(expect.stringMatching(/has no currency.* Send .*currency/))
  await checkBuild()
  expect(lines).toContainEqual(expect.stringMatching(/^error: .*has no currency/))
  await post(site, CONVERSION_PATH, {
    ...EVENT,
    event_name: 'Purchase',
    custom_data: { value: 20 },
  })
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^warning: Purchase was rejected: The Purchase has no currency, so Meta rejects it\. Send /,
    ),
  )
  expect(await live(site)).toContain(
    '"problem":"The Purchase has no currency, so Meta rejects it."',
  )
})

it('shows a PageView that was left over everywhere, with what to change', async () => {
  const { site, lines, check, checkBuild } = await seed('<script>fbq("track", "PageView")</script>')
  expect(await check()).toContainEqual(expect.stringMatching(/another one\. Remove this call/))
  await checkBuild()
  expect(lines).toContainEqual(expect.stringMatching(/^error: .*Remove this call/))
  await fetch(`${site.emulatorUrl}tr?id=1234567890&ev=PageView`)
  const warning = /counts in addition to the tracker's\. Remove the call\./
  expect(lines).toContainEqual(expect.stringMatching(warning))
  expect(await live(site)).toMatch(warning)
})

it('shows an email in custom data everywhere, with what to change', async () => {
  const { site, lines, check, checkBuild } = await seed(
    tracking('nord.track("Lead", { email: "a@b.example" })'),
  )
  expect(await check()).toContainEqual(expect.stringMatching(/custom_data\.email .*third argument/))
  await checkBuild()
  expect(lines).toContainEqual(expect.stringMatching(/^error: .*third argument/))
  await post(site, CONVERSION_PATH, {
    ...EVENT,
    event_name: 'Lead',
    custom_data: { email: 'a@b.example' },
  })
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning: custom_data\.email of Lead .*third argument/),
  )
  const shown = await live(site)
  expect(shown).toContain('"reason":"unhashed"')
  expect(lines.join('\n') + shown).not.toContain('a@b.example')
})

it('names an unknown event and the names to write, in the terminal and on the live page', async () => {
  const { site, lines } = await seed()
  await post(site, CONVERSION_PATH, { ...EVENT, event_name: 'lead' })
  expect(lines).toContainEqual(
    'warning: Event rejected by the proxy: Invalid event_name. The name is "lead". Write "Lead".',
  )
  expect(JSON.parse(await live(site)).outcomes).toEqual([
    expect.objectContaining({ eventName: 'lead', reason: 'Invalid event_name' }),
  ])
})
