import assert from 'node:assert/strict'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { playMatchingScene } from './lib/matching-scene.ts'
import { createSenders, VISITOR } from './lib/senders.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1', page: '/trial-lesson', isKnown: true }

describe('match keys on the live page', () => {
  const clock = { ms: Date.UTC(2026, 10, 20, 12) }
  const live = useLivePage({ now: () => clock.ms })
  let senders: ReturnType<typeof createSenders>

  beforeAll(() => {
    senders = createSenders(live.emulator, () => clock.ms)
  })

  afterEach(() => assert.deepEqual(live.errors, []))

  const row = (path: string) => live.details.locator('tr', { hasText: path })

  it('shows the same Lead with equal keys in both copies, and without them', async () => {
    await playMatchingScene(live.emulator, clock)
    const { openRow } = live

    await openRow('Both copies have the same identifiers')
    for (const key of ['em', 'ph', 'fn', 'ln', 'fbp', 'fbc']) {
      expect(await row(`user_data.${key}`).innerText()).toMatch(/= equal\s+[\w.-]+$/)
      expect(await row(`user_data.${key}`).getByRole('cell').count()).toBe(1)
    }
    const externalId = await row('user_data.external_id').innerText()
    expect(externalId).toMatch(/= equal after hashing\s+[\da-f]{64}\s+Member 4711$/)

    await openRow('The server’s copy added em, ph, external_id, fn, ln.')
    expect(await live.rows.getByText('warning').count()).toBe(0)
  })

  it('marks keys that differ', async () => {
    await senders.sendFromBrowser(LEAD, { em: 'a'.repeat(64) })
    await senders.sendFromServer(LEAD)
    await live.openRow('Counted once. The copies have different values of em.')
    expect(await row('user_data.em').innerText()).toContain('≠ differs')
  })

  it('hides unhashed values that a page sends to the pixel, and says what to change', async () => {
    await senders.sendFromBrowser({ ...LEAD, event_id: '1' }, { nickname: 'Mary S.' })
    await live.openRow('user_data contains the key "nickname"')
    expect(await row('user_data.nickname').innerText()).toMatch(/\[masked\]$/)

    await senders.sendFromBrowser({ ...LEAD, event_id: '2' }, { em: VISITOR.em })
    await live.openRow('user_data.em is not hashed.')
    expect(await live.page.locator('.app').textContent()).not.toMatch(/mary/i)
  })
})
