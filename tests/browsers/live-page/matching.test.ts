import assert from 'node:assert/strict'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { callPixel, playMatchingScene } from './lib/matching-scene.ts'
import { createSenders, VISITOR } from './lib/senders.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1', page: '/trial-lesson', isKnown: true }
const TRACK = `fbq('track', 'Lead', {}, { eventID: 'lead-1' })`

describe('match keys on the live page', () => {
  const clock = { ms: Date.UTC(2026, 10, 20, 12) }
  const live = useLivePage({ now: () => clock.ms, allowedHosts: ['polaris.example'] })
  let senders: ReturnType<typeof createSenders>

  beforeAll(() => {
    senders = createSenders(live.emulator, () => clock.ms)
  })

  afterEach(() => assert.deepEqual(live.errors, []))

  const track = (calls: string) =>
    callPixel(live.browser, live.emulator, {
      path: '/trial-lesson',
      calls,
      now: clock.ms,
      cookies: { _fbp: senders.fbp },
    })
  const row = (path: string) => live.details.locator('tr', { hasText: path })

  it('shows the same Lead with equal keys in both copies, and without them', async () => {
    await playMatchingScene(live.browser, live.emulator, clock)
    const { details, openRow } = live

    await openRow('Both copies have the same identifiers')
    for (const key of ['em', 'ph', 'fn', 'ln', 'fbp', 'fbc']) {
      expect(await row(`user_data.${key}`).innerText()).toMatch(/= equal\s+[\w.-]+$/)
      expect(await row(`user_data.${key}`).getByRole('cell').count()).toBe(1)
    }
    const externalId = await row('user_data.external_id').innerText()
    expect(externalId).toMatch(/= equal after hashing\s+[\da-f]{64}\s+Member 4711$/)
    expect(await details.getByText('has no match keys').count()).toBe(0)

    await openRow('The server’s copy added em, ph, external_id, fn, ln.')
    const hint = await details
      .getByText('The pixel’s copy has no match keys.')
      .locator('..')
      .innerText()
    expect(hint).toMatch(
      /Only the server’s copy has em, ph, external_id, fn, ln\. .* pixel: { advancedMatching: true } or data-advanced-matching/,
    )
    expect(await live.rows.getByText('warning').count()).toBe(0)
  })

  it('marks keys that differ', async () => {
    await track(`fbq('init', '1234567890', { em: 'other@polaris.example' }); ${TRACK}`)
    await senders.sendFromServer(LEAD)
    await live.openRow('Counted once. The copies have different values of em.')
    expect(await row('user_data.em').innerText()).toContain('≠ differs')
  })

  it('hides unhashed values that a page sends to the pixel, and says what to change', async () => {
    const fields = new URLSearchParams({
      id: '1234567890',
      ev: 'Lead',
      eid: '1',
      'ud[nickname]': 'Mary S.',
    })
    await live.emulator.fetch(`${live.url}tr?${fields}`)
    await live.openRow('user_data contains the key "nickname"')
    expect(await row('user_data.nickname').innerText()).toMatch(/\[masked\]$/)

    const leak = new URLSearchParams({
      id: '1234567890',
      ev: 'Lead',
      eid: '2',
      'ud[em]': VISITOR.em,
    })
    await live.emulator.fetch(`${live.url}tr?${leak}`)
    await live.openRow('user_data.em is not hashed.')
    expect(await live.page.locator('.app').textContent()).not.toMatch(/mary/i)
  })
})
