/**
 * Takes the screenshots of the report's page: three days of mixed events at the emulator.
 *
 *     pnpm screenshots
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { launchChromium } from '@conversion-capi/test-support/chromium'

import { renderHtml } from '../../packages/meta/src/lib/report/render-html.ts'
import { runReport } from '../../packages/meta/src/lib/report/run-report.ts'
import { ENV, NOW, playThreeDays } from '../../packages/meta/src/lib/report/three-days.fixture.ts'
import { toWebp } from './to-webp.ts'

const IMAGES = fileURLToPath(new URL('../../docs/public/images', import.meta.url))
const SIZES = { report: { width: 1280, height: 1180 }, 'report-phone': { width: 390, height: 844 } }

const { fetch } = await playThreeDays()
const { pixels } = await runReport({ env: ENV, fetch, now: () => NOW })
const browser = await launchChromium()
for (const [name, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport, colorScheme })
    await page.setContent(renderHtml(pixels, []))
    const file = `${IMAGES}/${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`
    writeFileSync(file, await toWebp(browser, await page.screenshot()))
    await page.close()
  }
}
await browser.close()
