import { sha256Hex } from '@conversion-capi/core/pii'
import type { Emulator } from '@conversion-capi/emulator'

import type { Clock } from './mixed-scene.ts'
import { createSenders, VISITOR_HASHES } from './senders.ts'

/** Sends a Lead without advanced matching, and the same Lead with it, both from a browser and through the proxy. */
export async function playMatchingScene(emulator: Emulator, clock: Clock): Promise<void> {
  const { sendFromBrowser, sendFromServer } = createSenders(emulator, () => clock.ms)
  const lead = {
    event_name: 'Lead',
    page: '/trial-lesson',
    custom_data: { content_name: 'Trial lesson' },
    fbc: `fb.1.${clock.ms - 3_600_000}.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB`,
  }

  await sendLead('6b1f0c3e-2d58-4a97-8e14-3c7d5a9b0f21', {})
  clock.ms += 46_000
  // As the pixel hashes it.
  const hashes = { ...VISITOR_HASHES, external_id: sha256Hex('member4711') }
  await sendLead('d27a94e5-7c03-4f6b-b1d8-50e9c2a6f738', hashes)

  async function sendLead(event_id: string, hashes: Record<string, string>): Promise<void> {
    await sendFromBrowser({ ...lead, event_id }, hashes)
    clock.ms += 12
    await sendFromServer({ ...lead, event_id, isKnown: true, external_id: 'Member 4711' })
  }
}
