import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { SITES } from './sites.ts'

const chromium = useChromium()
let context: BrowserContext

afterEach(() => context?.close())

describe.each(SITES)('$name', ({ start, paths }) => {
  let site: Awaited<ReturnType<typeof start>>

  beforeAll(async () => {
    site = await start()
  })

  afterAll(() => site?.close())

  async function open(path: string, width: number): Promise<Page> {
    context = await chromium.browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.goto(new URL(path, site.url).href)
    return page
  }

  describe.each(paths)('%s', (path) => {
    it('focuses the skip link on the first press of Tab', async () => {
      const page = await open(path, 1280)
      await page.keyboard.press('Tab')
      const skip = page.locator(':focus')
      expect(await skip.getAttribute('href')).toBe('#main')
      await expect.poll(() => isInView(page)).toBe(true)

      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).hash).toBe('#main')
      await page.keyboard.press('Tab')
      expect(await page.locator('main :focus').count()).toBe(1)
    })

    it('shows the focus on every focusable element', async () => {
      const page = await open(path, 390)
      const count = await page
        .locator('a[href], button, input, select, summary, [tabindex="0"]')
        .count()
      const unmarked: string[] = []
      for (let index = 0; index < count; index += 1) {
        await page.keyboard.press('Tab')
        const element = await page.evaluate(() => {
          const focused = document.activeElement
          if (!focused || focused === document.body) return undefined
          const { outlineStyle, outlineWidth } = getComputedStyle(focused)
          const isShown = outlineStyle !== 'none' && outlineWidth !== '0px'
          return isShown ? undefined : focused.outerHTML.slice(0, 80)
        })
        if (element) unmarked.push(element)
      }
      expect(unmarked).toEqual([])
    })

    it('fits 320 px without horizontal scrolling', async () => {
      const page = await open(path, 320)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })

    it.each([320, 1280])(
      'does not clip text at %d px with increased text spacing',
      async (width) => {
        const page = await open(path, width)
        await page.addStyleTag({ content: TEXT_SPACING })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await page.evaluate(findClipped)).toEqual([])
      },
    )
  })
})

/** The text spacing of WCAG 2.2, success criterion 1.4.12. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important;
}
p { margin-block-end: 2em !important; }`

/** Runs in the page. Returns elements that hide part of their text. Scrollable elements do not hide text. */
function findClipped(): string[] {
  const boxes = [...document.querySelectorAll<HTMLElement>('body *')]
  return boxes
    .filter((box) => {
      const { overflowX, overflowY } = getComputedStyle(box)
      const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
      return (
        box.innerText?.trim() &&
        !box.closest('.visually-hidden') &&
        ((hides(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
          (hides(overflowY) && box.scrollHeight > box.clientHeight + 1))
      )
    })
    .map((box) => box.outerHTML.slice(0, 80))
}

function isInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { top, bottom, left, right } = document.activeElement!.getBoundingClientRect()
    return (
      top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && right - left > 20
    )
  })
}
