import { describe, expect, it, vi } from 'vitest'

import type { ServerEvent } from '../../protocol.ts'
import { parseEvent } from './event-parser.ts'
import { findEventWarnings } from './event-warnings.ts'

const NOW_S = 1_700_000_000
const DAY_MS = 86_400_000
const FBP = `fb.1.${NOW_S * 1000}.1116446470`

function warningsOf(fields: Partial<ServerEvent>, userData: object = {}): string[] {
  const event: ServerEvent = {
    event_name: 'Lead',
    event_id: 'e-1',
    event_time: NOW_S,
    action_source: 'website',
    ...fields,
    user_data: { client_ip_address: '203.0.113.7', client_user_agent: 'Unit/1.0', ...userData },
  }
  return findEventWarnings(event).map(({ key, reason }) => `${key} ${reason}`)
}

function parseCookie(key: 'fbp' | 'fbc', value: string) {
  const json = { event_name: 'Lead', event_id: 'e-1', user_data: { [key]: value } }
  const result = parseEvent(json, undefined)
  if (!result.ok) throw new Error(result.error)
  const { event, dropped } = result.value
  return { [key]: event.user_data?.[key], dropped }
}

describe('findEventWarnings', () => {
  it('returns no warnings for a complete event', () => {
    const custom_data = { value: 90, currency: 'EUR' }
    expect(warningsOf({ event_name: 'Purchase', custom_data }, { fbp: FBP })).toEqual([])
  })

  it.each([
    [{ content_ids: ['physics', 7] }, []],
    [{ content_ids: 'physics' }, ['custom_data.content_ids malformed']],
    [{ content_ids: [['physics']] }, ['custom_data.content_ids malformed']],
  ])('checks the program in %j', (custom_data, expected) => {
    expect(warningsOf({ custom_data })).toEqual(expected)
  })

  it('warns if the IP or the user agent of the visitor is missing', () => {
    const userData = { client_ip_address: undefined, client_user_agent: undefined }
    expect(warningsOf({}, userData)).toEqual([
      'user_data.client_ip_address missing',
      'user_data.client_user_agent missing',
    ])
  })

  describe.each(['fbp', 'fbc'] as const)('%s', (key) => {
    it.each([
      FBP,
      `fb.0.${NOW_S * 1000}.IwAR2-_x`,
      `${FBP}.AQYCAQMB`,
      `${FBP}.AQ`,
      `fb.1.${NOW_S * 1000 - 90 * DAY_MS}.1`,
    ])('does not warn about %s', (value) => {
      expect(warningsOf({}, { [key]: value })).toEqual([])
    })

    it.each(['IwAR2', 'fb.1.1596403881.1116446470', `fb.1.${NOW_S * 1e6}.1`])(
      'warns about the malformed %s',
      (value) => {
        expect(warningsOf({}, { [key]: value })).toEqual([`user_data.${key} malformed`])
      },
    )

    it.each([
      'fb.1.1.x',
      `fb.12.${NOW_S * 1000}.Iw-AR_`,
      'fb.1.1596403881.1116446470',
      `${FBP}.AQYCAQMB`,
    ])('is forwarded as %s', (value) => {
      expect(parseCookie(key, value)).toEqual({ [key]: value, dropped: [] })
    })

    it.each([
      '',
      'IwAR2',
      `FB.1.${NOW_S * 1000}.1`,
      `fb.1.${NOW_S * 1000}.`,
      'fb.1.x.1',
      `fb.1.${NOW_S * 1000}.ann@school`,
      `fb.1.${NOW_S * 1000}.a.toolongappendix`,
      `fb.1.${NOW_S * 1000}.a.short`,
      `${FBP}.AQ.AQ`,
      ` ${FBP}`,
      '.'.repeat(200_000),
    ])('is dropped as %s, which would make Meta reject the event', (value) => {
      const dropped = [{ key: `user_data.${key}`, reason: 'malformed' }]
      expect(parseCookie(key, value)).toEqual({ [key]: undefined, dropped })
    })

    it('warns if it is older than 90 days', () => {
      const value = `fb.1.${NOW_S * 1000 - 90 * DAY_MS - 1000}.1`
      expect(warningsOf({}, { [key]: value })).toEqual([`user_data.${key} too_old`])
    })
  })

  it.each(['EUR', 'usd', 'RUB', 'JPY', undefined, null, ''])(
    'does not warn about the currency %j of a Lead',
    (currency) => {
      expect(warningsOf({ custom_data: { currency } })).toEqual([])
    },
  )

  it.each(['EURO', '€', 'XYZ', 7, ['EUR', 'USD'], { code: 'EUR' }])(
    'warns about the unknown currency %j',
    (currency) => {
      expect(warningsOf({ custom_data: { currency } })).toEqual(['custom_data.currency unknown'])
    },
  )

  it('does not warn about currencies if the runtime does not list them', async () => {
    vi.resetModules()
    vi.stubGlobal('Intl', {})
    const { findEventWarnings } = await import('./event-warnings.ts')
    const user_data = { client_ip_address: '203.0.113.7', client_user_agent: 'Unit/1.0' }
    const event = { event_name: 'Lead', event_id: '1', event_time: 1, user_data } as const
    const custom_data = { currency: 'XYZ' }
    expect(findEventWarnings({ ...event, action_source: 'website', custom_data })).toEqual([])
    vi.unstubAllGlobals()
    // The next test file must not get this instance, which keeps the empty list.
    vi.resetModules()
  })

  it.each([90, 0, '90', '90.50'])('does not warn about the value %j of a Purchase', (value) => {
    const custom_data = { value, currency: 'EUR' }
    expect(warningsOf({ event_name: 'Purchase', custom_data })).toEqual([])
  })

  it.each([undefined, null, '', ' ', 'ninety', NaN, {}])(
    'warns if a Purchase has no value: %j',
    (value) => {
      const custom_data = { value, currency: 'EUR' }
      expect(warningsOf({ event_name: 'Purchase', custom_data })).toEqual([
        'custom_data.value missing',
      ])
    },
  )

  it.each([-5, '-0.5'])('warns about the negative value %j', (value) => {
    const custom_data = { value, currency: 'EUR' }
    expect(warningsOf({ event_name: 'Purchase', custom_data })).toEqual([
      'custom_data.value malformed',
    ])
  })

  it('warns if a Purchase has no custom_data', () => {
    expect(warningsOf({ event_name: 'Purchase' })).toEqual([
      'custom_data.value missing',
      'custom_data.currency missing',
    ])
    expect(warningsOf({ event_name: 'Lead' })).toEqual([])
  })

  it('does not throw for objects that cannot be converted', () => {
    const hostile = { toString: 1, valueOf: 1 }
    const custom_data = { value: hostile, currency: hostile }
    expect(warningsOf({ event_name: 'Purchase', custom_data })).toEqual([
      'custom_data.value missing',
      'custom_data.currency unknown',
    ])
  })
})
