import assert from 'node:assert/strict'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { getPort } from '@conversion-capi/test-support'
import { openLivePage, startEmulator } from './lib/live-page.ts'
import { useLivePage } from './lib/use-live-page.ts'
import { createSenders, VISITOR } from './lib/senders.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1', page: '/trial-lesson', isKnown: true }
const PURCHASE = {
  event_name: 'Purchase',
  event_id: 'purchase-1',
  page: '/thank-you',
  custom_data: { value: 240, currency: 'EUR' },
}

describe('the live page', () => {
  const live = useLivePage({ siteUrl: '/site' })
  let senders: ReturnType<typeof createSenders>

  beforeAll(() => {
    senders = createSenders(live.emulator)
  })

  afterEach(() => {
    assert.deepEqual(live.errors, [])
    assert.deepEqual([...live.origins], [new URL(live.url).origin])
  })

  it('lists the newest 200 events, and does not scroll the page', async () => {
    const { page, rows } = live
    for (let index = 0; index < 201; index++) {
      await live.emulator.fetch(`${live.url}tr?id=1234567890&ev=PageView&eid=view-${index}.`)
    }
    await page.getByText('The newest 200 of 201 events.').waitFor()
    expect(await rows.count()).toBe(200)
    const heights = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      window.innerHeight,
    ])
    expect(heights[0]).toBe(heights[1])
  })

  it('says how to send events until the first one arrives', async () => {
    const { page, rows } = live
    await page.getByText('META_GRAPH_URL').waitFor()
    const link = page.getByRole('link', { name: 'Back to the site' })
    expect(await link.getAttribute('href')).toBe('/site')
    await senders.sendFromServer(LEAD)
    await rows.first().waitFor()
    expect(await page.getByText('META_GRAPH_URL').count()).toBe(0)
  })

  it('shows name, page, value, time, badges, the time between the copies and a sentence', async () => {
    await senders.sendFromBrowser(PURCHASE)
    await senders.sendFromServer({ ...PURCHASE, isKnown: true })
    await live.rows.getByText('Counted once').waitFor()
    const text = await live.rows.innerText()
    expect(text.replaceAll('\n', ' ')).toMatch(
      /^Purchase €240\.00 \d\d:\d\d:\d\d \/thank-you Browser Server [\d.]+ m?s apart Counted once\. The server’s copy added em, ph, fn, ln\.$/,
    )
    expect(await live.page.title()).toBe('(1) Conversion emulator')
  })

  it('opens an event with both copies, their differences and the proxy’s outcome', async () => {
    const { details, openRow } = live
    await senders.sendFromBrowser(LEAD)
    await senders.sendFromServer(LEAD)
    await openRow('Counted once')

    const marked = details.locator('tr', { hasText: 'user_data.em' })
    expect(await marked.innerText()).toMatch(/\+ server only\s+none\s+[\da-f]{64}/)
    const equal = details.locator('tr', { hasText: 'user_data.fbp' })
    expect(await equal.getByRole('cell').count()).toBe(1)
    const timeline = await details.locator('.timeline').innerText()
    expect(timeline).toMatch(
      /browser’s copy arrived and counts[^]*server’s copy arrived\.[^]*The proxy delivered it in/,
    )
  })

  it('shows why a request was rejected, and what to change', async () => {
    await senders.sendFromServer(LEAD, 'EAAwrong-token-0123456789')
    await senders.sendDirectly({ event_id: 'lead-2', user_data: { em: VISITOR.em } })
    await live.openRow('The access token is not accepted.')
    const text = await live.details.innerText()
    expect(text).toContain(
      'What to change: Set META_ACCESS_TOKEN to the access token of the emulator.',
    )
    expect(text).toMatch(/Meta’s code\s+190/)
    expect(text).toContain('The proxy got an error')
    await live.openRow('user_data.em is not hashed.')
    expect(await live.page.locator('.app').textContent()).not.toMatch(/mary|EAAwrong/i)
  })

  it('clears everything, but not for another website', async () => {
    const { page, rows } = live
    await senders.sendFromServer(LEAD)
    await rows.first().waitFor()
    const other = await openLivePage(live.browser, live.url.replace('127.0.0.1', 'localhost'))
    for (const path of ['clear', 'faults']) {
      await other.page.evaluate(
        (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).catch(() => {}),
        live.url + path,
      )
    }
    await other.close()
    expect(live.emulator.events()).toHaveLength(1)

    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No events yet').waitFor()
    expect(live.emulator.events()).toEqual([])
  })

  it('shows that the emulator has stopped, and connects again', async () => {
    const port = await getPort()
    const first = await startEmulator({}, port)
    const { page, errors, close } = await openLivePage(live.browser, first.url)
    const status = page.locator('.status')
    await expect.poll(() => status.innerText()).toMatch(/^Live/)
    await first.close()
    await expect.poll(() => status.innerText()).toMatch(/^Disconnected/)
    const second = await startEmulator({}, port)
    await createSenders(second.emulator).sendFromServer(LEAD)
    await page.locator('.row').waitFor()
    expect(errors.filter((error) => !/ERR_CONNECTION|ERR_INCOMPLETE/.test(error))).toEqual([])
    await close()
    await second.close()
  })
})
