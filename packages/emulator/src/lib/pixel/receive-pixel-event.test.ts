import { isHashed } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { BASE_URL, EMAIL_HASH, sendPixelEvent, NOW, readError } from '../requests.fixture.ts'

const now = () => NOW
const FIELDS = {
  id: '1234567890',
  ev: 'Purchase',
  eid: 'buy-1',
  dl: 'https://school.example/pay',
  rl: 'https://school.example/',
  ts: String(NOW - 1500),
  fbp: 'fb.1.1795170995788.352',
  'cd[value]': '1200.5',
  'cd[currency]': 'EUR',
  'ud[em]': EMAIL_HASH,
}
const RECORDED = {
  source: 'browser',
  event_name: 'Purchase',
  event_id: 'buy-1',
  event_time: NOW / 1000 - 2,
  event_source_url: 'https://school.example/pay',
  referrer_url: 'https://school.example/',
  user_data: { em: EMAIL_HASH, fbp: 'fb.1.1795170995788.352' },
  custom_data: { value: '1200.5', currency: 'EUR' },
  request_id: 1,
  pixel_id: '1234567890',
  received_at: NOW,
  counted: true,
  warnings: [],
}

describe('/tr', () => {
  it('responds to a GET with a 1x1 GIF', async () => {
    const response = await sendPixelEvent(createEmulator(), FIELDS)
    const bytes = new Uint8Array(await response.arrayBuffer())

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/gif')
    expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe('GIF89a')
    expect(Array.from(bytes.slice(6, 10))).toEqual([1, 0, 1, 0])
  })

  it.each([
    ['in the query', `/tr?${new URLSearchParams(FIELDS)}`, {}],
    ['under /tr/', `/tr/?${new URLSearchParams(FIELDS)}`, {}],
    ['as a urlencoded form', '/tr', { body: new URLSearchParams(FIELDS) }],
    ['as a string by sendBeacon', '/tr', { body: String(new URLSearchParams(FIELDS)) }],
    ['in query and body', `/tr?id=1234567890`, { body: new URLSearchParams(FIELDS) }],
  ])('records an event whose fields are sent %s', async (_, path, init: RequestInit) => {
    const emulator = createEmulator({ now })
    const method = init.body ? 'POST' : 'GET'
    expect((await emulator.fetch(BASE_URL + path, { method, ...init })).status).toBe(200)
    expect(emulator.events()).toEqual([RECORDED])
  })

  it.each<[fields: Record<string, string>, recorded: object, warning: string | undefined]>([
    [{ dpo: 'LDU', dpoco: '0', dpost: '0' }, { options: ['LDU'], country: 0, state: 0 }, undefined],
    [
      { dpo: 'LDU', dpoco: '1', dpost: '1000' },
      { options: ['LDU'], country: 1, state: 1000 },
      undefined,
    ],
    [{ dpo: '' }, { options: [] }, undefined],
    [{ dpo: 'LDU' }, { options: ['LDU'] }, 'not a valid combination'],
    [{ dpo: 'LDU', dpoco: '1', dpost: '7' }, { country: 1, state: 7 }, 'not a valid combination'],
    [{ dpo: 'LDU', dpoco: 'US', dpost: '0' }, { country: 'US', state: 0 }, 'not a valid'],
    [{ dpo: 'ldu', dpoco: '0', dpost: '0' }, { options: ['ldu'] }, 'has the wrong type'],
  ])('records limited data use: %j', async (fields, recorded, warning) => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Lead', eid: '1', ...fields })
    const { options, country, state } = { ...recorded } as Record<string, unknown>
    expect(emulator.events()[0]).toMatchObject({
      ...(options !== undefined && { data_processing_options: options }),
      ...(country !== undefined && { data_processing_options_country: country }),
      ...(state !== undefined && { data_processing_options_state: state }),
      warnings: warning ? [expect.stringMatching(`${warning}.* Call fbq`)] : [],
    })
  })

  it.each([
    ['email', '"email"'],
    ['uid', '"uid"'],
    ['4917512345678', '(not shown)'],
    ['EAAGm0PX4ZCpsBAKZCrealLooking0123456789abcdefGHIJ', '(not shown)'],
  ])('warns about the key %s, which Meta does not document', async (key, shown) => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Lead', eid: '1', [`ud[${key}]`]: EMAIL_HASH })
    expect(emulator.events()[0]!.warnings).toEqual([
      `user_data contains the key ${shown}, which Meta does not document for the pixel. Use em, ph, fn, ln, ge, db, ct, st, zp, country, external_id, fbp, fbc.`,
    ])
  })

  it('accepts only an id and an event name, and sets event_time to the current time', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'PageView', ts: 'yesterday' })
    await sendPixelEvent(emulator, { ev: 'PageView' })

    const event = { event_name: 'PageView', event_time: NOW / 1000, user_data: {}, custom_data: {} }
    expect(emulator.events()).toMatchObject([event, event])
    expect(emulator.events()[0]).not.toHaveProperty('event_id')
  })

  it.each([
    ['an unhashed value', '?ud[em]=mary@example.com', undefined],
    ['an email in cd', '?cd[note]=mary@example.com', undefined],
    ['a phone number in an object in cd', '?cd[buyer]={"phone":"%2B4917512345"}', undefined],
    ['an unhashed value before a hash', `?ud[em]=mary@example.com&ud[em]=${EMAIL_HASH}`, undefined],
    ['an unhashed value in an indexed array', '?ud[em][0]=mary@example.com', undefined],
    ['an unhashed value in a form', '', 'ud[em]=mary@example.com'],
  ])('rejects %s and names the key but not the value', async (_, query, body) => {
    const emulator = createEmulator()
    const url = `${BASE_URL}/tr${query || '?'}&id=1234567890&ev=Lead`
    const response = await emulator.fetch(url, body ? { method: 'POST', body } : {})
    const text = await response.clone().text()

    expect(await readError(response)).toEqual({ status: 400, code: 100, subcode: undefined })
    expect(text).toMatch(/user_data\.em |custom_data\.(note|buyer\.phone) /)
    expect(text).not.toMatch(/mary|4917512345/)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(emulator.events()).toEqual([])
    expect(emulator.rejections()).toMatchObject([{ events: [{ event_name: 'Lead' }] }])
  })

  it('rejects an unknown pixel, a missing event name and a body that is no form', async () => {
    const emulator = createEmulator()
    const json = { method: 'POST', body: JSON.stringify(FIELDS) }
    const responses = [
      await emulator.fetch(`${BASE_URL}/tr`, json),
      await sendPixelEvent(emulator, { ev: 'Lead', id: '1' }),
      await sendPixelEvent(emulator, {}),
    ]
    const error = { status: 400, code: 100, subcode: undefined }
    const unknownPixel = { ...error, subcode: 33 }
    expect(await Promise.all(responses.map(readError))).toEqual([unknownPixel, unknownPixel, error])
    expect(emulator.events()).toEqual([])
  })

  it('responds to a preflight with the CORS headers', async () => {
    const response = await createEmulator().fetch(`${BASE_URL}/tr`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, OPTIONS')
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type')
  })
})

// Arbitrary fields.
const REQUIRED = [
  ['id', '1234567890'],
  ['ev', 'Lead'],
]
const SECRETS = ['Mary', 'mary@example.com', '+4917512345678', 'Musterstadt']

const key = fc.oneof(
  fc.constantFrom('em', 'ph', 'fn', 'ln', 'ct', 'external_id', 'fbp', 'name', 'e-mail'),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ']', '[', 'em][0', 'em]['),
  fc.string(),
)
const name = fc.oneof(
  fc
    .tuple(fc.constantFrom('ud', 'cd', 'UD', 'ud '), key)
    .map(([group, each]) => `${group}[${each}]`),
  fc.constantFrom('ud', 'ud[', 'ud[em', 'dpo', 'dpoco', 'dpost', 'dpo[]'),
)
const value = fc.oneof(
  fc.constantFrom(EMAIL_HASH, 'LDU', 'LDU,LDU', '0', '1', '1000', '', ' '),
  fc.string(),
  fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)),
)
const field = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(name, value) },
  fc.tuple(
    fc.constantFrom('ud[em]', 'ud[fn]', 'ud[ct]', 'ud[name]', 'ud[em][0]', 'ud[__proto__]'),
    fc.constantFrom(...SECRETS),
  ),
)
const fields = fc.array(field, { maxLength: 12 })

const send = async (body: BodyInit) => {
  const emulator = createEmulator({ now })
  const response = await emulator.fetch(`${BASE_URL}/tr`, { method: 'POST', body })
  return { emulator, response }
}

it('records or rejects any fields, with hashes only, and shows no unhashed value', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (list) => {
      const { emulator, response } = await send(new URLSearchParams([...REQUIRED, ...list]))
      const [event] = emulator.events()
      expect(response.status).toBe(event ? 200 : 400)
      expect(emulator.rejections()).toHaveLength(event ? 0 : 1)
      for (const each of ['em', 'ph', 'fn', 'ln']) {
        const values = [event?.user_data[each] ?? []].flat()
        expect(values.every((item) => isHashed(String(item)))).toBe(true)
      }
      const shown = [
        JSON.stringify(event?.warnings ?? []),
        JSON.stringify(emulator.rejections()),
        await (await emulator.fetch(`${BASE_URL}/events.json`)).text(),
      ].join('\n')
      for (const secret of SECRETS) expect(shown).not.toContain(secret)
    }),
  )
})

it('collects all values of a repeated key in their order', async () => {
  const hashes = fc.array(
    fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    { minLength: 1, maxLength: 50 },
  )
  await fc.assert(
    fc.asyncProperty(hashes, async (list) => {
      const repeated = list.map((hash, index) => [index % 2 ? `ud[em][${index}]` : 'ud[em]', hash])
      const { emulator } = await send(new URLSearchParams([...REQUIRED, ...repeated]))
      expect([emulator.events()[0]!.user_data.em].flat()).toEqual(list)
    }),
    { numRuns: 30 },
  )
})
