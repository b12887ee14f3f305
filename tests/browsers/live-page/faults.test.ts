import assert from 'node:assert/strict'

import { afterEach, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { createSenders } from './lib/senders.ts'

const live = useLivePage()

afterEach(() => assert.deepEqual(live.errors, []))

it('simulates an outage, shows the active faults, and turns them off', async () => {
  const { page, rows } = live
  const { sendFromServer } = createSenders(live.emulator)
  await page.getByRole('button', { name: 'Simulate an outage' }).click()
  await page.getByText('Faults on: {"status":{"status":503}}').waitFor()
  await sendFromServer({ event_name: 'Lead', event_id: 'lead-1' })
  await rows.getByText('The proxy got an error after').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.locator('.banner').waitFor({ state: 'detached' })
  expect(await (await fetch(`${live.url}faults`)).json()).toEqual({})
})
