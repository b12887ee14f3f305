import assert from 'node:assert/strict'

import { afterEach, describe, expect, it } from 'vitest'

import { useLivePage } from './lib/use-live-page.ts'
import { createSenders } from './lib/senders.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1' }

describe('the faults of the live page', () => {
  let skippedMs = 0
  const now = () => Date.now() + skippedMs
  const live = useLivePage({ now })

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

  it('combines faults, changes how often they occur, and turns all of them off', async () => {
    const { page } = live
    await page.getByRole('button', { name: 'Faults' }).click()
    await page.getByRole('switch', { name: 'Throttling' }).click()
    await page.getByText('Faults on: status 400 with code 613.').waitFor()
    await page.getByRole('switch', { name: 'Server errors' }).click()
    await page.getByText('Faults on: status 503.').waitFor()
    await page.getByRole('switch', { name: 'Slow responses' }).click()
    await page.getByLabel('Delay of slow responses').fill('300')
    await page.keyboard.press('Enter')
    await page.getByLabel('How many requests fail').selectOption('0.5')
    await page.getByLabel('The browser pixel fails too').check()
    await expect.poll(readFaults).toEqual({
      latency: { probability: 0.5, ms: 300 },
      status: { probability: 0.5, status: 503 },
      endpoints: ['events', 'tr'],
    })
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect.poll(readFaults).toEqual({})
  })

  it('keeps what is typed while an event arrives', async () => {
    const { page, rows } = live
    await page.getByRole('button', { name: 'Faults' }).click()
    const fields = [page.getByLabel('Delay of slow responses'), page.getByLabel('Outage (seconds)')]
    for (const [index, field] of fields.entries()) {
      await field.pressSequentially('7')
      const typed = await field.inputValue()
      expect(typed).toContain('7')
      await createSenders(live.emulator).sendFromServer({ ...LEAD, event_id: `lead-${index}` })
      await expect.poll(() => rows.count()).toBe(index + 1)
      expect(await field.inputValue()).toBe(typed)
    }
  })

  it('starts an outage that ends by itself', async () => {
    const { page, rows } = live
    const { sendFromServer } = createSenders(live.emulator, now)
    await page.clock.install()
    await page.reload()
    await page.getByRole('button', { name: 'Faults' }).click()
    await page.getByLabel('Outage (seconds)').fill('3600')
    await page.getByRole('button', { name: 'Start outage' }).click()
    await page.getByText(/connections reset, ends in 3[56]\d\d s/).waitFor()
    await sendFromServer(LEAD)
    await rows.getByText('The proxy got no response').waitFor()
    skippedMs = 3_600_000
    await page.clock.fastForward(skippedMs)
    await page.locator('.banner').waitFor({ state: 'detached' })
    await sendFromServer(LEAD)
    await expect.poll(() => rows.innerText()).toContain('It arrived in spite of 3 faults.')
  })

  async function readFaults(): Promise<unknown> {
    return (await fetch(`${live.url}faults`)).json()
  }
})
