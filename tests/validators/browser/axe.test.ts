import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { analyze, LOOKS, openInLook } from '@conversion-capi/test-support/axe'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { SITES } from './sites.ts'

const chromium = useChromium()

describe.each(SITES)('axe-core with $name', ({ start, paths }) => {
  let site: Awaited<ReturnType<typeof start>>
  const passed = new Set<string>()

  beforeAll(async () => {
    site = await start()
  })

  afterAll(() => site?.close())

  describe.each(LOOKS)('at $width px, $colorScheme', (look) => {
    let page: Page

    beforeAll(async () => {
      page = await openInLook(chromium.browser, look)
    })

    afterAll(() => page?.context().close())

    it.each(paths)('finds no violation on %s', async (path) => {
      await page.goto(new URL(path, site.url).href)
      const results = await analyze(page)
      expect(results.violations).toEqual([])
      expect(results.passed).toContain('region')
      for (const id of results.passed) passed.add(id)
    })
  })

  // Not on every page: axe-core skips the contrast of short texts in Arabic, because it treats them as icon ligatures.
  it('runs the rules for contrast and target size', () => {
    expect([...passed]).toEqual(expect.arrayContaining(['color-contrast', 'target-size']))
  })
})
