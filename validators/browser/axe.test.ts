import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchChromium } from '@conversion-capi/testing/chromium'
import { SITES } from './sites.ts'

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Together, these tags are WCAG 2.2 at level AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

describe.each(SITES)('axe-core with $name', ({ start, paths }) => {
  let site: Awaited<ReturnType<typeof start>>
  const passed = new Set<string>()

  beforeAll(async () => {
    site = await start()
  })

  afterAll(() => site?.close())

  describe.each(paths)('%s', (path) => {
    it.each(LOOKS)('finds no violation at $width px, $colorScheme', async (look) => {
      const results = await analyze(new URL(path, site.url).href, look)
      expect(results.violations.flatMap(describeViolation)).toEqual([])
      expect(results.passes.map(({ id }) => id)).toContain('region')
      for (const { id } of results.passes) passed.add(id)
    })
  })

  // Not on every page: axe-core skips the contrast of short texts in Arabic, because it treats them as icon ligatures.
  it('runs the rules for contrast and target size', () => {
    expect([...passed]).toEqual(expect.arrayContaining(['color-contrast', 'target-size']))
  })
})

async function analyze(
  url: string,
  { width, colorScheme }: (typeof LOOKS)[number],
): Promise<axe.AxeResults> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(axe.source)
    return await page.evaluate(
      (values) =>
        (window as unknown as { axe: typeof axe }).axe.run({ runOnly: { type: 'tag', values } }),
      TAGS,
    )
  } finally {
    await context.close()
  }
}

function describeViolation({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`)
}
