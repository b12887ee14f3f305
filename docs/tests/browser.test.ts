import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { analyze, LOOKS } from '@conversion-capi/test-support/axe'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import { readPages } from './lib/built-pages.ts'

/**
 * Every page on a phone in the dark and on a laptop in the light, and one page of each kind in the other looks. Of the
 * API pages, which TypeDoc writes with one theme, only the samples: axe takes seconds for each.
 */
const API_SAMPLES = ['/reference/api/conversion-capi/', '/reference/api/emulator/']
const EVERY_PAGE = readPages()
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('/reference/api/') || API_SAMPLES.includes(path))
const SAMPLES = ['/', '/start/netlify/', '/guides/operating/', '/packages/core/', '/404.html']

const LOOKS_AND_PATHS = LOOKS.map(({ width, colorScheme }) => ({
  width,
  colorScheme,
  paths: (width === 390) === (colorScheme === 'dark') ? EVERY_PAGE : SAMPLES,
}))

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

describe.each(LOOKS_AND_PATHS)('at $width px, $colorScheme', ({ width, colorScheme, paths }) => {
  let context: BrowserContext

  beforeAll(async () => {
    context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    // Only ends tests that hang. The default of 30 seconds is too short on a busy machine.
    context.setDefaultTimeout(300_000)
  })

  afterAll(() => context?.close())

  it.each(paths)('%s is accessible, fits the screen and requests no other site', async (path) => {
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(inject('site') + path)
    const { violations, passed } = await analyze(page)
    expect(violations).toEqual([])
    expect(passed).toContain('color-contrast')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(requests.filter((url) => !url.startsWith(inject('site')))).toEqual([])
    await page.close()
  })
})
