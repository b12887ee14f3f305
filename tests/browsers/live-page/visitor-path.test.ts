import assert from 'node:assert/strict'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { playFunnelScene } from './lib/funnel-scene.ts'

describe('events of a school’s own server on the live page', () => {
  const clock = { ms: 0 }
  const live = useLivePage({ now: () => clock.ms })

  beforeEach(async () => {
    clock.ms = Date.UTC(2026, 10, 20, 12)
    await playFunnelScene(live.emulator, clock)
    await live.rows.nth(5).waitFor()
  })

  afterEach(() => assert.deepEqual(live.errors, []))

  it('expect no copy of the browser', async () => {
    const { page, details, rows, openRow } = live
    await openRow('Phone call')
    expect(await details.locator('.verdict').first().innerText()).toBe(
      'Counted. From your server. No browser copy is expected.',
    )
    expect((await details.locator('.keys').allInnerTexts()).join()).not.toContain('client_')

    await page.getByLabel('Source').selectOption({ label: 'Your server (3)' })
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByLabel('Source').selectOption({ label: 'Pages (2)' })
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('show a rejected batch once, with its number of events and the invalid one', async () => {
    await live.openRow('3 events')
    const text = await live.details.innerText()
    expect(text).toContain(
      'The Purchase has no currency. All 3 events were rejected because of data[1].',
    )
    expect(text).not.toContain('event_id')
    expect(text).toMatch(/Invalid event\s+data\[1\] Purchase \(order-817\)/)
  })

  it('are listed as the path of a visitor in time order, with the keys that link them but no values', async () => {
    const { details, openRow } = live
    await openRow('Phone call')
    const path = details.getByRole('region', { name: 'The visitor’s path' })
    expect(await path.getByRole('listitem').count()).toBe(0)
    await path.getByRole('button', { name: 'Show this visitor’s path' }).click()
    expect(await path.getByRole('status').innerText()).toBe(
      '4 events, linked by external_id, fbp and em.',
    )
    const steps = (await path.getByRole('listitem').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    )
    expect(steps).toEqual([
      expect.stringMatching(/^Nov 20, 12:00 PageView \/ Linked by fbp, through another event$/),
      expect.stringMatching(/^Nov 20, 12:02 Lead .* Linked by fbp and em, through another event$/),
      expect.stringMatching(/^Nov 20, 14:02 Qualified .* Linked by external_id and em$/),
      expect.stringMatching(/^Nov 22, 12:02 Purchase €240.00 Phone call Linked by external_id$/),
    ])
    expect(await path.innerText()).not.toMatch(/4711|[\da-f]{64}|fb\.1/)
    expect(await path.locator('[aria-current=true]').innerText()).toBe('Purchase')
  })

  it('can be listed and left by keyboard, which keeps the event open', async () => {
    const { page, details, openRow } = live
    await openRow('Phone call')
    await details.getByRole('button', { name: 'Show this visitor’s path' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => details.getByRole('heading').first().innerText()).toBe('PageView')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('details-title')
    await details.locator('[aria-current=true]').focus()
    await page.keyboard.press('Escape')
    expect(await details.locator('.path li').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Show this visitor’s path',
    )
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
  })

  it('are not listed if no other event has the same identifiers', async () => {
    const { page, details, rows, openRow } = live
    await page.getByLabel('Search events').fill('deal-4712')
    await expect.poll(() => rows.count()).toBe(1)
    await openRow('Qualified')
    await details.getByRole('button', { name: 'Show this visitor’s path' }).click()
    expect(await details.getByRole('status').first().innerText()).toBe(
      'No other event shares a usable external_id, fbp, lead_id, em or ph with this one.',
    )
  })
})
