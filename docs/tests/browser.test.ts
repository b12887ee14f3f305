import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { analyze, LOOKS, openInLook } from '@conversion-capi/test-support/axe'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { readPages } from './lib/built-pages.ts'

/**
 * Every page on a phone in the dark and on a laptop in the light, and one page of each kind in the other looks. Of the
 * API pages, which TypeDoc writes with one theme, only the samples: axe takes seconds for each.
 */
const API_SAMPLES = new Set(['/reference/api/conversion-capi/', '/reference/api/emulator/'])
const EVERY_PAGE = readPages()
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('/reference/api/') || API_SAMPLES.has(path))
const SAMPLES = ['/', '/start/netlify/', '/guides/operating/', '/packages/core/', '/404.html']

const LOOKS_AND_PATHS = LOOKS.map(({ width, colorScheme }) => ({
  width,
  colorScheme,
  paths: (width === 390) === (colorScheme === 'dark') ? EVERY_PAGE : SAMPLES,
}))

const chromium = useChromium()

// The looks at the same time, each in its own tab.
describe.concurrent.each(LOOKS_AND_PATHS)('at $width px, $colorScheme', (look) => {
  const { width, paths } = look
  let page: Page
  let requests: string[]

  beforeAll(async () => {
    page = await openInLook(chromium.browser, look)
    // Otherwise Starlight opens the groups of the sidebar that were open on the page before.
    await page.addInitScript(() => location.origin === 'null' || sessionStorage.clear())
    page.on('request', (request) => requests.push(request.url()))
  })

  afterAll(() => page?.context().close())

  it.each(paths)(
    '%s is accessible, fits the screen and requests no other site',
    { concurrent: false },
    async (path) => {
      requests = []
      await page.goto(inject('site') + path)
      // Expressive Code adds `tabindex` to the blocks that scroll once the browser is idle.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.expressive-code pre')].every(
          (block) => block.scrollWidth <= block.clientWidth || block.hasAttribute('tabindex'),
        ),
      )
      const { violations, passed } = await analyze(page)
      expect(violations).toEqual([])
      expect(passed).toContain('color-contrast')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(requests.filter((url) => !url.startsWith(inject('site')))).toEqual([])
    },
  )
})
