import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { analyze, type Look, LOOKS, openInLook } from '@conversion-capi/test-support/axe'
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

  describe.each(paths)('%s', (path) => {
    it.each(LOOKS)('finds no violation at $width px, $colorScheme', async (look) => {
      const results = await analyzeUrl(new URL(path, site.url).href, look)
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

async function analyzeUrl(url: string, look: Look): ReturnType<typeof analyze> {
  const page = await openInLook(chromium.browser, look)
  try {
    await page.goto(url)
    return await analyze(page)
  } finally {
    await page.context().close()
  }
}
