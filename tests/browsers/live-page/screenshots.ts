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
import { playFunnelScene } from './lib/funnel-scene.ts'
import { type Clock, playMixedScene } from './lib/mixed-scene.ts'
import { startEmulator } from './lib/start-emulator.ts'

const IMAGES = fileURLToPath(new URL('../../../docs/public/images', import.meta.url))
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const [folder = IMAGES] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const clock: Clock = { ms: Date.UTC(2026, 10, 20, 12, 4, 31, 120) }
const { emulator, url, close } = await startEmulator({ now: () => clock.ms, siteUrl: '/' })
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
await browser.close()
await close()

async function shoot(
  name: string,
  options: BrowserContextOptions,
  ...steps: ((page: Page) => Promise<void>)[]
): Promise<void> {
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
  if (isComplete) writeFileSync(`${folder}/${name}.png`, png)
  else writeFileSync(`${folder}/${name}.webp`, await toWebp(png))
  await context.close()
}

/** A quarter of the size of a PNG file. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const base64 = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.9).split(',')[1]!
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(base64, 'base64')
}

async function openLead(page: Page): Promise<void> {
  await page.locator('.row', { hasText: 'Lead' }).filter({ hasText: 'Counted once' }).click()
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
