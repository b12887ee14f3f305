import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import {
  type LivePage,
  openLivePage,
  type RunningEmulator,
  startEmulator,
} from './lib/live-page.ts'
import { playMatchingScene } from './lib/matching-scene.ts'
import { playMixedScene } from './lib/mixed-scene.ts'
import { createSenders } from './lib/senders.ts'

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

describe('the accessibility of the live page', () => {
  let browser: Browser
  let running: RunningEmulator
  let empty: RunningEmulator
  let matching: RunningEmulator
  let live: LivePage | undefined

  beforeAll(async () => {
    const clock = { ms: Date.UTC(2026, 10, 20, 12) }
    empty = await startEmulator()
    running = await startEmulator({ now: () => clock.ms, siteUrl: '/' })
    await playMixedScene(running.emulator, clock)
    browser = await launchChromium()
    matching = await startEmulator({ now: () => clock.ms })
    await playMatchingScene(matching.emulator, clock)
    await createSenders(matching.emulator, () => clock.ms).sendBatch([{}, {}, { event_name: '' }])
  })

  afterAll(async () => {
    await browser?.close()
    await Promise.all([running, empty, matching].map((each) => each?.close()))
  })

  afterEach(async () => {
    running.emulator.setFaults({})
    assert.deepEqual(live?.errors, [])
    await live?.close()
  })

  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)(
    'has no axe violations and no overflow in every state, %s, %o',
    async (colorScheme, viewport) => {
      // axe-core is injected, which the page's policy forbids.
      const options = { colorScheme, viewport, bypassCSP: true }
      live = await openLivePage(browser, empty.url, options)
      const { page, openRow, details } = live
      await page.getByText('No events yet').waitFor()
      expect(await findViolations(page)).toEqual([])

      await page.goto(running.url)
      await page.locator('.row').first().waitFor()
      expect(await findViolations(page)).toEqual([])
      running.emulator.setFaults({ hang: {} })
      await page.locator('.banner').waitFor()
      expect(await findViolations(page)).toEqual([])

      for (const text of ['Counted once', '1 warning', 'The access token is not accepted']) {
        await openRow(text)
        expect(await findViolations(page)).toEqual([])
        await details.press('Escape')
      }

      await page.goto(matching.url)
      await openRow('All 3 events were rejected')
      expect(await findViolations(page)).toEqual([])
      await details.press('Escape')
      await openRow('Both copies have the same identifiers')
      await details.getByText('equal after hashing').waitFor()
      expect(await findViolations(page)).toEqual([])
    },
  )

  it.each([
    ['wide', WIDE],
    ['narrow', PHONE],
  ])('can be used with the keyboard only on a %s screen', async (_, viewport) => {
    live = await openLivePage(browser, running.url, { viewport })
    const { page, rows, details } = live
    await rows.first().waitFor()
    await tabTo(page, 'Events, newest first')
    await expectFocusRing(page)
    await page.keyboard.press('ArrowDown')
    const isWide = viewport === WIDE
    if (isWide) {
      await details.waitFor()
      for (const [key, selected] of [
        ['ArrowDown', 1],
        ['Home', 0],
        ['End', 7],
        ['ArrowUp', 6],
      ] as const) {
        await page.keyboard.press(key)
        await expect
          .poll(() => rows.and(page.locator('[aria-selected=true]')).getAttribute('id'))
          .toBe(`row-${selected}`)
        expect(
          await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant')),
        ).toBe(`row-${selected}`)
      }
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('details-title')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('list')
    expect(await details.count()).toBe(0)

    running.emulator.setFaults({ hang: {} })
    await page.locator('.banner').waitFor()
    await tabTo(page, 'Turn off', true)
    await page.keyboard.press('Enter')
    await page.locator('.banner').waitFor({ state: 'detached' })
  })

  it('marks the selected row and badges without colors if colors are forced', async () => {
    live = await openLivePage(browser, running.url, { viewport: WIDE, forcedColors: 'active' })
    const { page, openRow } = live
    await openRow('Counted once')
    const outline = await page.evaluate(
      () => getComputedStyle(document.querySelector('.row[aria-selected="true"]')!).outlineStyle,
    )
    expect(outline).toBe('solid')
    const border = await page
      .locator('.badge')
      .first()
      .evaluate((badge) => getComputedStyle(badge).borderColor)
    expect(border).not.toBe('rgba(0, 0, 0, 0)')
  })
})

/** Returns the violations of WCAG and best practices, and whether something is wider than the screen. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.commands *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .map(({ className }) => `Cut off: ${className}`),
  )
  if (scrollWidth > clientWidth)
    cut.push(`The page is ${scrollWidth - clientWidth} pixels too wide.`)
  return [
    ...cut,
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
  ]
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string, isBackwards = false): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press(isBackwards ? 'Shift+Tab' : 'Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
    })
    if (focused.startsWith(name)) return
  }
  throw new Error(`No Tab leads to "${name}".`)
}

async function expectFocusRing(page: Page): Promise<void> {
  const width = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineWidth)
  expect(width).toBe('2px')
}
