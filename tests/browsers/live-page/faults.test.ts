import assert from 'node:assert/strict'

import { afterEach, describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { createSenders } from './lib/senders.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1' }

describe('the faults of the live page', () => {
  const live = useLivePage()

  afterEach(() => assert.deepEqual(live.errors, []))

  it.each([
    ['Slow responses', { latency: { probability: 1, ms: 2000 } }],
    ['Server errors', { status: { probability: 1, status: 503 } }],
    ['Throttling', { status: { probability: 1, status: 400, code: 613 } }],
    ['Broken body', { brokenBody: { probability: 1 } }],
  ])('switches the fault %s on and off', async (name, faults) => {
    const { page } = live
    await page.getByRole('button', { name: 'Faults' }).click()
    const control = page.getByRole('switch', { name })
    await control.click()
    await page.locator('.banner').waitFor()
    expect(await readFaults()).toEqual(faults)
    expect(await control.isChecked()).toBe(true)
    await control.click()
    await page.locator('.banner').waitFor({ state: 'detached' })
    expect(await readFaults()).toEqual({})
  })

  it('combines faults, keeps other settings, and turns all of them off', async () => {
    const { page } = live
    live.emulator.setFaults({ endpoints: ['events', 'tr'] })
    await page.getByRole('button', { name: 'Faults' }).click()
    await page.getByRole('switch', { name: 'Throttling' }).click()
    await page.getByText('Faults on: status 400 with code 613.').waitFor()
    await page.getByRole('switch', { name: 'Server errors' }).click()
    await page.getByText('Faults on: status 503.').waitFor()
    expect(await page.getByRole('switch', { name: 'Throttling' }).isChecked()).toBe(false)
    await page.getByRole('switch', { name: 'Slow responses' }).click()
    await expect.poll(readFaults).toEqual({
      latency: { probability: 1, ms: 2000 },
      status: { probability: 1, status: 503 },
      endpoints: ['events', 'tr'],
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect.poll(readFaults).toEqual({})
  })

  it('starts an outage, and ends it', async () => {
    const { page, rows } = live
    const { sendFromServer } = createSenders(live.emulator)
    await page.getByRole('button', { name: 'Faults' }).click()
    const outage = page.getByRole('switch', { name: 'Outage' })
    await outage.click()
    await page.getByText('connections reset').waitFor()
    await sendFromServer(LEAD)
    await rows.getByText('The proxy got no response').waitFor()
    await outage.click()
    await page.locator('.banner').waitFor({ state: 'detached' })
    await sendFromServer(LEAD)
    await expect.poll(() => rows.innerText()).toContain('It arrived in spite of 3 faults.')
  })

  async function readFaults(): Promise<unknown> {
    return (await fetch(`${live.url}faults`)).json()
  }
})
