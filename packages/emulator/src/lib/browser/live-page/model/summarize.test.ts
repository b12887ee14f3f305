import { createEmulator } from '../../../emulator.ts'
import { expect, it } from 'vitest'

import { createStore } from './store.ts'
import { summarize } from './summarize.ts'

it('lists each reason once, rejections first, with what to change', async () => {
  const emulator = createEmulator()
  for (const id of ['1', '2']) {
    await emulator.fetch('http://a/v25.0/1234567890/events', {
      method: 'POST',
      body: JSON.stringify({
        access_token: 'emulator-access-token',
        data: [
          {
            event_name: 'Purchase',
            event_id: id,
            event_time: Math.floor(Date.now() / 1000),
            action_source: 'website',
            user_data: { external_id: 'a' },
            custom_data: { value: 1 },
          },
        ],
      }),
    })
  }
  await emulator.fetch('http://a/tr?id=1234567890&ev=PageView')
  const store = createStore(10)
  store.apply({ events: emulator.events(), rejections: emulator.rejections() })
  expect(summarize(store.rows())).toEqual([
    expect.objectContaining({
      text: 'The Purchase has no currency.',
      fix: expect.stringContaining("currency: 'EUR'"),
      tone: 'bad',
      count: 2,
    }),
    expect.objectContaining({ fix: 'Remove the call.', tone: 'warn', count: 1 }),
  ])
})
