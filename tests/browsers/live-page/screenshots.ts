/** Takes the screenshots of the live page that the READMEs show: `pnpm screenshots`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { toWebp } from './to-webp.ts'
import { startEmulator } from './lib/live-page.ts'
import { type Clock, playMixedScene } from './lib/mixed-scene.ts'

const IMAGES = fileURLToPath(new URL('../../../docs/public/images', import.meta.url))

const clock: Clock = { ms: Date.UTC(2026, 10, 20, 12, 4, 31, 120) }
const { emulator, url, close } = await startEmulator({ now: () => clock.ms, siteUrl: '/' })
const browser = await launchChromium()
await playMixedScene(emulator, clock)
for (const [name, colorScheme] of [
  ['live-page', 'light'],
  ['live-page-dark', 'dark'],
] as const) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await page.goto(url)
  await page
    .locator('.row', { hasText: 'Lead' })
    .filter({ hasText: 'Counted once' })
    .first()
    .click()
  writeFileSync(`${IMAGES}/${name}.webp`, await toWebp(browser, await page.screenshot()))
  await page.close()
}
await browser.close()
await close()
