import { PROFILE_KEYS } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import {
  CONNECTION,
  EMAIL_HASH,
  NOW,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from '../requests.fixture.ts'

const now = () => NOW
const FBP = `fb.1.${NOW - 1000}.1093847562`

/** Returns the warnings of a server event; `user_data` also has an IP and a user agent. */
async function warningsOf(changes: Record<string, unknown>): Promise<readonly string[]> {
  const emulator = createEmulator({ now })
  const event = serverEvent(changes)
  const user_data = { ...CONNECTION, ...(event['user_data'] as object) }
  expect((await sendEvents(emulator, { ...event, user_data })).status).toBe(200)
  return emulator.events()[0]!.warnings
}

describe('warnings', () => {
  it('are empty for an event without unhashed personal data', async () => {
    const custom_data = { value: 240, currency: 'EUR', content_name: 'Physics', em: EMAIL_HASH }
    const user_data = { em: EMAIL_HASH, ct: [EMAIL_HASH], external_id: '42', fbp: FBP }
    expect(await warningsOf({ custom_data, user_data })).toEqual([])
  })

  it.each([
    [{ event_source_url: 'https://school.example/?e=mary%40example.com' }, 'event_source_url'],
    [{ referrer_url: 'https://school.example/?to=mary@example.com' }, 'referrer_url'],
    [{ event_id: 'mary@example.com' }, 'event_id'],
    [{ user_data: { external_id: 'mary@example.com' } }, 'user_data.external_id'],
    [{ user_data: { fbp: FBP, email: 'mary@example.com' } }, 'user_data.email'],
  ])('name the parameter of %j that contains unhashed personal data', async (changes, path) => {
    expect(await warningsOf(changes)).toEqual([`${path} contains unhashed personal data.`])
  })

  it.each(PROFILE_KEYS)(
    'name the key %s of user_data if its value is not a SHA-256 hash',
    async (key) => {
      const warning = `user_data.${key} is not a SHA-256 hash.`
      expect(await warningsOf({ user_data: { fbp: FBP, [key]: 'Berlin' } })).toEqual([warning])
      expect(await warningsOf({ user_data: { fbp: FBP, [key]: [EMAIL_HASH, 7] } })).toEqual([
        warning,
      ])
    },
  )

  it.each([
    [
      { user_data: { fbc: 'fb.1.1795170995.IwAR2F4-dbP0l7Mn1' } },
      'user_data.fbc has a creation time that is not in milliseconds.',
    ],
    [
      { user_data: { fbc: `fb.1.${NOW - 91 * 86_400_000}.IwAR2` } },
      'user_data.fbc is more than 90',
    ],
    [
      { user_data: { fbp: 'fb.1.1.x' } },
      'user_data.fbp has a creation time that is not in milliseconds.',
    ],
    [{ user_data: { fbp: FBP, client_ip_address: '' } }, 'user_data.client_ip_address is missing.'],
    [{ user_data: { fbp: FBP, client_user_agent: 7 } }, 'user_data.client_user_agent is missing.'],
    [{ custom_data: { value: 240, currency: '€' } }, 'custom_data.currency is not a currency'],
  ])('name what Meta would warn about in %j', async (changes, sentence) => {
    expect(await warningsOf(changes)).toEqual([expect.stringMatching(`^${sentence}`)])
  })

  it('do not name the IP and the user agent of events that are not from a website', async () => {
    const user_data = { em: EMAIL_HASH, client_ip_address: '', client_user_agent: '' }
    expect(await warningsOf({ user_data, action_source: 'phone_call' })).toEqual([])
  })

  it('name the missing URL of a website event, and of no other event', async () => {
    const changes = { event_source_url: undefined, user_data: { fbp: FBP } }
    expect(await warningsOf(changes)).toEqual([
      'event_source_url is missing. Meta requires it for website events.',
    ])
    expect(await warningsOf({ ...changes, action_source: 'chat' })).toEqual([])
  })

  it.each([['123456789012345'], [1234567890123456], ['12345678901234567'], [['123456789012345']]])(
    'accept the lead_id %j of a stage of a CRM',
    async (lead_id) => {
      const custom_data = { event_source: 'crm', lead_event_source: 'HubSpot' }
      const action_source = 'system_generated'
      expect(await warningsOf({ user_data: { lead_id }, custom_data, action_source })).toEqual([])
    },
  )

  it.each([
    '12345678901234',
    '123456789012345678',
    'l:1234567890123456',
    EMAIL_HASH,
    '',
    // 17 digits as a number are rounded.
    Number('12345678901234567'),
    ['123456789012345', null],
  ])('name the lead_id %j, whose format is wrong', async (lead_id) => {
    expect(await warningsOf({ user_data: { lead_id, fbp: FBP } })).toEqual([
      expect.stringMatching(/^user_data.lead_id is not a number of 15 to 17 digits\./),
    ])
  })

  it.each([
    [{ event_source: 'crm' }, 'system_generated', /^custom_data.lead_event_source is missing/],
    [{ lead_event_source: 'HubSpot' }, 'system_generated', /^custom_data.event_source is not crm/],
    [{ event_source: 'crm', lead_event_source: 'a' }, 'website', /^action_source is not system/],
  ])('name what Meta requires of a stage %j with source %s', async (custom_data, source, text) => {
    const user_data = { em: EMAIL_HASH }
    expect(await warningsOf({ user_data, custom_data, action_source: source })).toEqual([
      expect.stringMatching(text),
    ])
  })

  it('name the missing value and currency of a Purchase of the pixel', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Purchase', eid: '1' })
    expect(emulator.events()[0]!.warnings).toEqual([
      expect.stringMatching(/^The Purchase has no numeric value/),
      expect.stringMatching(/^The Purchase has no currency/),
    ])
  })

  it.each([
    ['PageView', /^fbq\('track', 'PageView'\) sent this page view .* Remove the call\.$/],
    [
      'Lead',
      /^fbq sent this event without an event_id, .* Call track\(\) of the tracker instead\.$/,
    ],
  ])('name the call of the pixel that sent a %s without an event_id', async (ev, warning) => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev })
    expect(emulator.events()[0]!.warnings).toEqual([expect.stringMatching(warning)])
  })

  it('accept values of any type', async () => {
    const hostile = {
      external_id: {},
      fbc: [null],
      client_ip_address: { toString: 1 },
      em: EMAIL_HASH,
    }
    expect(
      await warningsOf({ user_data: hostile, custom_data: { value: {}, currency: [] } }),
    ).toEqual([
      'user_data.client_ip_address is missing. Pass clientIp to the proxy, or let the server in front of it send X-Forwarded-For.',
      expect.stringMatching(/^custom_data.currency is not a currency/),
    ])
  })
})
