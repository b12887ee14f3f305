import { describe, expect, it } from 'vitest'

import { createEmulator } from './emulator.ts'
import {
  BASE_URL,
  EMAIL_HASH,
  NOW,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from './requests.fixture.ts'

const now = () => NOW

async function warningsOf(changes: Record<string, unknown>): Promise<readonly string[]> {
  const emulator = createEmulator({ now })
  expect((await sendEvents(emulator, serverEvent(changes))).status).toBe(200)
  return emulator.events()[0]!.warnings
}

describe('warnings', () => {
  it('are empty for an event without unhashed personal data', async () => {
    const custom_data = { value: 240, currency: 'EUR', content_name: 'Physics', em: EMAIL_HASH }
    const user_data = { em: EMAIL_HASH, ct: [EMAIL_HASH], external_id: '42', fbp: 'fb.1.1.1' }
    expect(await warningsOf({ custom_data, user_data })).toEqual([])
  })

  it.each([
    [{ custom_data: { email: 'mary@example.com' } }, 'custom_data.email'],
    [{ custom_data: { note: 'write to mary@example.com' } }, 'custom_data.note'],
    [{ custom_data: { buyer: { firstName: 'Mary' } } }, 'custom_data.buyer.firstName'],
    [{ custom_data: { phone: 4917512345 } }, 'custom_data.phone'],
    [{ custom_data: { 'mary@example.com': 1 } }, 'custom_data.(other)'],
    [{ event_source_url: 'https://school.example/?e=mary%40example.com' }, 'event_source_url'],
    [{ referrer_url: 'https://school.example/mary@example.com' }, 'referrer_url'],
    [{ event_id: 'mary@example.com' }, 'event_id'],
    [{ user_data: { external_id: 'mary@example.com' } }, 'user_data.external_id'],
    [{ user_data: { fbp: 'x', email: 'Mary' } }, 'user_data.email'],
  ])('name the parameter of %j that contains unhashed personal data', async (changes, path) => {
    expect(await warningsOf(changes)).toEqual([`${path} contains unhashed personal data.`])
  })

  it.each(['ge', 'db', 'ct', 'st', 'zp', 'country'])(
    'name the key %s of user_data if its value is not a SHA-256 hash',
    async (key) => {
      const warning = `user_data.${key} is not a SHA-256 hash.`
      expect(await warningsOf({ user_data: { fbp: 'x', [key]: 'Berlin' } })).toEqual([warning])
      expect(await warningsOf({ user_data: { fbp: 'x', [key]: [EMAIL_HASH, 7] } })).toEqual([
        warning,
      ])
    },
  )

  it('are listed for pixel events and in events.json, without values', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, {
      ev: 'Lead',
      'cd[email]': 'mary@example.com',
      'ud[ct]': 'Berlin',
    })
    const response = await emulator.fetch(`${BASE_URL}/events.json`)
    const { events } = (await response.json()) as { events: { warnings: string[] }[] }
    expect(events[0]!.warnings).toEqual([
      'custom_data.email contains unhashed personal data.',
      'user_data.ct is not a SHA-256 hash.',
    ])
  })
})
