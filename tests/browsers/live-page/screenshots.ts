/**
 * Takes the screenshots of the live page that the READMEs show, and with a folder as argument, screenshots of
 * all states.
 *
 *     pnpm screenshots [folder]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { BrowserContextOptions, Page } from 'playwright-core'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { toWebp } from '../to-webp.ts'
import { playFunnelScene } from './lib/funnel-scene.ts'
import { playMatchingScene } from './lib/matching-scene.ts'
import { type Clock, playMixedScene } from './lib/mixed-scene.ts'
import { startEmulator } from './lib/start-emulator.ts'

const IMAGES = fileURLToPath(new URL('../../../docs/public/images', import.meta.url))
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const [folder = IMAGES] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const NO_MATCH_KEYS = 'The server’s copy added'
const MATCH_KEYS = 'Both copies have the same identifiers'

const clock: Clock = { ms: Date.UTC(2026, 10, 20, 12, 4, 31, 120) }
const { emulator, url, close } = await startEmulator({
  now: () => clock.ms,
  siteUrl: '/',
  allowedHosts: ['polaris.example'],
})
const browser = await launchChromium()
const isComplete = folder !== IMAGES

if (isComplete) await shoot('empty', { viewport: WIDE })
if (isComplete) await shoot('empty-phone', { viewport: PHONE })
await playMixedScene(emulator, clock)
await shoot('live-page', { viewport: WIDE }, openLead)
await shoot('live-page-dark', { viewport: WIDE, colorScheme: 'dark' }, openLead)
if (isComplete) {
  await shoot('mixed', { viewport: WIDE })
  await shoot('mixed-phone', { viewport: PHONE })
  await shoot('rejected-dark', { viewport: WIDE, colorScheme: 'dark' }, openRejected)
  await shoot('open-phone', { viewport: PHONE }, openLead)
  await shoot('rejected', { viewport: WIDE }, openRejected)
  await shoot('rejected-phone-dark', { viewport: PHONE, colorScheme: 'dark' }, openRejected)
  await shoot('tall', { viewport: { width: 1280, height: 2400 } }, openLead, openRaw)
  await shoot('tall-phone', { viewport: { width: 390, height: 3200 } }, openLead, openRaw)
  await shoot('forced-colors', { viewport: WIDE, forcedColors: 'active' }, openLead)
}
emulator.clear()
await playFunnelScene(emulator, clock)
await shoot('visitor-path', { viewport: WIDE }, openPath)
if (isComplete) {
  await shoot('funnel-dark', { viewport: WIDE, colorScheme: 'dark' }, openPath)
  await shoot('funnel-phone', { viewport: PHONE }, openPath)
  await shoot('funnel-phone-dark', { viewport: PHONE, colorScheme: 'dark' }, openPath)
  await shoot('funnel-list-phone', { viewport: PHONE })
  await shoot('funnel-batch', { viewport: WIDE }, openBatch)
  await shoot('funnel-tall', { viewport: { width: 1280, height: 2000 } }, openPath)
  emulator.setFaults({
    latency: { probability: 1, ms: 2000 },
    networkError: { probability: 1, durationMs: 30_000 },
  })
  await shoot('faults', { viewport: WIDE }, openFaults)
  await shoot('faults-phone', { viewport: PHONE }, openFaults)
}
emulator.setFaults({})
emulator.clear()
await playMatchingScene(browser, emulator, clock)
for (const colorScheme of ['light', 'dark'] as const) {
  const suffix = colorScheme === 'dark' ? '-dark' : ''
  const wide = { viewport: { width: 1280, height: 960 }, colorScheme }
  await shoot(`match-keys-off${suffix}`, wide, openCounted(NO_MATCH_KEYS))
  await shoot(`match-keys-on${suffix}`, wide, openCounted(MATCH_KEYS))
  const phone = { viewport: { width: 390, height: 1180 }, colorScheme }
  const pair = [
    await capture(phone, openCounted(NO_MATCH_KEYS)),
    await capture(phone, openCounted(MATCH_KEYS)),
  ]
  await save(`match-keys-phone${suffix}`, await joinPictures(pair))
}
await browser.close()
await close()

async function shoot(
  name: string,
  options: BrowserContextOptions,
  ...steps: ((page: Page) => Promise<void>)[]
): Promise<void> {
  await save(name, await capture(options, ...steps))
}

async function save(name: string, png: Buffer): Promise<void> {
  if (isComplete) writeFileSync(`${folder}/${name}.png`, png)
  else writeFileSync(`${folder}/${name}.webp`, await toWebp(browser, png))
}

async function capture(
  options: BrowserContextOptions,
  ...steps: ((page: Page) => Promise<void>)[]
): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('.list, .setup').first().waitFor()
  for (const step of steps) await step(page)
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

async function openLead(page: Page): Promise<void> {
  await page.locator('.row', { hasText: 'Lead' }).filter({ hasText: 'Counted once' }).click()
}

function openCounted(sentence: string): (page: Page) => Promise<void> {
  return (page) => page.locator('.row', { hasText: sentence }).click()
}

async function openRejected(page: Page): Promise<void> {
  await page.locator('.row', { hasText: 'InitiateCheckout' }).click()
}

async function openRaw(page: Page): Promise<void> {
  await page.getByText('Server’s copy: request').click()
  await page.locator('pre').first().waitFor()
  await page.getByLabel('Value').fill('Mary.Smith@polaris.example ')
}

async function openPath(page: Page): Promise<void> {
  await page.locator('.row', { hasText: 'Phone call' }).click()
  await page.getByRole('button', { name: 'Show this visitor’s path' }).click()
}

async function openBatch(page: Page): Promise<void> {
  await page.locator('.row', { hasText: '3 events' }).click()
}

async function openFaults(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Faults' }).click()
}
