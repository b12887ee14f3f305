import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  type CaptureOptions,
  captureVisitor,
  type ConfigValue,
  createSender,
  parseVisitor,
} from '../index.ts'

const HEADERS = {
  Cookie: 'a=b; _fbp=fb.1.1596403881668.1116446470; _fbc=fb.1.1554763741205.IwAR_; x_fbp=no',
  'User-Agent': 'Unit/1.0',
  'X-Forwarded-For': '203.0.113.7, 10.0.0.1',
  Referer: 'https://school.example/checkout?email=anna@b.example#pay',
}
const CHECKOUT = {
  event_id: 'e-1',
  event_source_url: 'https://school.example/checkout',
  fbp: 'fb.1.1596403881668.1116446470',
  fbc: 'fb.1.1554763741205.IwAR_',
  client_ip_address: '203.0.113.7',
  client_user_agent: 'Unit/1.0',
}

function capture(headers: HeadersInit, eventId = 'e-1', options?: CaptureOptions) {
  return captureVisitor(new Request('https://school.example/buy', { headers }), eventId, options)
}

describe('captureVisitor', () => {
  it('reads the cookies, the IP, the user agent, and the URL of the page without its query', () => {
    expect(capture(HEADERS)).toEqual(CHECKOUT)
    // The server actions of a framework have no request.
    expect(captureVisitor({ headers: new Headers(HEADERS) }, 'e-1')).toEqual(CHECKOUT)
  })

  it.each([
    ['_fbc=fb.1.1554763741205.old; _fbc=fb.1.1596403881668.new', 'fb.1.1596403881668.new'],
    ['_fbc=fb.1.1596403881668.new;_fbc=fb.1.1554763741205.old', 'fb.1.1596403881668.new'],
    ['_fbc=IwAR; _fbc=fb.1.1554763741205.old', 'fb.1.1554763741205.old'],
    ['_fbc=fb.1.1596403881.seconds; _fbc=fb.1.1554763741205.old', 'fb.1.1554763741205.old'],
    ['_fbc=fb.1.1554763741205.one; _fbc=fb.1.1554763741205.two', 'fb.1.1554763741205.one'],
    // The sender drops it, and its outcome names it.
    ['_fbc=IwAR', 'IwAR'],
  ])('returns the newest of the cookies %j', (Cookie, fbc) => {
    expect(capture({ Cookie }).fbc).toBe(fbc)
    expect(capture({ Cookie: Cookie.replaceAll('_fbc', '_fbp') }).fbp).toBe(fbc)
  })

  it('prefers the IP that the host knows', () => {
    expect(capture(HEADERS, 'e-1', { hostIp: '198.51.100.1' }).client_ip_address).toBe(
      '198.51.100.1',
    )
  })

  it('omits what is missing, empty or longer than 500 characters', () => {
    expect(capture({})).toEqual({ event_id: 'e-1' })
    const headers = { Cookie: '_fbp=; _fbc', 'User-Agent': 'x'.repeat(501) }
    expect(capture(headers)).toEqual({ event_id: 'e-1' })
    const longest = 'x'.repeat(500)
    expect(capture({ 'User-Agent': longest }).client_user_agent).toBe(longest)
  })

  it('keeps the program of the form, without control characters and lone surrogates', () => {
    const visitor = capture({}, 'e-1', { program: 'phy\u0000sics\uD800' })
    expect(visitor).toEqual({ event_id: 'e-1', program: 'physics' })
    expect(capture({}, 'e-1', { program: '' })).toEqual({ event_id: 'e-1' })
    expect(parseVisitor(visitor)?.custom_data).toEqual({
      content_ids: ['physics'],
      content_type: 'product',
    })
  })

  it('accepts an event ID of 100 characters', () => {
    expect(capture({}, 'x'.repeat(100)).event_id).toHaveLength(100)
  })

  it.each(['', 'x'.repeat(101), 'e\0', '\uD800', '\uDC00e'])(
    'replaces the event ID %j, which comes from the page and must not stop a payment',
    (id) => {
      const ids = [capture({}, id), capture({}, id)].map(({ event_id }) => event_id)
      for (const replaced of ids) expect(replaced).toMatch(/^[\da-f-]{36}$/)
      expect(new Set(ids).size).toBe(2)
    },
  )

  it.each([undefined, null, 7])('throws if the event ID is %j', (id) => {
    expect(() => captureVisitor(new Request('https://a.example'), id as never)).toThrow(
      new TypeError(
        'eventId must be a string. Pass the event ID that track() returned, or the ID of the order or lead.',
      ),
    )
  })

  it('removes a fragment that contains a line break', () => {
    const request = {
      headers: { get: (name: string) => (name === 'Referer' ? 'https://a.example/#\nanna' : null) },
    }
    expect(captureVisitor(request as unknown as Request, 'e-1').event_source_url).toBe(
      'https://a.example/',
    )
  })
})

describe('captureVisitor with Global Privacy Control', () => {
  const OPTED_OUT = { ...HEADERS, 'Sec-GPC': '1' }
  const CONFIG = { pixelId: '77', accessToken: 'EAAUnit' }

  it.each<[string, ConfigValue]>([
    ['says "honor"', { ...CONFIG, globalPrivacyControl: 'honor' }],
    [
      'is a result that says "honor"',
      { ok: true, value: { ...CONFIG, globalPrivacyControl: 'honor' } },
    ],
    ['is missing', undefined],
    ['is an error', { ok: false, error: 'META_PIXEL_ID is missing.' }],
    ['has no pixel ID', { ...CONFIG, pixelId: '' }],
  ])('returns nothing, so that no event is sent, if the configuration %s', (_, config) => {
    const visitor = capture(OPTED_OUT, 'e-1', { config })
    expect(visitor).toEqual({})
    expect(parseVisitor(visitor)).toBeUndefined()
    expect(capture(HEADERS, 'e-1', { config })).toEqual(CHECKOUT)
  })

  it('returns nothing without options', () => {
    expect(capture(OPTED_OUT)).toEqual({})
  })

  it.each<[string, ConfigValue]>([
    ['does not mention it', CONFIG],
    ['says "ignore"', { ...CONFIG, globalPrivacyControl: 'ignore' }],
    ['is a result', { ok: true, value: CONFIG }],
  ])('returns the visitor if the configuration %s', (_, config) => {
    expect(capture(OPTED_OUT, 'e-1', { config })).toEqual(CHECKOUT)
  })

  it('returns the visitor if Sec-GPC has another value than 1', () => {
    expect(capture({ ...HEADERS, 'Sec-GPC': '0' })).toEqual(CHECKOUT)
  })

  it.each([
    ['198.51.100.1', 'The options must be an object.'],
    [
      { globalPrivacyControl: 'honor' },
      'Option "globalPrivacyControl" is unknown. Use one of config, hostIp, program.',
    ],
    [{ config: 'honor' }, 'Option "config" must be of type object.'],
    [
      { config: { ...CONFIG, globalPrivacyControl: 'Honor' } },
      'config.globalPrivacyControl must be honor or ignore.',
    ],
  ])('throws a TypeError for the options %j', (options, message) => {
    expect(() => capture(HEADERS, 'e-1', options as CaptureOptions)).toThrow(new TypeError(message))
  })
})

describe('parseVisitor', () => {
  it('returns the fields of an event', () => {
    const { event_id, event_source_url, ...user_data } = CHECKOUT
    expect(parseVisitor({ ...CHECKOUT, order: '7' })).toEqual({
      event_id,
      event_source_url,
      user_data,
    })
  })

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { event_id: 5, fbp: '1', fbc: null },
    { event_id: '' },
  ])('returns undefined for %j, which has no event_id', (data) => {
    expect(parseVisitor(data)).toBe(undefined)
  })

  it('returns for any data undefined, or an event that the sender accepts or refuses for its event_id', async () => {
    const send = createSender({
      config: { pixelId: '77', accessToken: 'EAAUnit' },
      fetch: async () => Response.json({ events_received: 1 }),
      now: () => 1_700_000_000_000,
    })
    const data = fc.dictionary(
      fc.constantFrom(...Object.keys(CHECKOUT), 'program', 'other'),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(data, async (checkout) => {
        const event = parseVisitor(checkout)
        if (!event) return
        const result = await send({ event_name: 'Purchase', event_time: 1_700_000_000, ...event })
        const isValid = event.event_id.length <= 100
        expect(result.kind).toBe(isValid ? 'accepted' : 'failed')
      }),
    )
  })
})
