/** Takes the screenshots of the live page that the READMEs show: `pnpm screenshots`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { BrowserContextOptions, Page } from 'playwright-core'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { toWebp } from './to-webp.ts'
import { startEmulator } from './lib/live-page.ts'
import { playMatchingScene } from './lib/matching-scene.ts'
import { type Clock, playMixedScene } from './lib/mixed-scene.ts'

const IMAGES = fileURLToPath(new URL('../../../docs/public/images', import.meta.url))
const WIDE = { viewport: { width: 1280, height: 800 } }
const DARK = { colorScheme: 'dark' } as const

type Step = (page: Page) => Promise<void>
const openLead = openRow('Lead', 'Counted once')
const openWithoutKeys = openRow('The server’s copy added')
const openWithKeys = openRow('Both copies have the same identifiers')

const clock: Clock = { ms: Date.UTC(2026, 10, 20, 12, 4, 31, 120) }
const { emulator, url, close } = await startEmulator({ now: () => clock.ms, siteUrl: '/' })
const browser = await launchChromium()

await playMixedScene(emulator, clock)
await shoot({
  'live-page': [WIDE, openLead],
  'live-page-dark': [{ ...WIDE, ...DARK }, openLead],
})
emulator.clear()
await playMatchingScene(emulator, clock)
for (const [suffix, colors] of [
  ['', {}],
  ['-dark', DARK],
] as const) {
  const wide = { viewport: { width: 1280, height: 960 }, ...colors }
  await shoot({
    [`match-keys-off${suffix}`]: [wide, openWithoutKeys],
    [`match-keys-on${suffix}`]: [wide, openWithKeys],
  })
  const phone = { viewport: { width: 390, height: 1180 }, ...colors }
  const pair = [await capture(phone, openWithoutKeys), await capture(phone, openWithKeys)]
  await save(`match-keys-phone${suffix}`, await joinPictures(pair))
}
await browser.close()
await close()

async function shoot(
  shots: Record<string, [options: BrowserContextOptions, step: Step]>,
): Promise<void> {
  for (const [name, shot] of Object.entries(shots)) await save(name, await capture(...shot))
}

async function save(name: string, png: Buffer): Promise<void> {
  writeFileSync(`${IMAGES}/${name}.webp`, await toWebp(browser, png))
}

async function capture(options: BrowserContextOptions, step: Step): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('.list, .hint').first().waitFor()
  await step(page)
  const png = await page.screenshot()
  await context.close()
  return png
}

/** Returns a picture that shows the others side by side, with a gap that fits both color schemes. */
async function joinPictures(pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage()
  const images = pictures.map(
    (png) => `<img src="data:image/png;base64,${png.toString('base64')}">`,
  )
  await page.setContent(
    `<style>body { margin: 0; display: inline-flex; gap: 20px }</style>${images.join('')}`,
  )
  const joined = await page.locator('body').screenshot({ omitBackground: true })
  await page.close()
  return joined
}

function openRow(...texts: string[]): Step {
  return (page) =>
    texts
      .reduce((rows, hasText) => rows.filter({ hasText }), page.locator('.row'))
      .first()
      .click()
}
