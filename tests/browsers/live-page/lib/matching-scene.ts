import type { Emulator } from '@conversion-capi/emulator'
import type { Browser } from 'playwright-core'

import { callPixel } from './call-pixel.ts'
import type { Clock } from './mixed-scene.ts'
import { createSenders, VISITOR_HASHES } from './senders.ts'

const INIT = `fbq('init', '1234567890')`
const MATCH_KEYS = JSON.stringify({ ...VISITOR_HASHES, external_id: 'Member 4711' })

/** Sends a Lead without advanced matching, and the same Lead with it, both from a browser and through the proxy. */
export async function playMatchingScene(
  browser: Browser,
  emulator: Emulator,
  clock: Clock,
): Promise<void> {
  const { fbp, sendFromServer } = createSenders(emulator, () => clock.ms)
  const fbc = `fb.1.${clock.ms - 3_600_000}.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB`

  await sendLead('6b1f0c3e-2d58-4a97-8e14-3c7d5a9b0f21', INIT)
  clock.ms += 46_000
  await sendLead(
    'd27a94e5-7c03-4f6b-b1d8-50e9c2a6f738',
    `${INIT}; fbq('init', '1234567890', ${MATCH_KEYS})`,
  )

  async function sendLead(event_id: string, init: string): Promise<void> {
    await callPixel(browser, emulator, {
      path: '/trial-lesson',
      calls: `${init}; fbq('track', 'Lead', { content_name: 'Trial lesson' }, { eventID: '${event_id}' })`,
      now: clock.ms,
      cookies: { _fbp: fbp, _fbc: fbc },
    })
    clock.ms += 12
    await sendFromServer({
      event_name: 'Lead',
      event_id,
      page: '/trial-lesson',
      custom_data: { content_name: 'Trial lesson' },
      isKnown: true,
      external_id: 'Member 4711',
      fbc,
    })
  }
}
