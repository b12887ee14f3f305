import type { Emulator } from '@conversion-capi/emulator'

import { createSenders, type TrackedEvent } from './senders.ts'

export interface Clock {
  ms: number
}

/** Sends what a school sees in its first hour: good events, rejected ones, and ones with warnings. */
export async function playMixedScene(emulator: Emulator, clock: Clock): Promise<void> {
  const { sendFromBrowser, sendFromServer, sendDirectly } = createSenders(emulator, () => clock.ms)
  const fbc = `fb.1.${clock.ms - 3_600_000}.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB`

  await sendBoth({ event_name: 'PageView', event_id: '0a3c6d5e-51f2-4d4c-9a53-8c4a1e7d9b01', fbc })
  await sendBoth({
    event_name: 'ViewContent',
    event_id: '7be1c2f4-2a86-4b0e-8f43-0d7c5b6a9e12',
    page: '/programs/mathematics',
    custom_data: { content_name: 'Mathematics', value: 240, currency: 'EUR' },
    fbc,
  })
  await sendDirectly({
    event_name: 'Lead',
    event_id: '1f5d7a90-33c1-4a58-b7a6-2c9e8d4f6b23',
    event_source_url: 'https://polaris.example/trial-lesson',
    user_data: { em: 'mary.smith@polaris.example' },
  })
  clock.ms += 41_000
  await sendBoth({
    event_name: 'Lead',
    event_id: 'c84e2b17-6f0d-49a5-9c31-5e7b0a8d1f34',
    page: '/trial-lesson',
    custom_data: { content_name: 'Trial lesson' },
    isKnown: true,
    fbc,
  })
  await sendFromServer({
    event_name: 'Schedule',
    event_id: '5d92f0a6-8b3e-4c17-a0d4-9f1e6c7b2a45',
    page: '/trial-lesson',
    custom_data: { content_name: 'Trial lesson', email: 'mary.smith@polaris.example' },
    // In seconds, from a hand-written script.
    fbc: 'fb.1.1795170995.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB',
  })
  clock.ms += 72_000
  const enrollment = {
    event_name: 'InitiateCheckout',
    event_id: '93b7e4d1-0c5a-4f82-b6e9-7a2d8f1c3e56',
    page: '/checkout',
    custom_data: { value: 240, currency: 'EUR' },
    isKnown: true,
  }
  await sendFromBrowser(enrollment)
  clock.ms += 23
  await sendFromServer(enrollment, 'EAAGm0PX4ZCpsBAKZCwrong1234567890')
  clock.ms += 95_000
  await sendDirectly({
    event_name: 'Purchase',
    event_id: '2e6c9a84-7d1f-4b30-95c8-1b4f0e7a6d67',
    event_source_url: 'https://polaris.example/thank-you',
    custom_data: { content_name: 'Mathematics' },
  })
  clock.ms += 4000
  await sendBoth({
    event_name: 'Purchase',
    event_id: 'ab40d5f3-9e27-4861-8d7c-6c3a2f5b0e78',
    page: '/thank-you',
    custom_data: { content_name: 'Mathematics', value: 240, currency: 'EUR' },
    isKnown: true,
    fbc,
  })

  async function sendBoth(event: TrackedEvent): Promise<void> {
    clock.ms += 18_000
    await sendFromBrowser(event)
    clock.ms += 12
    await sendFromServer(event)
  }
}
