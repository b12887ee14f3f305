import type { Emulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { createSenders } from './lib/senders.ts'

const HTML = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>`

describe('hostile content on the live page', () => {
  const live = useLivePage()

  it.each([
    ['HTML', HTML, HTML],
    ['a template', '{{constructor}}${alert(1)}', '{{constructor}}${alert(1)}'],
    ['bidirectional controls', 'a\u202e\u2066b', String.raw`a\u202e\u2066b`],
    ['control characters', 'a\u0000\u001bb', String.raw`a\u0000\u001bb`],
    ['a lone surrogate', 'a\ud800b', String.raw`a\ud800b`],
    ['a string of 1 MB', 'x'.repeat(1_000_000), 'x'.repeat(100)],
  ])('shows %s in every field as text', async (_, hostile, shown) => {
    await sendEverywhere(live.emulator, hostile)
    const { page, rows, details, errors, openRow } = live
    await expect.poll(() => rows.count()).toBe(4)
    const list = await rows.allTextContents()
    expect(list.filter((text) => text.includes(shown)).length).toBeGreaterThanOrEqual(2)

    for (const text of [
      'warning',
      'is not allowed in an event',
      'is not hashed',
      'proxy rejected',
    ]) {
      await openRow(text)
      await details.locator('h2').waitFor()
    }
    await openRow('warning')
    const texts = (await details.textContent()) ?? ''
    expect(texts.split(shown).length).toBeGreaterThan(8)
    expect(texts).not.toMatch(/[\p{Cf}\p{Cs}\0]/u)

    expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
    expect(await page.locator('.app img, .app script').count()).toBe(0)
    const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
    expect(errors).toEqual([])
  })
})

/** Sends a string as every name, id, key and value: accepted, rejected twice, and as an outcome. */
async function sendEverywhere(emulator: Emulator, hostile: string): Promise<void> {
  const { sendDirectly } = createSenders(emulator)
  const event = {
    event_name: hostile,
    event_id: hostile,
    event_source_url: hostile,
    referrer_url: hostile,
    custom_data: { [hostile]: hostile, list: [hostile], value: hostile, currency: hostile },
    user_data: { external_id: [hostile], [hostile]: hostile },
  }
  await sendDirectly(event)
  await sendDirectly({ ...event, event_id: 'rejected', [hostile]: hostile })
  await sendDirectly({ ...event, event_id: 'unhashed', user_data: { em: hostile } })
  emulator.recordOutcome({
    kind: 'rejected',
    durationMs: 1,
    attempts: 0,
    eventName: hostile,
    eventId: 'outcome',
    reason: hostile,
    error: hostile,
    dropped: [{ key: hostile, reason: hostile as 'unknown' }],
    warnings: [],
  })
}
