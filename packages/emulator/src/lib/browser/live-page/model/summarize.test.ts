import { expect, it } from 'vitest'

import { createEmulator } from '../../../emulator.ts'
import { NOW, sendEvents, sendPixelEvent, serverEvent } from '../../../requests.fixture.ts'
import { createStore } from './store.ts'
import { summarize } from './summarize.ts'

it('lists each reason once, rejections first, with what to change', async () => {
  const emulator = createEmulator({ now: () => NOW })
  for (const event_id of ['1', '2']) {
    const changes = { event_name: 'Purchase', event_id, custom_data: { value: 1 } }
    await sendEvents(emulator, serverEvent(changes))
  }
  await sendPixelEvent(emulator, { ev: 'PageView' })
  const store = createStore(10)
  store.apply({ events: emulator.events(), rejections: emulator.rejections() })
  expect(summarize(store.rows())).toEqual([
    expect.objectContaining({
      text: 'The Purchase has no currency, so Meta rejects it.',
      fix: expect.stringContaining("currency: 'EUR'"),
      tone: 'bad',
      count: 2,
    }),
    expect.objectContaining({ fix: 'Remove the call.', tone: 'warn', count: 1 }),
  ])
})
